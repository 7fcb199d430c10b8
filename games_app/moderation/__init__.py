"""Moderators' actions, carried out and logged in one place, for the terminal and for web pages."""
