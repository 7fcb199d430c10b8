"""The guides to morris and its rule sets, and a finished game as an example."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games_app.games.base import State
from games_app.games.guide import Guide, Move, Picture, Sample, Step
from games_app.games.morris import GAME
from games_app.games.morris.rules import STONES, Morris
from games_app.games.morris.standard import Parameters, Standard
from games_app.games.sheet import Text

STEPS_PLAYED = 40
"""Number of moves before the positions without stones to place, where the rules count them."""


def position(game: Morris, white: str, black: str, heaps: int = 0) -> State:
    """A position with White to move. ``white``, ``black``: stones ("a7 d7"); ``heaps``: left to place."""
    facts = game.initial_state().facts()
    owners = dict.fromkeys(_points(white), "white") | dict.fromkeys(_points(black), "black")
    facts |= {"points": facts["points"] | owners, "heap": {"white": heaps, "black": heaps}}
    if "step" in facts:
        facts["step"] = 2 * (STONES - heaps) + 1 if heaps else STEPS_PLAYED
    return game.state_from_facts(facts)


def _points(written: str) -> Iterable[str]:
    return (GAME.action(point).removeprefix("place ") for point in written.split())


def _close(closing: str, taken: str, task: Text, *goal: str) -> tuple[Move, Move]:
    """Return the two decisions of a mill: the stone that closes it, and the stone that is taken."""
    return (
        Move("white", GAME.action(closing), goal=("mill",)),
        Move("white", GAME.action(f"x{taken}"), goal=("capture", *goal), task=task),
    )


def _place(game: Morris, stones: int) -> Step:
    return Step(
        # Translators: title of a step of the guide, a verb.
        _("Place"),
        _("You are White, and the board is empty. Place a stone on any point."),
        game.initial_state(),
        (Move("white", GAME.action("d6"), goal=("place",)),),
        format_lazy(_("So it goes on in turn, until each of you has placed {n} stones."), n=stones),
    )


def _mill(game: Morris, lesson: Text) -> Step:
    return Step(
        _("Close a mill"),
        _("Three stones of yours along a line are a mill. Place the stone that closes one."),
        position(game, "a7 d7 f4", "b2 d2 f2 e5", 5),
        _close(
            "g7",
            "e5",
            _("A mill takes one of Black's stones. Those in a mill are safe: take the other one."),
        ),
        lesson,
        Picture(
            _("White closes a mill at g7 and takes e5, Black's only stone in no mill."), moves=2, card=True
        ),
    )


def _all_in_mills(game: Morris) -> Step:
    return Step(
        _("All in mills"),
        _("All of Black's stones stand in a mill. Close yours at g7 all the same."),
        position(game, "a7 d7 f4", "b2 d2 f2", 5),
        _close("g7", "d2", _("No other stone is left, so none of them is safe. Take any.")),
        _("A stone in a mill may be taken when there is no other."),
        Picture(_("All of Black's stones stand in a mill, so White may take any of them."), moves=2),
    )


def _diagonal(game: Morris) -> Step:
    return Step(
        _("Across the corners"),
        _("On this board a mill may also lie across the corners of the three squares. Close that one."),
        position(game, "a7 c5 f4 d2", "b4 d6 g4 e3", 8),
        _close("b6", "d6", _("Closed. Take any of Black's stones.")),
        _("There are four such lines, and stones move along them too."),
        Picture(_("A mill across the corners: a7, b6 and c5."), moves=1),
    )


def _slide(game: Morris) -> Step:
    return Step(
        # Translators: title of a step of the guide, a verb.
        _("Move"),
        _("All stones are placed. Now a turn slides one along a line to the next point. Close a mill so."),
        position(game, "a7 d7 g4 b2 f4", "a1 b4 d5 c3 e3"),
        _close("g4-g7", "b4", _("Closed. Take any of Black's stones.")),
        _("Slide a stone out and back, and the same mill closes again, and takes again."),
        Picture(_("All stones are placed: one slides from g4 to the next point."), card=True),
    )


def _fly(game: Morris) -> Step:
    return Step(
        # Translators: title of a step of the guide, a verb.
        _("Fly"),
        _("You have three stones left, so each may fly to any empty point. Close a mill with the far one."),
        position(game, "a7 d7 e3", "d2 f2 b4 g1"),
        _close("e3-g7", "b4", _("Well flown. Take a stone of Black's.")),
        _("You fly with exactly three stones only. With fewer than three you have lost."),
        Picture(_("White has three stones left and flies from e3 to g7."), card=True),
    )


def _walk(game: Morris) -> Step:
    return Step(
        _("No flying"),
        _("You have three stones left, and here they still move along the lines only. Close your mill."),
        position(game, "a7 d7 g4", "d2 f2 b4 g1"),
        _close("g4-g7", "b4", _("Closed. Take any of Black's stones.")),
        _("Nobody flies by these rules. With fewer than three stones you have lost."),
        Picture(_("White has three stones left, and they still move along the lines only."), card=True),
    )


def _win(game: Morris, lesson: Text) -> Step:
    return Step(
        _("Win"),
        _("Black has three stones left, and so is in danger. Close your mill."),
        position(game, "b6 d6 f4 a1", "a4 c3 g1"),
        _close("f4-f6", "g1", _("Take a stone, and Black has too few to go on."), "over"),
        lesson,
    )


def _block(game: Morris, corners: str) -> Step:
    return Step(
        # Translators: title of a step of the guide, a verb: leave the opponent without a move.
        _("Block"),
        _("If you can't move, you have lost. Take Black's last free point."),
        position(game, f"a4 d6 f4 d1 {corners}", "a7 d7 g7 g4"),
        (Move("white", GAME.action("d1-g1"), goal=("over",)),),
        _("None of Black's stones has an empty point beside it: you win."),
        Picture(_("White moves from d1 to g1, and no black stone can move any more.")),
    )


def guide(game: Morris) -> Guide:
    if isinstance(game, Standard):
        return _standard(game, game.parameters)
    return Guide(
        (
            _place(game, STONES),
            _mill(game, _("Each time you close a mill you take one stone, but never out of a mill.")),
            _slide(game),
            _fly(game),
            _win(
                game,
                _(
                    "Two stones close no mill: you win. If nobody wins like that, more stones win after 60 "
                    "moves."
                ),
            ),
        )
    )


def _standard(game: Standard, of: Parameters) -> Guide:
    lesson = _("Each time you close a mill you take one stone, first of all one that stands in no mill.")
    return Guide(
        (
            _place(game, of.stones),
            _mill(game, lesson),
            _all_in_mills(game),
            *([_diagonal(game)] if of.diagonals else []),
            _slide(game),
            _fly(game) if of.flies else _walk(game),
            _win(game, _("Two stones close no mill: you win.")),
            _block(game, "b6 f6" if of.diagonals else ""),
        )
    )


SAMPLE = Sample(
    GAME,
    {},
    "b4 f4 c4 a4 b2 b6 d2 f2 f6 g7 c5 c3 e5 d5 d7 e4 g4 d3 f6-d6 e4-e3 xd7 d2-d1 d3-d2 g4-g1 d2-d3 xd6 "
    "d1-a1 g7-d7 e5-e4 b6-d6 xa1 g1-g4 d6-f6 xb2 g4-g1 f6-d6 xc5 g1-g4 d6-f6 xc4 e4-d6 c3-c4 b4-c3 "
    "f4-e4 g4-g7 e4-f4 xc3",
)
