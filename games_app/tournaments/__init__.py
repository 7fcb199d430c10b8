"""Room of tournaments: people who play one another, the pairings, the standings and their pages."""
