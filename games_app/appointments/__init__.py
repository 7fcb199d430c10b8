"""Appointments: people agree on a time for a game."""
