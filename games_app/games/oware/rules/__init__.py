"""Oware by the Abapa rules: the game, with its notation and the option to sow by hand."""

from __future__ import annotations

from games_app.games.base import NOOP, SOWING, Facts, Game, IllegalAction
from games_app.games.oware.rules.facts import read
from games_app.games.oware.rules.state import DROPS, HOUSES, NAMES, ROLES, SEEDS, SOWINGS, STORE, OwareState

__all__ = ["Oware", "OwareState"]

NOTATIONS = {
    NOOP: "--",
    **{action: NAMES[house] for action, house in SOWINGS.items()},
    **{action: f"+{NAMES[house]}" for action, house in DROPS.items()},
}
READINGS = {written: action for action, written in NOTATIONS.items()}


class Oware(Game):
    """Two rows of six houses, 48 seeds."""

    slug = "oware"
    name = "Oware"
    order = 50
    roles = ROLES
    options = {"sowing": SOWING}
    least_decisions = 10

    def initial_state(self, **options: str) -> OwareState:
        by_hand = self.checked_options(options).get("sowing") == "hand"
        return OwareState((SEEDS // HOUSES,) * HOUSES, (0, 0), ROLES[0], by_hand=by_hand)

    def state_from_facts(self, facts: Facts) -> OwareState:
        return read(facts)

    def notation(self, action: str) -> str:
        if action not in NOTATIONS:
            raise IllegalAction("not_an_action", action=action)
        return NOTATIONS[action]

    def action(self, notation: str) -> str:
        if notation not in READINGS:
            raise IllegalAction("not_a_notation", notation=notation)
        return READINGS[notation]

    def score(self, facts: Facts) -> dict[str, int]:
        return {role: facts["seeds"][store] for role, store in STORE.items()}

    def continues(self, action: str) -> bool:
        return action in DROPS
