"""The course of pawn checkers: eight lessons of strategy."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games_app.games.checkers import GAME
from games_app.games.checkers.guide import position
from games_app.games.course import Claim, Course, Lesson, sought
from games_app.games.guide import Move, Step
from games_app.games.sheet import Text


def _sought(written: str, task: Text = "") -> Move:
    return sought(GAME, "black", written, task)


def _lesson(title: Text, task: Text, after: Text, black: str, red: str, move: str, claim: Claim) -> Lesson:
    return Lesson(Step(title, task, position(GAME, black, red), (_sought(move),), after), claim)


SACRIFICE = Lesson(
    Step(
        _("Give one, take two"),
        _("Red must jump when it can. Offer a pawn that draws Red's away, so that you jump twice."),
        position(GAME, "f2 f4 g3 h4", "c7 d4 f6 h6"),
        (
            _sought("f4-g5"),
            Move("red", GAME.action("h6xf4"), by_itself=True),
            _sought("g3xe5", _("Red had to jump. Now it is your turn.")),
        ),
        _("One pawn is back, and the one at f6 can't escape."),
    ),
    Claim(by=1),
)

COURSE = Course(
    (
        _lesson(
            _("Take the attacker"),
            _("You can jump with two pawns. One of Red's pawns would jump you next: take that one."),
            _("The pawn at e3 stood ready to jump over f2, and now it is gone."),
            "d8 f2 h2 h4",
            "e3 g5",
            "f2xd4",
            Claim(by=1),
        ),
        _lesson(
            _("Who jumps last"),
            _("You can jump in two ways, and Red can jump back each time. Choose so that you jump last."),
            _("After c5xe3 your pawn at d2 takes again: two pawns for one."),
            "b2 d2 e1 e7 h2",
            "c3 c5",
            "b2xd4",
            Claim(by=1),
        ),
        _lesson(
            _("Covered from behind"),
            _("A pawn with another pawn behind it can't be jumped. Step up to Red's pawns like that."),
            _("The pawn at b4 is covered by a3. Now Red's pawns are in trouble, not yours."),
            "a3 c3 h6",
            "b6 c5 f2",
            "c3-b4",
            Claim(by=2, wins=True),
        ),
        _lesson(
            _("Clear the landing"),
            _(
                "Red's pawn at c7 must pass your pawn at c5, on the left or on the right. Which cell has to "
                "be free for you to jump?"
            ),
            _("With a7 free you jump either way: c5xa7 or c5xe7."),
            "a7 c5 d8 h2",
            "c1 c7 e1",
            "a7-b8",
            Claim(by=1),
        ),
        _lesson(
            _("On the edge"),
            _("From the edge a pawn has a single way. Stand so that you can jump it there."),
            _("Red has to step to g5, and f4xh6 takes it."),
            "a5 e3 f8",
            "h6",
            "e3-f4",
            Claim(by=1),
        ),
        _lesson(
            _("Let them come"),
            _("Your pawn at e5 stands well: Red must step in front of it. Find the move that waits."),
            _("Any move of e5 would have let Red pass. Now it has to step to f6, and you jump."),
            "d4 e5 f8 h6",
            "g7",
            "d4-c5",
            Claim(by=1),
        ),
        _lesson(
            _("No good move left"),
            _("Some positions are lost only because one has to move. Bring Red into one."),
            _("Whatever Red moves now, it loses its pawns one after another."),
            "a3 b4 f2 h6",
            "c7 f4 h8",
            "b4-c5",
            Claim(by=2),
        ),
        SACRIFICE,
    )
)
