"""Pawn checkers on eight by eight cells, and English draughts."""

from __future__ import annotations

from games_app.games.checkers.draughts import Draughts
from games_app.games.checkers.rules import Checkers

GAME = Checkers()

RULE_SETS = (GAME, Draughts())

REFUSALS = {
    "no_such_cell": "There is no cell ({x}, {y}). Columns and rows go from 1 to 8.",
    "no_pawn": "There is no pawn at {cell}.",
    "not_your_pawn": "The pawn at {cell} is not yours. Choose one of your own.",
    "pawn_blocked": "The pawn at {cell} is blocked: no cell in front of it is free. Choose another.",
    "pawn_at_the_end": "The pawn at {cell} has come to the end of the board and stays. Choose another.",
    "not_a_step": "{start} to {target} is not a step. A pawn steps to the next cell diagonally forward.",
    "not_a_jump": "{start} to {target} is not a jump. A pawn jumps two cells diagonally forward.",
    "cell_taken": "There is a pawn at {cell} already. Choose an empty cell.",
    "nothing_to_jump": "There is no pawn of your opponent at {cell} to jump over.",
    "jump_first": "A jump is available at {cell}, so a move is not allowed.",
    "jump_on": "The piece at {cell} must jump on. It can go to: {cells}.",
    "king_blocked": "The king at {cell} is blocked: no cell beside it is free. Choose another piece.",
    "not_a_kings_step": "{start} to {target} is not a step. A king steps to the next cell on any diagonal.",
    "not_a_kings_jump": "{start} to {target} is not a jump. A king jumps two cells on any diagonal.",
    "no_such_square": "There is no square {square}. Squares go from 1 to {last}.",
    "capture_ambiguous": "“{move}” can be any of these: {moves}. Write all squares of the one you mean.",
    "pawn_uncrowned": "The pawn at {cell} stands on the far row. Place a king there.",
    "pawns_too_many": "{mover} has {n} pawns. Each side has twelve at the most.",
    "no_pawns": "There is no pawn on the board. Place one.",
    "pawns_too_far": "The pawns can't have come so far in {n} moves. Put some further back.",
}
"""The reasons for refusals that only this game has: a sentence for each code."""
