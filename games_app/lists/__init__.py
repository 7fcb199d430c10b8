"""Read models: lists, search, statistics, walls, the scoresheet."""
