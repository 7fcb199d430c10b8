"""The rules of nine men's morris in words, positions as text, and the end of a match in words."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games_app.games.base import Facts, Game
from games_app.games.morris import standard_sheet
from games_app.games.morris.rules import FLYING, LAST_STEP, POINTS, WRITTEN
from games_app.games.morris.standard import LAST_QUIET, Standard
from games_app.games.sheet import OUT_OF_TIME, Goals, Line, Section, Sheet
from games_app.games.text import move_counter, quiet_counter, quiet_ending

BOARD = Section(
    _("The board"),
    (
        Line(
            _(
                "Three squares, one inside the other, with 24 points; lines join the middles of their "
                "sides. Each player has nine stones."
            )
        ),
        Line(
            _(
                "Three stones of one colour on a line are a mill: along a side of a square, or across "
                "the three squares. There are 16 such lines."
            ),
            card=True,
            brief=True,
        ),
    ),
)

TURN = Section(
    _("A turn"),
    (
        Line(_("White moves first."), card=True),
        Line(
            _(
                "While you have stones to place, place one on an empty point. Once all your nine are placed, "
                "move one along a line to the next empty point."
            ),
            card=True,
            brief=True,
        ),
        Line(_("With exactly three stones left you may move one to any empty point."), card=True),
        Line(
            _(
                "When you close a mill, remove one of your opponent's stones. Stones in a mill are safe; "
                "if all are, or there is none, you pass, and the site does that for you."
            ),
            card=True,
            brief=True,
        ),
        Line(_("One stone is removed, however many mills you closed at once."), decided=True, card=True),
        Line(_("If all your stones are placed and none can move, you pass; the site does that for you.")),
    ),
)

END = Section(
    _("The end"),
    (
        Line(
            _(
                "The game is over when all stones are placed and a player has fewer than three on the "
                "board, or after 60 moves. Passes and removals count as moves."
            ),
            decided=True,
            card=True,
            brief=True,
        ),
        Line(
            _(
                "You win 100 points to 0 if your opponent has fewer than three stones. After 60 moves more "
                "stones win, 75 points to 25; as many are a draw, 50 each."
            ),
            card=True,
            brief=True,
        ),
        Line(
            _("A mill closed by the 60th move takes no stone: the game is over before the removal."),
            card=True,
        ),
        OUT_OF_TIME,
    ),
)

GOALS = Goals(
    _("At the end"),
    (
        (_("Your opponent has fewer than three stones"), "100"),
        (_("You have more stones"), "75"),
        (_("Both have as many"), "50"),
        (_("You have fewer stones"), "25"),
        (_("You have fewer than three stones"), "0"),
    ),
)

SHEET = Sheet(
    sentence=_("Line up three, take one, and leave your opponent with two."),
    seats={"white": _("White, moves first"), "black": _("Black, moves second")},
    sections=(BOARD, TURN, END),
    goals=GOALS,
    places=(
        _(
            "Points are called by column and row, a1 at white's lower left to g7: d7-d6 moves a stone, xd6 "
            "removes one."
        ),
        _(
            "In the published game description a point is a square and a direction: outer, middle or inner; "
            "n, ne, e, se, s, sw, w or nw. So d7 is outer n, b6 middle nw and e3 inner se."
        ),
    ),
    also=(_("mill"), _("merels"), _("cowboy checkers")),
    counted=_("Stones left"),
    aspects=standard_sheet.aspects(None),
    because=_("Our short game: it is over after 60 moves at the latest."),
)


def sheet(game: Game) -> Sheet:
    """Return the rules of this rule set in words."""
    return standard_sheet.sheet(game.parameters, SHEET) if isinstance(game, Standard) else SHEET


EMPTY_BOARD = """\
7  .-----------.-----------.
   |           |           |
6  |   .-------.-------.   |
   |   |       |       |   |
5  |   |   .---.---.   |   |
   |   |   |       |   |   |
4  .---.---.       .---.---.
   |   |   |       |   |   |
3  |   |   .---.---.   |   |
   |   |       |       |   |
2  |   .-------.-------.   |
   |           |           |
1  .-----------.-----------.
   a   b   c   d   e   f   g"""
STONES = {"empty": ".", "white": "W", "black": "B"}


def draw(facts: Facts) -> list[str]:
    lines = [list(line) for line in EMPTY_BOARD.splitlines()]
    for point, written in zip(POINTS, WRITTEN, strict=True):
        column, row = "abcdefg".index(written[0]), int(written[1])
        lines[2 * (7 - row)][3 + 4 * column] = STONES[facts["points"][point]]
    heaps = ", ".join(f"{role} {n}" for role, n in facts["heap"].items())
    settling = ", a mill to settle" if facts["mill"] else ""
    return [
        *("".join(line) for line in lines),
        f"to place: {heaps}",
        f"control: {facts['control']}, {_played(facts)}{settling}",
    ]


def _played(facts: Facts) -> str:
    return f"step {facts['step']}" if "step" in facts else f"{len(facts['quiet'])} moves without progress"


def course(facts: Facts) -> str:
    if "quiet" in facts:
        return quiet_counter(facts, LAST_QUIET)
    return move_counter(facts["step"], LAST_STEP)


def ending(facts: Facts) -> str:
    stones = list(facts["points"].values())
    if any(stones.count(role) + n < FLYING for role, n in facts["heap"].items()):
        return gettext("one side has fewer than three stones")
    if "empty" not in stones:
        return gettext("the board is full")
    if "quiet" in facts:
        return quiet_ending(facts, LAST_QUIET) or gettext("the player to move is blocked")
    return ngettext("%(n)d move played", "%(n)d moves played", LAST_STEP) % {"n": LAST_STEP}
