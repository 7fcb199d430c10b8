"""Positions of congkak that are set up by hand, or composed for puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from games_app.games.base import Facts
from games_app.games.congkak import GAME
from games_app.games.congkak.parameters import NORTH, ROLES, SIDES, SOUTH
from games_app.games.congkak.rules import Congkak
from games_app.games.congkak.rules.state import CongkakState
from games_app.games.setup import Draft, Problem, Setup


class CongkakSetup(Setup):
    """A turn of one side, in the first round; in the second one where houses are burnt."""

    def __init__(self, game: Congkak) -> None:
        super().__init__(game)
        self.rules = rules = game.rules
        names = [str(name) for name in rules.names]
        self.counted = dict.fromkeys(names, rules.total)
        self.rows = tuple([names[house] for house in own] for own in rules.houses)
        self.stores = dict(zip(ROLES, (names[store] for store in rules.store), strict=True))
        self.houses = [names[house] for house in rules.all_houses]
        self.burnable = frozenset(self.houses)

    def facts(self, draft: Draft, options: Mapping[str, str]) -> Facts:
        burnt = [int(house) for house in self.houses if house in draft.burnt]
        winner = {True: ROLES[NORTH], False: ROLES[SOUTH]}[bool(burnt) and str(burnt[0]) in self.rows[SOUTH]]
        # After a simultaneous opening both storehouses would hold shells.
        return {
            "options": {**options, "opening": draft.turn},
            "houses": {house: draft.counts.get(house, 0) for house in self.houses},
            "stores": {role: draft.counts.get(store, 0) for role, store in self.stores.items()},
            "burnt": burnt,
            "hand": dict.fromkeys(ROLES, 0),
            "at": dict.fromkeys(ROLES),
            "round": 1 + bool(burnt),
            "phase": "turn",
            "control": draft.turn,
            "choosing": [draft.turn],
            "sealed": dict.fromkeys(ROLES),
            "ended": [],
            "rounds_won": {role: int(bool(burnt) and role == winner) for role in ROLES},
        }

    def reasons(self, facts: Facts) -> Iterator[Problem]:
        houses, stores, total = facts["houses"], facts["stores"], self.rules.total
        n = sum(houses.values()) + sum(stores.values()) + sum(facts["hand"].values())
        if n < total:
            yield Problem("shells_missing", {"n": n, "total": total, "missing": total - n})
        elif n > total:
            yield Problem("shells_left_over", {"n": n, "total": total, "over": n - total})
        else:
            yield from self._turn(facts)
            yield from self._burning(facts)

    def _burning(self, facts: Facts) -> Iterator[Problem]:
        """Yield why these houses can't be burnt."""
        burnt = [str(house) for house in facts["burnt"]]
        if not burnt:
            return
        loser, full = SOUTH if burnt[0] in self.rows[SOUTH] else NORTH, self.rules.parameters.shells
        last_filled = [[str(self.rules.names[house]) for house in own[::-1]] for own in self.rules.filled]
        if facts["options"]["rounds"] == "1":
            yield Problem("burnt_in_one_round")
        elif set(burnt) != set(last_filled[loser][: len(burnt)]):
            yield Problem("burnt_out_of_order", {ROLES[side]: last_filled[side][0] for side in SIDES})
        elif len(burnt) == len(self.rows[loser]):
            yield Problem("burnt_whole_row")
        else:
            # When the houses were filled, the loser kept too little for one more, and the winner the rest.
            kept = min(facts["stores"][ROLES[loser]] - self._goes_on(facts, loser), full - 1)
            least = full * len(burnt) - kept + self._goes_on(facts, 1 - loser)
            if facts["stores"][ROLES[1 - loser]] < least:
                yield Problem("store_too_small", {"mover": ROLES[1 - loser].capitalize(), "n": least})

    def _turn(self, facts: Facts) -> Iterator[Problem]:
        """Yield why it can't be this side's turn."""
        if facts["phase"] != "turn" or any(facts["hand"].values()):
            return
        side = ROLES.index(facts["control"])
        mover = {"mover": ROLES[side].capitalize()}
        if not any(facts["houses"].values()):
            yield Problem("round_is_over")
        elif not self._has_shells(facts, side):
            yield Problem("nothing_to_scoop", mover)
        elif facts["stores"][ROLES[side]] < self._goes_on(facts, side):
            yield Problem("goes_on_by_its_store", mover)

    def _goes_on(self, facts: Facts, side: int) -> bool:
        """Return whether the side must be going on with its turn: at a new one, both sides have shells."""
        scoops = ROLES[side] in facts["choosing"] and facts["phase"] == "turn"
        return scoops and not self.rules.parameters.passes and not self._has_shells(facts, 1 - side)

    def _has_shells(self, facts: Facts, side: int) -> bool:
        return any(facts["houses"][house] for house in self.rows[side])


def setup(game: Congkak) -> Setup:
    return CongkakSetup(game)


LEFT = range(10, 40)
"""Number of shells in the houses."""
ROUNDS = (1, 1, 2)
"""Rounds from which positions are taken; houses are burnt in the second one."""


def composed(dice: Random) -> CongkakState:
    """Return a position of a game of random turns, whose stored shells are divided anew."""
    rules = GAME.rules
    while True:
        state, number, most = (
            GAME.initial_state(opening=dice.choice(ROLES)),
            dice.choice(ROUNDS),
            dice.choice(LEFT),
        )
        while not state.is_terminal and (state.round < number or rules.total - _stored(state) > most):
            role = state.to_move[0]
            state = state.apply(role, dice.choice(state.legal_actions(role)))
        if state.round == number and state.phase == "turn":
            return _divided(state, dice)


def _stored(state: CongkakState) -> int:
    return sum(state.shells[store] for store in state.rules.store)


def _divided(state: CongkakState, dice: Random) -> CongkakState:
    """Return the position with other stores, so that neither side has more than half of the shells."""
    stored, half = _stored(state), state.rules.total // 2
    south, north = state.rules.store
    shells = list(state.shells)
    shells[south] = dice.randint(max(0, stored - half), min(stored, half))
    shells[north] = stored - shells[south]
    return replace(state, shells=tuple(shells), trace=())
