"""The rules of mancala in words, positions as text, and the end of a match in words."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games_app.games.base import Facts
from games_app.games.mancala import kalah_sheet, parameters
from games_app.games.mancala.rules import Mancala
from games_app.games.sheet import OUT_OF_TIME, VARIANT_BY_HAND, Goals, Line, Section, Sheet
from games_app.games.text import row

BOARD = Section(
    _("The board"),
    (
        Line(
            _(
                "South owns pits 1 to 5 and the store after them, north pits 6 to 10 and the other "
                "store. Each pit begins with 3 stones; the stores are empty."
            )
        ),
        Line(_("Opposite each other are pits 1 and 10, 2 and 9, 3 and 8, 4 and 7, 5 and 6."), decided=True),
    ),
)

TURN = Section(
    _("A turn"),
    (
        Line(_("North moves first."), card=True),
        Line(
            _(
                "Choose one of your pits that holds stones. They are sown one by one into what follows:"
                " the rest of your pits, your store, your opponent's pits and round again."
            ),
            card=True,
            brief=True,
        ),
        Line(_("You sow into your own store and leave out your opponent's."), decided=True, card=True),
        Line(
            _("If your last stone falls into your own store, you move again."),
            decided=True,
            card=True,
            brief=True,
        ),
        Line(
            _(
                "If it falls into an empty pit of your own, that stone and all stones of the opposite "
                "pit go to your store, and your turn ends."
            ),
            card=True,
            brief=True,
        ),
        Line(
            _("That capture also happens when the opposite pit is empty: then your last stone goes alone."),
            decided=True,
        ),
        Line(
            _(
                "Eleven stones go once round and end in the pit they came from, empty by then: a "
                "capture like any other."
            ),
            decided=True,
        ),
        Line(_("Anywhere else your turn simply ends.")),
    ),
)

END = Section(
    _("The end"),
    (
        Line(
            _(
                "When your opponent's pits are all empty, you don't sow: each of your turns clears one "
                "of your pits into your store, and you go on until all are cleared."
            ),
            card=True,
            brief=True,
        ),
        Line(_("With nothing in your own pits you pass; the site does that for you.")),
        Line(
            _("The game is over when all ten pits are empty. More stones in the store wins."),
            card=True,
            brief=True,
        ),
        Line(
            _(
                "16 stones or more give 70 points and one for each stone; all 30 give 100. 15 each are a "
                "draw, 50 points; fewer give none."
            ),
            decided=True,
        ),
        OUT_OF_TIME,
    ),
)

FAIR = Section(
    _("A fair start"),
    (
        Line(
            _(
                "With best play on both sides the first player wins by 19 stones to 11. Letting the other "
                "player choose a side after the first sowing doesn't fix that."
            )
        ),
        Line(
            _(
                "So a pair of games with sides swapped is offered first. Or play begins, if that is agreed, "
                "after two or three sowings drawn by lot from those that lead to a draw with best play, 15 "
                "stones to 15. They are played for both, and nobody takes them back."
            )
        ),
        Line(
            _(
                "Both are proved: a program has searched every continuation to its end. It belongs to the "
                "tests of this site and does so again whenever they run."
            )
        ),
    ),
)

GOALS = Goals(
    _("Stones in your store"),
    (
        (_("0 to 14"), "0"),
        ("15", "50"),
        ("16", "86"),
        ("17", "87"),
        (_("18 to 29"), _("70 and one for each stone: 88 to 99")),
        ("30", "100"),
    ),
    decided=True,
)

SHEET = Sheet(
    sentence=_("Sow stones around the board one by one, and land where it pays."),
    seats={"north": _("North, moves first"), "south": _("South, moves second")},
    sections=(BOARD, TURN, END, kalah_sheet.HAND, FAIR),
    goals=GOALS,
    places=(
        _(
            "Pits are called 1 to 10 and the stores S and N, in the order of sowing: south's 1 to 5 and S, "
            "then north's 6 to 10 and N. A move is written as its pit."
        ),
        _("In the published game description they are p1 to p10, pwinsouth and pwinnorth."),
    ),
    also=(_("Kalah"), _("Kalaha")),
    length=_("Moves and stones sown"),
    choices={"sowing": kalah_sheet.CHOICES["sowing"]},
    counted=_("Stones in the store"),
    games=2,
    games_because=_("Moving first is an advantage, so play two."),
    variants=(VARIANT_BY_HAND,),
    aspects=kalah_sheet.aspects(parameters.SHEET),
    because=_("Our short game: five pits a side, three stones in each."),
)


def sheet(game: Mancala) -> Sheet:
    """Return the rules of this rule set in words."""
    return SHEET if game.parameters == parameters.SHEET else kalah_sheet.sheet(game)


def draw(facts: Facts) -> list[str]:
    pits, at = facts["pits"], facts["at"]
    n = len(pits) // 2 - 1
    north, south = [f"p{i}" for i in range(2 * n, n, -1)], [f"p{i}" for i in range(1, n + 1)]
    return [
        "north     " + row(north),
        "          " + row(pits[pit] for pit in north),
        f"pwinnorth {pits['pwinnorth']:<{5 * n + 4}}{pits['pwinsouth']:>3} pwinsouth",
        "          " + row(pits[pit] for pit in south),
        "south     " + row(south),
        *(f"{name}: {value}" for name, value in facts.get("options", {}).items()),
        *(["south can swap sides"] if facts.get("swap") else []),
        *(f"{role} holds {n}, next at {at}" for role, n in facts["hand"].items() if n),
        f"control: {facts['control']}",
    ]


def ending(facts: Facts) -> str:
    return gettext("all pits are empty")
