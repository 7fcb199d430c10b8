"""Clubs: people who play together, with a wall, tournaments, a notice board and a ladder of their own."""
