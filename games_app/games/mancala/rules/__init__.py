"""Kalah: its rule sets, with notation and options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from games_app.games.base import Facts, Game, IllegalAction
from games_app.games.mancala.parameters import OPTIONS, ROLES, Parameters, Rules, rules_of
from games_app.games.mancala.rules.facts import read
from games_app.games.mancala.rules.state import MancalaState

__all__ = ["Mancala", "MancalaState"]


class Mancala(Game):
    """A rule set of Kalah; its states are MancalaState."""

    order = 10
    roles = ROLES
    least_decisions = 5

    def __init__(self, slug: str, name: str, parameters: Parameters) -> None:
        self.slug, self.name, self.parameters = slug, name, parameters
        self.options = {name: OPTIONS[name] for name in (*parameters.choices, "sowing")}
        self.can_be_rated = set(parameters.choices) <= {"pie"}

    def rules(self, options: Mapping[str, str]) -> Rules:
        """Return the rules of a match with these options. Raises InvalidOption."""
        return rules_of(self.slug, self.parameters, tuple(self.checked_options(options).items()))

    def initial_state(self, **options: str) -> MancalaState:
        rules = self.rules(options)
        stones, stores = rules.parameters.stones, rules.store.values()
        pits = tuple(0 if i in stores else stones for i in range(len(rules.stops)))
        return MancalaState(rules, pits, ROLES[0], swap=rules.parameters.pie)

    def state_from_facts(self, facts: Facts) -> MancalaState:
        return read(facts, self.rules, has_choices=bool(self.parameters.choices))

    @cached_property
    def _any_rules(self) -> Rules:
        """Rules with any options: all have the same actions."""
        return self.rules({})

    def notation(self, action: str) -> str:
        if action not in self._any_rules.notations:
            raise IllegalAction("not_an_action", action=action)
        return self._any_rules.notations[action]

    def action(self, notation: str) -> str:
        if notation not in self._any_rules.readings:
            raise IllegalAction("not_a_notation", notation=notation)
        return self._any_rules.readings[notation]

    def score(self, facts: Facts) -> dict[str, int]:
        return {role: facts["pits"][f"pwin{role}"] for role in ROLES}

    def moves(self, actions: Iterable[str]) -> list[str]:
        """The decision without the stones that a pick sows."""
        plies = list(actions)
        picks = any(action.startswith("pick") for action in plies)
        return [action for action in plies if not (picks and self.continues(action))]

    def continues(self, action: str) -> bool:
        return action.startswith("put")
