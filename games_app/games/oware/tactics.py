"""The tactics of oware: tips on good decisions, and the themes of puzzles."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games_app.games.oware.rules import OTHER, OwareState
from games_app.games.tactics import (
    Choice,
    SolutionTrace,
    Theme,
    Tip,
    always,
    choice_of,
    does,
    ends,
    is_long,
    occurs,
    sacrifices,
    takes,
    wins,
)


def _taken(choice: Choice) -> list[str]:
    return [str(stop) for step in choice.steps("capture") for stop, _n in step["from"]]


def _in_danger(state: OwareState, role: str) -> set[str]:
    """Return the houses from which ``role`` could capture at once."""
    if role not in state.to_move:
        return set()
    choices = [choice_of(state, role, action) for action in state.legal_actions(role)]
    return {stop for choice in choices for stop in _taken(choice)}


def _rescued(choice: Choice) -> list[str]:
    other = OTHER[choice.role]
    turned = replace(cast("OwareState", choice.start), control=other)
    end = cast("OwareState", choice.end)
    return sorted(_in_danger(turned, other) - _in_danger(end, other) - {_started(choice)})


def _started(choice: Choice) -> str:
    return str(choice.trace[0]["from"])


def _rescues(choice: Choice) -> bool:
    return bool(_rescued(choice))


TIPS = (
    Tip(wins, _("You can end the game now, and win it.")),
    Tip(does("capture"), _("You can capture these seeds."), _taken),
    Tip(_rescues, _("Your opponent can capture here. You can prevent it."), _rescued),
    Tip(always, _("Nothing can be captured now. Look for the move that leaves your opponent least.")),
)


def _takes_several(solution: SolutionTrace) -> bool:
    return any(step["do"] == "capture" and len(step["from"]) > 1 for step in solution.turn)


THEMES = (
    Theme("capture", pgettext_lazy("theme of puzzles", "Capture"), occurs("capture")),
    Theme("several", _("Several houses at once"), _takes_several),
    Theme("sacrifice", _("Sacrifice"), sacrifices),
    Theme("one", _("One move"), takes(1)),
    Theme("two", _("Two moves"), takes(2)),
    Theme("long", _("Three moves or more"), is_long),
    Theme("end", _("To the end"), ends),
)
