"""The course of mancala: eight lessons of strategy."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games_app.games.course import Claim, Course, Lesson, sought_turn
from games_app.games.guide import Step
from games_app.games.mancala import GAME
from games_app.games.mancala.guide import position
from games_app.games.sheet import Text


def _lesson(
    title: Text,
    task: Text,
    after: Text,
    own: list[int],
    across: list[int],
    store: int,
    pits: list[int],
    by: int,
) -> Lesson:
    """A lesson whose turn is worth at least ``by`` stones more than any other at each of its decisions."""
    return Lesson(
        Step(title, task, position(GAME, own, across, store), sought_turn(GAME, "south", pits), after),
        Claim(by=by),
    )


COURSE = Course(
    (
        _lesson(
            _("Nearest first"),
            _(
                "Two of your pits reach your store exactly. Sow the nearer one first: the other still does "
                "so afterwards. Take every extra turn."
            ),
            _(
                "Pits 5, 4 and 5 again: three extra turns. Pit 4 first would have put a stone too many in "
                "pit 5."
            ),
            [0, 0, 2, 2, 1],
            [1, 0, 3, 0, 1],
            10,
            [5, 4, 5],
            2,
        ),
        _lesson(
            _("Move again, then capture"),
            _("An extra turn also empties a pit of yours. Find the turn that ends with a capture."),
            _(
                "Pits 3 and 5 moved you again and left pit 5 empty. So pit 4 captured the two stones "
                "opposite."
            ),
            [1, 1, 3, 0, 0],
            [1, 0, 0, 0, 2],
            11,
            [3, 5, 4],
            2,
        ),
        _lesson(
            _("Not every extra turn"),
            _("Pit 2 would move you again. Look where its stones fall, and find something better."),
            _("Pit 3 captured first. Sowing pit 2 would have filled pit 5, and the capture was gone."),
            [0, 4, 2, 4, 0],
            [3, 0, 0, 1, 2],
            8,
            [3],
            14,
        ),
        _lesson(
            _("All the way round"),
            _("A large pit can come round to your own side and capture. Count the stones, and find it."),
            _("Nine stones went round to the empty pit 2: it captured three, and one fell into your store."),
            [1, 0, 1, 9, 0],
            [0, 2, 4, 0, 1],
            7,
            [4],
            14,
        ),
        _lesson(
            _("Out of danger"),
            _(
                "Look at your opponent's next turn before you sow. Two of North's pits end in the empty pit "
                "9. Save what lies opposite."
            ),
            _("The three stones of pit 2 are out of reach, and North has nothing to capture there."),
            [1, 3, 2, 0, 2],
            [1, 0, 1, 2, 0],
            11,
            [2],
            8,
        ),
        _lesson(
            _("Take the attacker"),
            _("You can capture in two ways. One of them also ends North's threat against pit 4."),
            _(
                "Pit 1 would have taken one stone more. But North's stone in pit 6 would have captured your "
                "four: now it is yours."
            ),
            [2, 3, 0, 4, 0],
            [3, 1, 2, 0, 1],
            4,
            [2],
            6,
        ),
        _lesson(
            _("Keep your stones"),
            _(
                "When your opponent's row is empty, all that lies in yours is yours. North has one stone "
                "left: give it no other."
            ),
            _(
                "North must play its last stone, and can do no more. Sixteen stones are cleared into your "
                "store."
            ),
            [1, 6, 6, 0, 3],
            [0, 1, 0, 0, 0],
            4,
            [1],
            20,
        ),
        _lesson(
            _("Wait"),
            _(
                "North has only its pit 8, whose eight stones must come over to you. Find the move that "
                "waits and gives North nothing."
            ),
            _("A step within your row was enough. Now North has to open pit 8, and most of it falls to you."),
            [0, 0, 6, 1, 3],
            [0, 0, 8, 0, 0],
            9,
            [4],
            20,
        ),
    )
)
