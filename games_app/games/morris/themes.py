"""The themes of nine men's morris' puzzles."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games_app.games.morris.rules import FLYING, INDEX, OTHER, POINTS, STRAIGHT
from games_app.games.theme import Line, Theme, does, ends, is_long, takes


def _flies(line: Line) -> bool:
    lying = list(line.facts["points"].values())
    return lying.count(line.role) == FLYING and not line.facts["heap"][line.role]


def _blocks(line: Line) -> bool:
    """Return whether the first stone goes where the other role has the two other stones of a mill."""
    to, other = line.trace[0].get("to"), OTHER[line.role]
    if to not in INDEX:
        return False
    at = INDEX[to]
    rows = ([POINTS[point] for point in mill if point != at] for mill in STRAIGHT.mills[at])
    return any(all(line.facts["points"][name] == other for name in row) for row in rows)


def _trades(line: Line) -> bool:
    """Return whether both roles take a stone."""
    return {each["role"] for each in line.trace if each["do"] == "capture"} == {line.role, OTHER[line.role]}


THEMES = (
    Theme("mill", _("Mill"), does("mill")),
    Theme("block", _("Stop a mill"), _blocks),
    Theme("trade", _("Mill for mill"), _trades),
    Theme("one", _("One move"), takes(1)),
    Theme("two", _("Two moves"), takes(2)),
    Theme("long", _("Three moves or more"), is_long),
    Theme("flying", _("Flying"), _flies),
    Theme("end", _("To the end"), ends),
)
