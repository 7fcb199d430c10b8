"""The search of positions: their values, and whether these are proved."""
