"""Reading of facts into a position: their shape. ``possible`` checks whether they fit together."""

from __future__ import annotations

from collections.abc import Mapping

from games_app.games.base import Facts, InvalidFacts, Option
from games_app.games.congkak.rules.board import ALL_HOUSES, NAMES, ROLES, SHELLS, STORE, Options
from games_app.games.congkak.rules.possible import check
from games_app.games.congkak.rules.state import CongkakState
from games_app.games.reading import one_of, record, require, whole

KEYS = (
    "options", "houses", "stores", "burnt", "hand", "at", "round", "phase", "control", "choosing", "sealed",
    "ended", "rounds_won",
)  # fmt: skip
PHASES = ("opening", "turn", "over")
MOST_ROUNDS = 10**9
_STOPS: Mapping[object, int] = {name: stop for stop, name in enumerate(NAMES)}


def read(facts: Facts, options: Mapping[str, Option]) -> CongkakState:
    """The state that gives these facts. Raises InvalidFacts."""
    record(facts, KEYS, "facts")
    control = facts["control"]
    played = whole(facts["round"], 1, MOST_ROUNDS, "round")
    state = CongkakState(
        options=_options(facts["options"], options),
        shells=_shells(facts["houses"], facts["stores"]),
        burnt=tuple(_STOPS[whole(house, 1, 14, "burnt")] for house in _list(facts["burnt"], "burnt")),
        hands=_counts(facts["hand"], SHELLS, "hand"),
        at=_stops(facts["at"], "at"),
        round=played,
        phase=one_of(facts["phase"], PHASES, "phase"),
        control=None if control is None else ROLES.index(one_of(control, ROLES, "control")),
        choosing=_sides(facts["choosing"], "choosing"),
        sealed=_stops(facts["sealed"], "sealed"),
        ended=_sides(facts["ended"], "ended"),
        won=_counts(facts["rounds_won"], played, "rounds_won"),
    )
    check(state)
    return state


def _options(value: object, options: Mapping[str, Option]) -> Options:
    chosen = record(value, options, "options")
    return Options(**{name: one_of(chosen[name], option.values, name) for name, option in options.items()})


def _shells(houses: object, stores: object) -> tuple[int, ...]:
    by_house = record(houses, [str(NAMES[house]) for house in ALL_HOUSES], "houses")
    shells = [0] * len(NAMES)
    for house in ALL_HOUSES:
        shells[house] = whole(by_house[str(NAMES[house])], 0, SHELLS, f"house {NAMES[house]}")
    for store, count in zip(STORE, _counts(stores, SHELLS, "stores"), strict=True):
        shells[store] = count
    return tuple(shells)


def _counts(value: object, most: int, what: str) -> tuple[int, ...]:
    by_role = record(value, ROLES, what)
    return tuple(whole(by_role[role], 0, most, what) for role in ROLES)


def _stops(value: object, what: str) -> tuple[int | None, ...]:
    by_role = record(value, ROLES, what)
    return tuple(_stop(by_role[role], what) for role in ROLES)


def _stop(value: object, what: str) -> int | None:
    if value is None:
        return None
    # True and 1.0 would find house 1.
    require(type(value) in (int, str) and value in _STOPS, f"{what} must be 1 to 14, A, B or null")
    return _STOPS[value]


def _sides(value: object, what: str) -> tuple[int, ...]:
    return tuple(ROLES.index(one_of(role, ROLES, what)) for role in _list(value, what))


def _list(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise InvalidFacts(f"{what} must be a list")
    return value
