"""Congkak (congklak, dakon, sungka): the mancala of Southeast Asia, with sealed openings and burnt houses."""

from __future__ import annotations

from games_app.games.base import Facts, Game, Option
from games_app.games.congkak.rules import actions
from games_app.games.congkak.rules.board import ALL_HOUSES, HOUSES, NORTH, ROLES, SIDES, SOUTH, START, Options
from games_app.games.congkak.rules.facts import read
from games_app.games.congkak.rules.state import CongkakState

__all__ = ["Congkak", "CongkakState"]


class Congkak(Game):
    """Two rows of seven houses, two storehouses, 98 shells."""

    slug = "congkak"
    name = "Congkak"
    order = 40
    roles = ROLES
    least_decisions = 6
    options = {
        "rounds": Option(("match", "1", "3", "5"), default="match", offered="3"),
        "opening": Option(("simultaneous", "south", "north"), default="simultaneous", offered="simultaneous"),
        "sowing": Option(("auto", "hand"), default="auto", offered="auto"),
    }

    def initial_state(self, **options: str) -> CongkakState:
        agreed = Options(**self.checked_options(options))
        starter = {"south": SOUTH, "north": NORTH}.get(agreed.opening)
        return CongkakState(
            options=agreed,
            shells=START,
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
        return read(facts, self.options)

    def notation(self, action: str) -> str:
        return actions.notation(action)

    def action(self, notation: str) -> str:
        return actions.action_written(notation)

    def score(self, facts: Facts) -> dict[str, int]:
        return dict(facts["stores"])

    def round_of(self, facts: Facts) -> int:
        return int(facts["round"])

    def houses_held(self, facts: Facts) -> dict[str, int]:
        """Return each role's number of houses that are not burnt."""
        burnt = [ALL_HOUSES[house - 1] for house in facts["burnt"]]
        return {
            role: len(own) - sum(house in own for house in burnt)
            for role, own in zip(ROLES, HOUSES, strict=True)
        }

    def continues(self, action: str) -> bool:
        return action.startswith("drop")
