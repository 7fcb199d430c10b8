"""Reading of facts into a position: their shape. ``possible`` checks whether they fit together."""

from __future__ import annotations

from collections.abc import Mapping

from games_app.games.base import Facts, InvalidFacts, Option
from games_app.games.congkak.parameters import ROLES, Rules
from games_app.games.congkak.rules.board import Options
from games_app.games.congkak.rules.possible import check
from games_app.games.congkak.rules.state import CongkakState
from games_app.games.reading import one_of, record, require, whole

KEYS = (
    "options", "houses", "stores", "burnt", "hand", "at", "round", "phase", "control", "choosing", "sealed",
    "ended", "rounds_won",
)  # fmt: skip
PHASES = ("opening", "turn", "over")
MOST_ROUNDS = 10**9


def read(facts: Facts, rules: Rules, options: Mapping[str, Option]) -> CongkakState:
    """The state that gives these facts. Raises InvalidFacts."""
    record(facts, KEYS, "facts")
    control = facts["control"]
    played = whole(facts["round"], 1, MOST_ROUNDS, "round")
    most = rules.numbers(1)[1]
    state = CongkakState(
        rules=rules,
        options=_options(facts["options"], options),
        shells=_shells(facts["houses"], facts["stores"], rules),
        burnt=tuple(
            rules.stop_of[whole(house, 1, most, "burnt")] for house in _list(facts["burnt"], "burnt")
        ),
        hands=_counts(facts["hand"], rules.total, "hand"),
        at=_stops(facts["at"], "at", rules),
        round=played,
        phase=one_of(facts["phase"], PHASES, "phase"),
        control=None if control is None else ROLES.index(one_of(control, ROLES, "control")),
        choosing=_sides(facts["choosing"], "choosing"),
        sealed=_stops(facts["sealed"], "sealed", rules),
        ended=_sides(facts["ended"], "ended"),
        won=_counts(facts["rounds_won"], played, "rounds_won"),
    )
    check(state)
    return state


def _options(value: object, options: Mapping[str, Option]) -> Options:
    chosen = record(value, options, "options")
    return Options(**{name: one_of(chosen[name], option.values, name) for name, option in options.items()})


def _shells(houses: object, stores: object, rules: Rules) -> tuple[int, ...]:
    names = {house: str(rules.names[house]) for house in rules.all_houses}
    by_house = record(houses, names.values(), "houses")
    shells = [0] * len(rules.names)
    for house, name in names.items():
        shells[house] = whole(by_house[name], 0, rules.total, f"house {name}")
    for store, count in zip(rules.store, _counts(stores, rules.total, "stores"), strict=True):
        shells[store] = count
    return tuple(shells)


def _counts(value: object, most: int, what: str) -> tuple[int, ...]:
    by_role = record(value, ROLES, what)
    return tuple(whole(by_role[role], 0, most, what) for role in ROLES)


def _stops(value: object, what: str, rules: Rules) -> tuple[int | None, ...]:
    by_role = record(value, ROLES, what)
    return tuple(_stop(by_role[role], what, rules) for role in ROLES)


def _stop(value: object, what: str, rules: Rules) -> int | None:
    if value is None:
        return None
    # True and 1.0 would find house 1.
    known = type(value) in (int, str) and value in rules.stop_of
    require(known, f"{what} must be 1 to {rules.numbers(1)[1]}, A, B or null")
    return rules.stop_of[value]


def _sides(value: object, what: str) -> tuple[int, ...]:
    return tuple(ROLES.index(one_of(role, ROLES, what)) for role in _list(value, what))


def _list(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise InvalidFacts(f"{what} must be a list")
    return value
