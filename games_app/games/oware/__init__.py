"""Oware by the Abapa rules: the mancala of tournaments, with four seeds in each of twelve houses."""

from __future__ import annotations

from games_app.games.oware.rules import Oware

GAME = Oware()

REFUSALS = {
    "no_seeds": "House {house} is empty. Choose one that holds seeds.",
    "sow_first": "Your hand is empty. Choose one of your houses to sow first.",
    "drop_next_seed": "Seeds in your hand: {n}. Drop the next one into house {house}.",
    "must_feed": "Your opponent has no seeds left. Choose a house that reaches their row: {houses}.",
    "seeds_missing": "Seeds on the board: {n} of 48. Add {missing}.",
    "seeds_left_over": "Seeds on the board: {n} of 48. Take {over} away.",
    "nothing_to_sow": "{mover} has no seeds to sow. Put some into its houses, or let the other side move.",
    "nothing_reaches": "{mover} can't give the other side any seeds, so the game is over. Move some closer.",
}
"""The reasons for refusals that only this game has: a sentence for each code."""
