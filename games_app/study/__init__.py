"""Room of what people keep with a match and review together: notes, tried moves, shared reviews."""
