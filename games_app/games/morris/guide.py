"""The guide to nine men's morris, and a finished game as an example."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from games_app.games.base import State
from games_app.games.guide import Guide, Move, Picture, Sample, Step
from games_app.games.morris import GAME


def position(white: str, black: str, heaps: int, step: int) -> State:
    """A position with White to move. ``white``, ``black``: stones ("a7 d7"); ``heaps``: left to place."""
    owners = dict.fromkeys(_points(white), "white") | dict.fromkeys(_points(black), "black")
    facts = GAME.initial_state().facts() | {"heap": {"white": heaps, "black": heaps}, "step": step}
    return GAME.state_from_facts(facts | {"points": facts["points"] | owners})


def _points(written: str) -> Iterable[str]:
    return (GAME.action(point).removeprefix("place ") for point in written.split())


def place(point: str) -> str:
    return GAME.action(point)


PLACE = Step(
    # Translators: title of a step of the guide, a verb.
    _("Place"),
    _("You are White, and the board is empty. Place a stone on any point."),
    GAME.initial_state(),
    (Move("white", place("d6"), goal=("place",)),),
    _("So it goes on in turn, until each of you has placed nine stones."),
)

MILL = Step(
    _("Close a mill"),
    _("Three stones of yours along a line are a mill. Place the stone that closes one."),
    position("a7 d7 f4", "b2 d2 f2 e5", 5, 9),
    (
        Move("white", place("g7"), goal=("mill",)),
        Move(
            "white",
            GAME.action("xe5"),
            goal=("capture",),
            task=_("A mill takes one of Black's stones. Those in a mill are safe: take the other one."),
        ),
    ),
    _("Each time you close a mill you take one stone, but never out of a mill."),
    Picture(_("White closes a mill at g7 and takes e5, Black's only stone in no mill."), moves=2, card=True),
)

SLIDE = Step(
    # Translators: title of a step of the guide, a verb.
    _("Move"),
    _("All stones are placed. Now a turn slides one along a line to the next point. Close a mill so."),
    position("a7 d7 g4 b2 f4", "a1 b4 d5 c3 e3", 0, 26),
    (
        Move("white", GAME.action("g4-g7"), goal=("mill",)),
        Move("white", GAME.action("xb4"), goal=("capture",), task=_("Closed. Take any of Black's stones.")),
    ),
    _("Slide a stone out and back, and the same mill closes again, and takes again."),
    Picture(_("All stones are placed: one slides from g4 to the next point."), card=True),
)

FLY = Step(
    # Translators: title of a step of the guide, a verb.
    _("Fly"),
    _("You have three stones left, so each may fly to any empty point. Close a mill with the far one."),
    position("a7 d7 e3", "d2 f2 b4 g1", 0, 34),
    (
        Move("white", GAME.action("e3-g7"), goal=("mill",)),
        Move("white", GAME.action("xb4"), goal=("capture",), task=_("Well flown. Take a stone of Black's.")),
    ),
    _("You fly with exactly three stones only. With fewer than three you have lost."),
    Picture(_("White has three stones left and flies from e3 to g7."), card=True),
)

WIN = Step(
    _("Win"),
    _("Black has three stones left, and so is in danger. Close your mill."),
    position("b6 d6 f4 a1", "a4 c3 g1", 0, 40),
    (
        Move("white", GAME.action("f4-f6"), goal=("mill",)),
        Move(
            "white",
            GAME.action("xg1"),
            goal=("capture", "over"),
            task=_("Take a stone, and Black has too few to go on."),
        ),
    ),
    _("Two stones close no mill: you win. If nobody wins like that, more stones win after 60 moves."),
)

GUIDE = Guide((PLACE, MILL, SLIDE, FLY, WIN))


SAMPLE = Sample(
    GAME,
    {},
    "b4 f4 c4 a4 b2 b6 d2 f2 f6 g7 c5 c3 e5 d5 d7 e4 g4 d3 f6-d6 e4-e3 xd7 d2-d1 d3-d2 g4-g1 d2-d3 xd6 "
    "d1-a1 g7-d7 e5-e4 b6-d6 xa1 g1-g4 d6-f6 xb2 g4-g1 f6-d6 xc5 g1-g4 d6-f6 xc4 e4-d6 c3-c4 b4-c3 "
    "f4-e4 g4-g7 e4-f4 xc3",
)
