"""The rules of subtraction in words, and positions as text."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games_app.games.base import Facts
from games_app.games.sheet import OUT_OF_TIME, Goals, Line, Section, Sheet
from games_app.games.text import row

PLAY = Section(
    _("Play"),
    (
        Line(_("Five stones lie in a row."), card=True, brief=True),
        Line(_("South moves first."), card=True, brief=True),
        Line(_("Take one, two or three stones off the end of the row."), card=True, brief=True),
        Line(_("You can't pass."), decided=True),
        Line(_("The game is over when the row is empty."), card=True, brief=True),
        Line(_("Who takes the last stone wins, 100 points to 0."), card=True, brief=True),
        OUT_OF_TIME,
    ),
)

GOALS = Goals(_("The last stone"), ((_("is yours"), "100"), (_("is your opponent's"), "0")))

SHEET = Sheet(
    sentence=_("Take from a row of stones, and take the last one."),
    seats={"south": _("South, moves first"), "north": _("North, moves second")},
    sections=(PLAY,),
    goals=GOALS,
    counted=_("Stones taken"),
)


def draw(facts: Facts) -> list[str]:
    return [row(facts["pits"]), row(facts["pits"].values(), 10), f"control: {facts['control']}"]
