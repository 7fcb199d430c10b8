"""The tactics of oware: tips on good decisions, and the themes of puzzles."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games_app.games.motifs import Motif, captures, collects, decides
from games_app.games.oware.rules.state import OTHER, OwareState
from games_app.games.tactics import (
    DecisionTrace,
    SolutionTrace,
    Theme,
    Tip,
    always,
    decision_of,
    does,
    ends,
    is_long,
    occurs,
    sacrifices,
    takes,
    wins,
)


def _taken(decision: DecisionTrace) -> list[str]:
    return [str(stop) for step in decision.steps("capture") for stop, _n in step["from"]]


def _in_danger(state: OwareState, role: str) -> set[str]:
    """Return the houses from which ``role`` could capture at once."""
    if role not in state.to_move:
        return set()
    decisions = [decision_of(state, role, action) for action in state.legal_actions(role)]
    return {stop for decision in decisions for stop in _taken(decision)}


def _rescued(decision: DecisionTrace) -> list[str]:
    other = OTHER[decision.role]
    turned = replace(cast("OwareState", decision.start), control=other)
    end = cast("OwareState", decision.end)
    return sorted(_in_danger(turned, other) - _in_danger(end, other) - {_started(decision)})


def _started(decision: DecisionTrace) -> str:
    return str(decision.trace[0]["from"])


def _rescues(decision: DecisionTrace) -> bool:
    return bool(_rescued(decision))


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


MOTIFS = (Motif("wins", decides), Motif("capture", captures), Motif("collect", collects))
