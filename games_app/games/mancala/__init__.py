"""Mancala: Kalah with five pits and three stones, and the rule sets of it that are played elsewhere."""

from __future__ import annotations

from games_app.games.mancala.parameters import SHEET, Parameters
from games_app.games.mancala.rules import Mancala

GAME = Mancala("mancala", name="Mancala", parameters=SHEET)

PIE = ("pie",)
FREE = ("stones", "capture", "pie")

RULE_SETS = (
    GAME,
    Mancala("kalah64", name="Kalah 6x4", parameters=Parameters(6, 4, choices=PIE)),
    Mancala("kalah66", name="Kalah 6x6", parameters=Parameters(6, 6, choices=PIE)),
    Mancala("kalah4", name="Kalah 4", parameters=Parameters(4, 4, choices=FREE)),
    Mancala("kalah5", name="Kalah 5", parameters=Parameters(5, 4, choices=FREE)),
    Mancala("kalah6", name="Kalah 6", parameters=Parameters(6, 4, choices=FREE)),
)
"""The shape of the board belongs to the rule set, because each has one drawing. The rest can be an option."""

REFUSALS = {
    "store_stays": "Stones in a store stay there. Choose one of your pits.",
    "put_next_pit": "Stones in your hand: {n}. Put the next one into pit {pit}.",
    "put_next_store": "Stones in your hand: {n}. Put the next one into your store.",
    "hand_empty": "Your hand is empty. Pick up the stones of one of your pits first.",
    "clear_instead": "Your opponent's pits are all empty, so nothing is sown now. Clear pit {pit} instead.",
    "pick_instead": "Your opponent still has stones, so pits can't be cleared. Pick pit {pit} instead.",
    "no_swap": "Sides can be swapped only in answer to the first turn of the match.",
    "stones_missing": "Stones on the board: {n} of {total}. Add {missing}.",
    "one_side_empty": "One side has no stones in its pits, so the game is over. Put a stone there.",
    "stones_left_over": "Stones on the board: {n} of {total}. Take {over} away.",
}
"""The reasons for refusals that only this game has: a sentence for each code."""
