"""Room of the explorer: what was played from a position in public matches, and what is proved there."""
