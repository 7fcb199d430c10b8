"""The search of positions: what they are worth, and whether that is proved."""
