"""The course of congkak: eight lessons of strategy, each within a round."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games_app.games.base import State
from games_app.games.congkak import GAME
from games_app.games.congkak.guide import position
from games_app.games.course import Claim, Course, Lesson, sought_turn
from games_app.games.guide import Step
from games_app.games.sheet import Text


def _board(own: list[int], across: list[int], store: int) -> State:
    """A position with South to move. ``own``: houses 1 to 7; ``across``: those opposite them, 14 to 8."""
    houses = dict(enumerate(own + across[::-1], 1))
    return position(GAME, houses, store, options={"rounds": "1", "opening": "south", "sowing": "auto"})


def _lesson(title: Text, task: Text, after: Text, board: State, houses: list[int], by: int) -> Lesson:
    """A lesson whose turn is worth at least ``by`` shells more than any other at each of its decisions."""
    return Lesson(Step(title, task, board, sought_turn(GAME, "south", houses), after), Claim(by=by))


COURSE = Course(
    (
        _lesson(
            _("Count to your storehouse"),
            _(
                "House 7 needs one shell to reach your storehouse, house 6 needs two, and so on down to "
                "house 1. Which house has as many as it needs?"
            ),
            _("House 1 holds seven and needs seven. Count all your houses like that before each turn."),
            _board([7, 2, 1, 2, 0, 0, 0], [0, 1, 0, 0, 3, 0, 0], 47),
            [1],
            20,
        ),
        _lesson(
            _("Nearest first"),
            _("Houses 6 and 7 both reach your storehouse. Scoop them in the order that keeps both."),
            _("Houses 7, 6 and 7 again: three shells stored, and the turn is still yours."),
            _board([0, 0, 2, 0, 0, 2, 1], [0, 0, 10, 0, 0, 3, 0], 30),
            [7, 6, 7],
            2,
        ),
        _lesson(
            _("Follow the sowing"),
            _("No house reaches your storehouse at once. Find the one whose sowing goes on and ends there."),
            _("House 3 ends in house 6, and its two shells end in your storehouse: you scoop again."),
            _board([1, 0, 3, 1, 0, 1, 5], [0, 1, 0, 0, 0, 2, 1], 49),
            [3],
            8,
        ),
        _lesson(
            _("On to a capture"),
            _(
                "A sowing that goes on can also end in a capture. House 9 holds six shells: how do you reach "
                "them?"
            ),
            _("House 2 ends in house 4, whose shells end in the empty house 6, opposite house 9."),
            _board([1, 2, 0, 1, 0, 0, 0], [3, 1, 0, 1, 1, 6, 0], 46),
            [2],
            10,
        ),
        _lesson(
            _("Capture from afar"),
            _("Look at your empty houses, and at what lies opposite. Which sowing ends opposite the most?"),
            _(
                "The four shells of house 3 end in house 7. They took what lay in house 8, and North can't "
                "use it."
            ),
            _board([3, 0, 4, 0, 1, 0, 0], [1, 0, 0, 0, 2, 0, 3], 42),
            [3],
            12,
        ),
        _lesson(
            _("A capture that can't wait"),
            _("House 5 would let you scoop again. But you would use up a shell that you need. Find better."),
            _("The shell of house 6 captured three. House 5 would have swept it along to your storehouse."),
            _board([0, 0, 1, 0, 1, 1, 0], [0, 0, 0, 0, 0, 1, 3], 52),
            [6],
            4,
        ),
        _lesson(
            _("The better of two"),
            _(
                "Houses 3 and 4 both end in house 5 and capture thirteen. Ask what North can capture next, "
                "and choose."
            ),
            _(
                "House 3 also took your shells away from under house 12, where North could have captured "
                "them."
            ),
            _board([0, 7, 2, 1, 0, 0, 2], [0, 2, 0, 1, 13, 0, 0], 32),
            [3],
            8,
        ),
        _lesson(
            _("Hold back"),
            _(
                "The round ends when a side has no shells to move, and each keeps what lies in its houses. "
                "North has one shell left: give it no other."
            ),
            _(
                "North plays its last shell, and the round is over. House 6 with its eleven shells stays "
                "yours."
            ),
            _board([0, 0, 1, 0, 1, 11, 0], [0, 0, 1, 0, 0, 0, 0], 43),
            [3],
            14,
        ),
    )
)
