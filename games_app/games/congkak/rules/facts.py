"""Reading of facts into a position: their shape, and whether they fit together."""

from __future__ import annotations

from collections.abc import Mapping

from games_app.games.base import Facts, InvalidFacts, Option
from games_app.games.congkak.parameters import NORTH, ROLES, SIDES, SOUTH, Rules
from games_app.games.congkak.rules.state import CongkakState
from games_app.games.congkak.rules.table import Options
from games_app.games.validation import one_of, record, require, whole

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
    is_stop = type(value) in (int, str) and value in rules.stop_of
    require(is_stop, f"{what} must be 1 to {rules.numbers(1)[1]}, A, B or null")
    return rules.stop_of[value]


def _sides(value: object, what: str) -> tuple[int, ...]:
    return tuple(ROLES.index(one_of(role, ROLES, what)) for role in _list(value, what))


def _list(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise InvalidFacts(f"{what} must be a list")
    return value


def check(state: CongkakState) -> None:
    """Check that the parts agree with each other. Raises InvalidFacts."""
    total = state.rules.total
    require(sum(state.shells) + sum(state.hands) == total, f"there must be {total} shells in all")
    _check_hands(state)
    _check_burnt(state)
    _check_rounds(state)
    _check_start(state)
    {"opening": _check_opening, "turn": _check_turn, "over": _check_over}[state.phase](state)


def _check_hands(state: CongkakState) -> None:
    for side in SIDES:
        require((state.at[side] is None) == (not state.hands[side]), "at is null while the hand is empty")
        require(state.at[side] != state.rules.store[1 - side], "at can't be the other's store")
    require(state.options.sowing == "hand" or not any(state.hands), "only sowing by hand fills hands")


def _check_burnt(state: CongkakState) -> None:
    """Check that the burnt houses are those that the last round's loser would have refilled last.

    A store holds at least what that refill left in it and what it has certainly received since.
    """
    burnt, rules, full = state.burnt, state.rules, state.rules.parameters.shells
    loser = SOUTH if burnt and burnt[0] in rules.houses[SOUTH] else NORTH
    last_filled = rules.filled[loser][::-1]
    possible = len(burnt) < len(last_filled) and burnt == tuple(sorted(last_filled[: len(burnt)]))
    require(possible, "the burnt houses must be those that are filled last")
    require(not any(state.shells[house] for house in burnt), "a burnt house can't hold shells")
    stores = [state.shells[rules.store[side]] - _gained(state, side) for side in SIDES]
    left_over = min(stores[loser], full - 1) if burnt else 0
    others = full * len(burnt) - left_over
    require(stores[loser] >= left_over >= 0 and stores[1 - loser] >= others, "the stores hold too little")


def _gained(state: CongkakState, side: int) -> int:
    """The minimum number of shells that the side's store must have received in this round."""
    other = 1 - side
    passed = state.at[side] == state.rules.store[side]
    forfeited = state.at[other] is not None and state.at[other] in state.burnt
    # With no shell on the other side, the turn would have ended if the last one had fallen elsewhere.
    goes_on = state.phase == "turn" and side in state.choosing and not _has_shells(state, other)
    goes_on = goes_on and not state.rules.parameters.passes
    return int(passed) + int(forfeited) + int(goes_on)


def _has_shells(state: CongkakState, side: int) -> bool:
    return any(state.shells[house] for house in state.rules.houses[side])


def _check_rounds(state: CongkakState) -> None:
    """Check the rounds won against the burnt houses and the options."""
    limit = state.options.rounds
    require(limit == "match" or state.round <= int(limit), "round must be within the match's rounds")
    won = list(state.won)
    if state.phase == "over":
        south, north = (state.shells[store] for store in state.rules.store)
        if south != north:
            won[SOUTH if south > north else NORTH] -= 1
    drawn = state.round - 1 - sum(won)
    last_was_drawn = state.round > 1 and not state.burnt
    require(min(won) >= 0 and drawn >= int(last_was_drawn), "rounds_won must suit the round")
    if state.burnt:
        last_winner = NORTH if state.burnt[0] in state.rules.houses[SOUTH] else SOUTH
        require(won[last_winner] > 0, "the role without burnt houses must have won the last round")


def _check_start(state: CongkakState) -> None:
    """Check, in round one, whether a scoop must have happened."""
    if state.round > 1:
        return
    options, simultaneous = state.options, state.options.opening == "simultaneous"
    if state.shells in state.rules.starts:
        require(simultaneous == (state.phase == "opening") and not state.ended, "somebody must have scooped")
        require(simultaneous or state.control == ROLES.index(options.opening), "the other role starts")
    elif simultaneous and options.sowing == "auto":
        # A first scoop takes as many shells as a side has houses, so it reaches the side's own store.
        require(
            all(state.shells[store] for store in state.rules.store),
            "both roles must have passed their stores",
        )


def _check_opening(state: CongkakState) -> None:
    simultaneous = state.options.opening == "simultaneous"
    require(simultaneous and state.round == 1, "only a simultaneous opening of round 1 is a phase")
    require(state.control is None, "control is null in the opening")
    sealers = tuple(side for side in SIDES if state.sealed[side] is not None)
    sowers = tuple(side for side in SIDES if state.hands[side])
    everyone = sorted(state.choosing + sealers + sowers + state.ended)
    require(everyone == list(SIDES), "in the opening each role chooses, has chosen, sows or has ended")
    require(len(state.ended) < 2, "the opening is over when both roles have ended it")
    require(state.choosing == tuple(sorted(state.choosing)), "choosing lists south first")
    require(
        all(_has_shells(state, side) for side in state.choosing),
        "a role that chooses must have shells to scoop",
    )
    for side in sealers:
        house = state.sealed[side]
        own = house is not None and house in state.rules.houses[side] and state.shells[house] > 0
        require(own, "a sealed house is an own one that holds shells")
        require(state.choosing == (1 - side,), "a choice is sealed only while the other role chooses")
    require(not (sealers and state.options.sowing == "hand"), "nothing is sealed in sowing by hand")


def _check_turn(state: CongkakState) -> None:
    _check_past_opening(state)
    side = state.control
    if side is None:
        raise InvalidFacts("a role has control in a turn")
    require(not state.hands[1 - side], "only the role in control holds shells")
    require(state.choosing == (() if state.hands[side] else (side,)), "the role in control must scoop or sow")
    require(bool(state.hands[side]) or _has_shells(state, side), "a role that must scoop must have shells")


def _check_over(state: CongkakState) -> None:
    south, north = (state.shells[store] for store in state.rules.store)
    require(south + north == state.rules.total, "when the match is over all shells lie in the stores")
    limited = str(state.round) == state.options.rounds
    require(limited or min(south, north) < state.rules.parameters.shells, "the match can't be over yet")
    require(state.control is None and not state.choosing, "nobody acts when the match is over")
    _check_past_opening(state)


def _check_past_opening(state: CongkakState) -> None:
    require(not state.ended and state.sealed == (None, None), "ended and sealed belong to the opening")
