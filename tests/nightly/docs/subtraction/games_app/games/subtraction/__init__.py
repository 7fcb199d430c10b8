"""Subtraction: a row of five stones."""

from __future__ import annotations

from games_app.games.subtraction.rules import Subtraction

GAME = Subtraction()

REFUSALS = {
    "stone_taken": "Stone {stone} has been taken. Choose one that lies in the row.",
    "too_many": "You would take {n} stones. Take {most} at most, off the end of the row.",
}
"""The reasons for refusals that only this game has: a sentence for each code."""
