"""The rules of pawn checkers in words, positions as text, and the end of a match in words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games_app.games.base import Facts, Game
from games_app.games.checkers import draughts_sheet
from games_app.games.checkers.draughts import LAST_QUIET, Draughts
from games_app.games.checkers.rules import LAST_STEP, PAWNS
from games_app.games.sheet import OUT_OF_TIME, Goals, Line, Section, Sheet
from games_app.games.text import move_counter, quiet_counter, quiet_ending

BOARD = Section(
    _("The board"),
    (
        Line(
            _(
                "Twelve pawns each on the dark cells of a board of 8 by 8. Black begins below and goes "
                "up, red begins above and goes down."
            )
        ),
        Line(_("Pawns only ever go forward.")),
    ),
)

TURN = Section(
    _("A turn"),
    (
        Line(_("Black moves first."), card=True),
        Line(
            _("Move a pawn one step diagonally forward to an empty cell. There are no kings."),
            card=True,
            brief=True,
        ),
        Line(
            _(
                "Or jump: diagonally forward over a neighbouring pawn of your opponent to the empty "
                "cell behind it. That pawn is captured."
            ),
            card=True,
            brief=True,
        ),
        Line(
            _(
                "If you can jump, you must; which jump is your choice. One jump a turn, even if another "
                "follows."
            ),
            card=True,
            brief=True,
        ),
    ),
)

END = Section(
    _("The end"),
    (
        Line(
            _(
                "The game is over when a player has no pawn left, when the player to move can neither "
                "move nor jump, or after 99 moves."
            ),
            card=True,
            brief=True,
        ),
        Line(
            _("Being blocked doesn't lose by itself: captures alone count."),
            decided=True,
            card=True,
        ),
        Line(
            _(
                "More captures win; as many are a draw. Each of the first ten gives 8 points; 11 captures "
                "give 90, and all 12 give 100."
            ),
            card=True,
            brief=True,
        ),
        OUT_OF_TIME,
    ),
)

GOALS = Goals(
    _("Pawns you captured"),
    (
        (_("0 to 10"), _("8 each: 0 to 80")),
        ("11", "90"),
        ("12", "100"),
    ),
)

SHEET = Sheet(
    sentence=_("Pawns only, forward only: jump when you can, and count what you took."),
    seats={"black": _("Black, moves first"), "red": _("Red, moves second")},
    sections=(BOARD, TURN, END),
    goals=GOALS,
    places=(
        _("Squares are called by column and row, a1 at black's lower left to h8: c3-d4 moves, c3xe5 jumps."),
        _("In the published game description both are numbers from 1 to 8: c3 is 3 3, and a1 is 1 1."),
        _("It numbers its steps from 1: step 100, at which the game is over, comes after 99 moves."),
    ),
    counted=_("Pawns taken"),
    aspects=draughts_sheet.aspects(draughts=False),
    because=_("Our short game: no kings, and one jump a turn."),
)


def sheet(game: Game) -> Sheet:
    """Return the rules of this rule set in words."""
    return draughts_sheet.sheet(SHEET) if isinstance(game, Draughts) else SHEET


def draw(facts: Facts) -> list[str]:
    pawns: Mapping[str, str] = facts["pawns"]
    captures = ", ".join(f"{role} {n}" for role, n in facts["captures"].items())
    return [
        *(f"{y}  " + " ".join(_pawn(pawns, x, y) for x in range(1, 9)) for y in range(8, 0, -1)),
        "   a b c d e f g h",
        f"captures: {captures}",
        f"control: {facts['control']}, step {facts['step']}" if "step" in facts else _quiet(facts),
    ]


def _pawn(pawns: Mapping[str, str], x: int, y: int) -> str:
    if (x + y) % 2:
        return " "
    kind = pawns.get(f"{x} {y}", ".")
    return kind[0].upper() if kind.endswith("-king") else kind[0]


def _quiet(facts: Facts) -> str:
    on = f", {facts['chain']} jumps on" if facts["chain"] else ""
    return f"control: {facts['control']}, {len(facts['quiet'])} moves without progress{on}"


def course(facts: Facts) -> str:
    """Return the counter of moves; steps count from 1."""
    if "quiet" in facts:
        return quiet_counter(facts, LAST_QUIET)
    return move_counter(facts["step"] - 1, LAST_STEP - 1)


def ending(facts: Facts) -> str:
    if PAWNS in facts["captures"].values():
        return gettext("one side has no pawn left")
    if "quiet" in facts:
        return quiet_ending(facts, LAST_QUIET) or gettext("the player to move is blocked")
    if facts["step"] == LAST_STEP:
        played = LAST_STEP - 1
        return ngettext("%(n)d move played", "%(n)d moves played", played) % {"n": played}
    return gettext("the player to move is blocked")
