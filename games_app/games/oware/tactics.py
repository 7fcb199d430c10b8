"""The tactics of oware: tips on good decisions, and the themes of puzzles."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from django.utils.translation import gettext_lazy as _

from games_app.games.motifs import Motif, captures, collects, decides
from games_app.games.oware.rules.state import LAST_QUIET, OTHER, ROLES, OwareState
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
    Tip(always, _("Look for a quiet move: the one that leaves your opponent the least.")),
)


HOUSE = 2
"""Least number of seeds in the house that is sown first, where more than one matters."""
FEW = 7
"""Number of seeds in the houses that are few."""


def _sows_several(solution: SolutionTrace) -> bool:
    return any(len(step["drops"]) >= HOUSE for step in solution.line[0].steps("scoop"))


def _has_few_seeds(solution: SolutionTrace) -> bool:
    start = cast("OwareState", solution.turn.start)
    return sum(start.houses) <= FEW


def _is_behind(solution: SolutionTrace) -> bool:
    start = cast("OwareState", solution.turn.start)
    own = ROLES.index(solution.role)
    return start.stores[own] < start.stores[1 - own]


def _runs_out(solution: SolutionTrace) -> bool:
    """Return whether the game ends because nothing has been captured for so many moves."""
    return ends(solution) and solution.line[-1].end.facts()["quiet"] == LAST_QUIET


def _starves(solution: SolutionTrace) -> bool:
    """Return whether the game ends because a role can't sow any more."""
    return any(each["do"] == "collect" for each in solution.trace) and not _runs_out(solution)


THEMES = (
    Theme("capture", _("Prepare a capture"), occurs("capture")),
    Theme("starve", _("No more seeds"), _starves),
    Theme("last", _("The last moves"), _runs_out),
    Theme("behind", _("From behind"), _is_behind),
    Theme("several", _("Sow several seeds"), _sows_several),
    Theme("few", _("Few seeds"), _has_few_seeds),
    Theme("one", _("One move"), takes(1)),
    Theme("two", _("Two moves"), takes(2)),
    Theme("long", _("Three moves or more"), is_long),
)


MOTIFS = (Motif("wins", decides), Motif("capture", captures), Motif("collect", collects))
