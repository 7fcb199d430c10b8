"""The course of nine men's morris: eight lessons of strategy."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games_app.games.base import State, play
from games_app.games.course import Claim, Course, Lesson, sought
from games_app.games.guide import Move, Step
from games_app.games.morris import GAME
from games_app.games.morris.guide import position
from games_app.games.sheet import Text


def _sought(written: str, task: Text = "") -> Move:
    return sought(GAME, "white", written, task)


def _lesson(title: Text, task: Text, after: Text, start: State, move: str, claim: Claim) -> Lesson:
    return Lesson(Step(title, task, start, (_sought(move),), after), claim)


MILL_CLOSED = play(position(GAME, "a7 d7 e3", "d2 f2 f4 b6", 5), "white", GAME.action("g7")).state
"""White has closed a mill and takes a stone."""

DOUBLE_MILL = Lesson(
    Step(
        _("The double mill"),
        _("One stone can open a mill by closing another. Then every move of it takes a stone. Begin."),
        position(GAME, "a7 d7 g7 f4 e4", "b6 d5 b2 d1 g1"),
        (
            _sought("g7-g4"),
            Move(
                "white",
                GAME.action("xg1"),
                only=(GAME.action("xg1"),),
                task=_("Closed. Take the stone at g1."),
            ),
            Move("black", GAME.action("d5-c5"), by_itself=True),
            _sought("g4-g7", _("Black could do nothing about it. Now back again.")),
        ),
        _("To and fro, and each time a mill closes. Few games are lost with a double mill."),
    ),
    Claim(brings="mill"),
)

COURSE = Course(
    (
        _lesson(
            _("Two at once"),
            _("Black can stop one mill, but not two. Place a stone where two of your lines meet."),
            _("From a7 you threaten to close at g7 and at a1. Black can take only one of them."),
            position(GAME, "d7 a4 f2 e3", "d6 e4 c3 b2", 5),
            "a7",
            Claim(brings="mill", turns=2),
        ),
        _lesson(
            _("Look before you place"),
            _(
                "Before each move, look for lines on which Black has two stones and one point is free. Stop "
                "the mill."
            ),
            _("A stone at b2, and Black's line is dead."),
            position(GAME, "d6 a4 g1", "d2 f2 e5", 6),
            "b2",
            Claim(prevents="mill"),
        ),
        _lesson(
            _("Take the right stone"),
            _(
                "You have closed a mill. Black threatens two mills of its own: take the stone that both of "
                "them need."
            ),
            _("Without f2 neither b2 nor f6 closes anything."),
            MILL_CLOSED,
            "xf2",
            Claim(prevents="mill"),
        ),
        _lesson(
            _("Open it safely"),
            _(
                "A mill is worth something only if it opens and closes again. Slide a stone out so that "
                "Black can't step in."
            ),
            _("Black reaches neither f6 nor f4. The stone from d6 would have let the one at d7 in."),
            position(GAME, "b6 d6 f6 a1 c3", "d7 b4 d2 g1 e3"),
            "f6-f4",
            Claim(brings="mill", turns=2),
        ),
        DOUBLE_MILL,
        _lesson(
            _("Lock a mill"),
            _(
                "Black's mill at the top is closed. If its stones can't get out, it never closes again. Lock "
                "it."
            ),
            _("All three ways out are yours now, and Black's mill is worth nothing."),
            position(GAME, "a4 g4 d5 f2 b2", "a7 d7 g7 e3 d1"),
            "d5-d6",
            Claim(prevents="mill", turns=2),
        ),
        _lesson(
            _("Leave no move"),
            _("A player who can't move passes, and you move twice. Close Black in."),
            _(
                "Black had to pass, and it is your turn again. Stones that can move are worth more than "
                "stones."
            ),
            position(GAME, "a4 d6 f4 d1 b2", "a7 d7 g7 g4"),
            "d1-g1",
            Claim(brings="pass"),
        ),
        _lesson(
            _("Watch the flyer"),
            _(
                "Black has three stones left and flies. Two of them on one line are a threat already: stop "
                "it."
            ),
            _("Only the stone from g4 could reach g7. Keep near to every line that a flyer can use."),
            position(GAME, "g4 f2 b6 d2 e5", "a7 d7 c3"),
            "g4-g7",
            Claim(prevents="mill"),
        ),
    )
)
