"""Moderators' actions: done and logged in one place, for the terminal and for their pages."""
