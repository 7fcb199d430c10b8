"""Sentences of the refusals that only mancala has, by code."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
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
