"""Congkak (congklak, dakon, sungka): the mancala of Southeast Asia, with sealed openings and burnt houses."""

from __future__ import annotations

from games_app.games.base import Facts, Game, Option
from games_app.games.congkak.parameters import (
    NORTH,
    ROLES,
    SIDES,
    SOUTH,
    Parameters,
    action_written,
    notation_of,
    rules_of,
)
from games_app.games.congkak.rules.facts import read
from games_app.games.congkak.rules.state import CongkakState
from games_app.games.congkak.rules.table import Options

__all__ = ["Congkak", "CongkakState"]

ALONE = ("south", "north")


class Congkak(Game):
    """A rule set of congkak: two rows of houses and two storehouses. Its states are CongkakState."""

    order = 40
    roles = ROLES
    least_decisions = 6

    def __init__(self, slug: str, name: str, parameters: Parameters) -> None:
        self.slug, self.name = slug, name
        self.rules = rules_of(slug, parameters)
        openings = ("simultaneous", *ALONE) if parameters.at_once else ALONE
        self.options = {
            "rounds": Option(("match", "1", "3", "5"), default="match", offered="3"),
            "opening": Option(openings, default=openings[0], offered=openings[0]),
        }
        if not parameters.after_lap:
            self.options["sowing"] = Option(("auto", "hand"), default="auto", offered="auto")

    def initial_state(self, **options: str) -> CongkakState:
        agreed = Options(**self.checked_options(options))
        starter = {"south": SOUTH, "north": NORTH}.get(agreed.opening)
        return CongkakState(
            rules=self.rules,
            options=agreed,
            shells=self.rules.start,
            burnt=(),
            hands=(0, 0),
            at=(None, None),
            round=1,
            phase="opening" if starter is None else "turn",
            control=starter,
            choosing=SIDES if starter is None else (starter,),
            sealed=(None, None),
            ended=(),
            won=(0, 0),
        )

    def state_from_facts(self, facts: Facts) -> CongkakState:
        return read(facts, self.rules, self.options)

    def notation(self, action: str) -> str:
        return notation_of(self.rules, action)

    def action(self, notation: str) -> str:
        return action_written(self.rules, notation)

    def score(self, facts: Facts) -> dict[str, int]:
        return dict(facts["stores"])

    def round_of(self, facts: Facts) -> int:
        return int(facts["round"])

    def houses_held(self, facts: Facts) -> dict[str, int]:
        """Return each role's number of houses that are not burnt."""
        burnt = [self.rules.stop_of[house] for house in facts["burnt"]]
        return {
            role: len(own) - sum(house in own for house in burnt)
            for role, own in zip(ROLES, self.rules.houses, strict=True)
        }

    def continues(self, action: str) -> bool:
        return action.startswith("drop")
