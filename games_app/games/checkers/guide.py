"""The guide to pawn checkers, and a finished game as an example."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from games_app.games.base import State
from games_app.games.checkers import GAME
from games_app.games.guide import Guide, Move, Picture, Sample, Step

PAWNS = 12


def position(black: str, red: str) -> State:
    """A position with Black to move. ``black``, ``red``: the pawns' cells ("c3 e5"); others are captured."""
    pawns = dict.fromkeys(_cells(black), "black") | dict.fromkeys(_cells(red), "red")
    captures = {"black": PAWNS - len(red.split()), "red": PAWNS - len(black.split())}
    return GAME.state_from_facts({"pawns": pawns, "captures": captures, "control": "black", "step": 51})


def _cells(written: str) -> Iterable[str]:
    return (f"{'abcdefgh'.index(cell[0]) + 1} {cell[1]}" for cell in written.split())


MOVE = Step(
    # Translators: title of a step of the guide, a verb.
    _("Move"),
    _("You are Black and go up the board. Choose a pawn, then a free cell diagonally in front of it."),
    GAME.initial_state(),
    (Move("black", GAME.action("c3-d4"), goal=("move",)),),
    _("One step, diagonally forward, to an empty cell: that is a move. Pawns never go back."),
    Picture(_("A step, diagonally forward: from c3 to d4."), card=True),
)

JUMP = Step(
    _("Jump"),
    _("A red pawn stands in your way, and the cell behind it is free. Jump over it."),
    position("c3 b2 g1", "d4 b8 h8 f8"),
    (Move("black", GAME.action("c3xe5"), goal=("capture",)),),
    _("The pawn that was jumped over is captured. Captures are all that counts in the end."),
    Picture(_("A jump from c3 over d4 to e5 captures the red pawn."), card=True),
)

MUST = Step(
    _("You must jump"),
    _("If you can jump, you must: nothing else is allowed. Find the pawn that can jump."),
    position("a3 c1 e3 f4 h2", "g5 b6 d8 h8"),
    (Move("black", GAME.action("f4xh6"), goal=("capture",)),),
    _("Had you chosen another pawn, the board would have told you why it must wait."),
    Picture(_("The pawn at f4 can jump, so no other may move."), card=True),
)

ONE = Step(
    _("One jump a turn"),
    _("Here two red pawns stand in a row to be jumped. Begin."),
    position("c1 h2", "d2 f4 b8 h8"),
    (Move("black", GAME.action("c1xe3"), goal=("capture",)),),
    _("One jump a turn: the other pawn must wait, for now Red moves. Which jump to take is your choice."),
)

NO_KINGS = Step(
    _("No kings"),
    _("Your pawn is one step from the far side. Take that step."),
    position("c7 f2", "h6 e7"),
    (Move("black", GAME.action("c7-b8"), only=(GAME.action("c7-b8"), GAME.action("c7-d8"))),),
    _("There are no kings here: a pawn that has come so far stays where it is."),
)

END = Step(
    _("The end"),
    _("Red has one pawn left. Take it."),
    position("e3 a3 d8", "f4"),
    (Move("black", GAME.action("e3xg5"), goal=("capture", "over")),),
    _("Red has no pawn left. A game also ends when a side can't move, or after 99 moves: more captures win."),
)

GUIDE = Guide((MOVE, JUMP, MUST, ONE, NO_KINGS, END))


SAMPLE = Sample(
    GAME,
    {},
    "c3-b4 d6-e5 e3-d4 e5xc3 b2xd4 f6-e5 d4xf6 g7xe5 g3-f4 e5xg3 f2xh4 h6-g5 h4xf6 e7xg5 e1-f2 c7-d6 "
    "a1-b2 f8-e7 f2-g3 g5-f4 g3xe5 d6xf4 d2-e3 f4xd2 c1xe3 b8-c7 b4-c5 b6xd4 e3xc5 h8-g7 b2-c3 e7-d6 "
    "c5xe7 d8xf6 h2-g3 f6-g5 g1-f2 g5-h4 c3-b4 c7-d6 b4-c5 d6xb4 a3xc5 a7-b6 c5xa7 g7-f6 g3-f4 f6-g5 "
    "f4xh6 h4-g3 f2xh4",
)
