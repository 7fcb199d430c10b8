"""Positions of congkak that are set up by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games_app.games.base import Facts
from games_app.games.congkak import GAME
from games_app.games.congkak.rules.board import (
    ALL_HOUSES,
    HOUSEFUL,
    HOUSES,
    NAMES,
    NORTH,
    ROLES,
    SHELLS,
    SIDES,
    SOUTH,
    STORE,
)
from games_app.games.setup import Draft, Problem, Setup

NUMBERS = tuple(str(NAMES[house]) for house in ALL_HOUSES)
ROWS = tuple(tuple(str(NAMES[house]) for house in HOUSES[side]) for side in SIDES)
STORES = {role: str(NAMES[store]) for role, store in zip(ROLES, STORE, strict=True)}


class CongkakSetup(Setup):
    """A turn of one side, in the first round; in the second one where houses are burnt."""

    counted = {str(name): SHELLS for name in NAMES}
    burnable = frozenset(NUMBERS)

    def facts(self, draft: Draft, options: Mapping[str, str]) -> Facts:
        burnt = [int(house) for house in NUMBERS if house in draft.burnt]
        winner = {True: ROLES[NORTH], False: ROLES[SOUTH]}[bool(burnt) and str(burnt[0]) in ROWS[SOUTH]]
        # After a simultaneous opening both storehouses would hold shells.
        return {
            "options": {**options, "opening": draft.turn},
            "houses": {house: draft.counts.get(house, 0) for house in NUMBERS},
            "stores": {role: draft.counts.get(store, 0) for role, store in STORES.items()},
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
        houses, stores = facts["houses"], facts["stores"]
        n = sum(houses.values()) + sum(stores.values()) + sum(facts["hand"].values())
        if n < SHELLS:
            yield Problem("shells_missing", {"n": n, "missing": SHELLS - n})
        elif n > SHELLS:
            yield Problem("shells_left_over", {"n": n, "over": n - SHELLS})
        else:
            yield from _turn(facts)
            yield from _burning(facts)


def _burning(facts: Facts) -> Iterator[Problem]:
    """Yield why these houses can't be burnt."""
    burnt = [str(house) for house in facts["burnt"]]
    if not burnt:
        return
    loser = SOUTH if burnt[0] in ROWS[SOUTH] else NORTH
    if facts["options"]["rounds"] == "1":
        yield Problem("burnt_in_one_round")
    elif burnt != list(ROWS[loser][: len(burnt)]):
        yield Problem("burnt_out_of_order")
    elif len(burnt) == len(ROWS[loser]):
        yield Problem("burnt_whole_row")
    else:
        # When the houses were filled, the loser kept too little for one more, and the winner the rest.
        kept = min(facts["stores"][ROLES[loser]] - _goes_on(facts, loser), HOUSEFUL - 1)
        least = HOUSEFUL * len(burnt) - kept + _goes_on(facts, 1 - loser)
        if facts["stores"][ROLES[1 - loser]] < least:
            yield Problem("store_too_small", {"mover": ROLES[1 - loser].capitalize(), "n": least})


def _turn(facts: Facts) -> Iterator[Problem]:
    """Yield why it can't be this side's turn."""
    if facts["phase"] != "turn" or any(facts["hand"].values()):
        return
    side = ROLES.index(facts["control"])
    mover = {"mover": ROLES[side].capitalize()}
    if not any(facts["houses"].values()):
        yield Problem("round_is_over")
    elif not _has_shells(facts, side):
        yield Problem("nothing_to_scoop", mover)
    elif facts["stores"][ROLES[side]] < _goes_on(facts, side):
        yield Problem("goes_on_by_its_store", mover)


def _goes_on(facts: Facts, side: int) -> bool:
    """Return whether the side must be going on with its turn: at a new one, both sides have shells."""
    return ROLES[side] in facts["choosing"] and facts["phase"] == "turn" and not _has_shells(facts, 1 - side)


def _has_shells(facts: Facts, side: int) -> bool:
    return any(facts["houses"][house] for house in ROWS[side])


SETUP = CongkakSetup(GAME)
