"""Reading of facts into a position of Kalah: their shape, and whether they fit together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games_app.games.base import Facts, InvalidFacts, InvalidOption
from games_app.games.mancala.parameters import OTHER, ROLES, Rules
from games_app.games.mancala.rules.state import MancalaState
from games_app.games.validation import by_role, one_of, record, require, whole

RulesOf = Callable[[Mapping[str, str]], Rules]
"""Returns the rules of a match with these options; see ``Mancala.rules``."""


def read(facts: Facts, rules_of: RulesOf, *, has_choices: bool) -> MancalaState:
    """Return the state that gives these facts. Raises InvalidFacts.

    ``has_choices``: the facts of the rule set always name options; otherwise only those that aren't usual.
    """
    require(isinstance(facts, dict), "The facts must be an object")
    keys = ["pits", "hand", "at", "control"]
    if has_choices:
        keys += ["options", "swap"]
    elif "options" in facts:
        require(facts["options"] != {}, "options must be left out if all are usual")
        keys.append("options")
    fields = record(facts, keys, "The facts")
    rules = _rules(fields.get("options", {}), rules_of)
    pits = record(fields["pits"], rules.stops, "pits")
    hands = dict(zip(ROLES, by_role(fields["hand"], ROLES, rules.total, "hand"), strict=True))
    control = one_of(fields["control"], ROLES, "control")
    require(hands[OTHER[control]] == 0, "Only the role in control can hold stones")
    at = None if fields["at"] is None else rules.place[one_of(fields["at"], rules.stops, "at")]
    stones = tuple(whole(pits[stop], 0, rules.total, stop) for stop in rules.stops)
    require(sum(stones) + hands[control] == rules.total, f"There must be {rules.total} stones in all")
    swap = fields.get("swap", False)
    require(type(swap) is bool, "swap must be true or false")
    state = MancalaState(rules, stones, control, hands[control], at, swap)
    _check(state)
    return state


def _rules(options: Any, rules_of: RulesOf) -> Rules:
    require(isinstance(options, dict), "options must be an object")
    try:
        rules = rules_of(options)
    except InvalidOption as error:
        raise InvalidFacts(str(error)) from None
    record(options, rules.options, "options")
    return rules


def _check(state: MancalaState) -> None:
    """Check that the parts agree with each other. Raises InvalidFacts."""
    _check_hand(state)
    _check_swap(state)
    if state.rules.parameters.sweeps:
        _check_swept(state)


def _check_hand(state: MancalaState) -> None:
    holding = state.hand > 0
    require(holding == (state.at is not None), "at must be given when the hand holds stones, else null")
    if state.at is None:
        return
    at, rules = state.at, state.rules
    require(at in rules.path[state.control], "at must be on the path of the role in control")
    sown = any(_sown_from(pit, at, state) for pit in rules.pits[state.control])
    require(sown, "The hand must come from a pit of the role in control, sown as far as at")


def _sown_from(start: int, at: int, state: MancalaState) -> bool:
    """Return whether the hand can come from ``start``: without its drops, the pick must have been legal."""
    rules = state.rules
    path = rules.path[state.control]
    here = path.index(start)
    before = list(state.pits)
    dropped = (path.index(at) - here - 1) % len(path) + len(path) * before[start]
    for i in range(1, dropped + 1):
        before[path[(here + i) % len(path)]] -= 1
    opposing = any(before[pit] for pit in rules.pits[OTHER[state.control]])
    return before[start] == 0 and min(before) >= 0 and opposing


def _check_swap(state: MancalaState) -> None:
    if not state.swap:
        return
    first_turn = state.control == ROLES[0] or not state.hand
    require(state.rules.parameters.pie and first_turn, "swap must be true until the second player moves")
    require(
        state.pits[state.rules.store[ROLES[1]]] == 0, "Before the second player moves, its store is empty"
    )


def _check_swept(state: MancalaState) -> None:
    """Stones remain on both sides until the end, or in a hand."""
    held = [any(state.pits[pit] for pit in state.rules.pits[role]) for role in ROLES]
    require(bool(state.hand) or all(held) or state.is_terminal, "The game is over once a side is empty")
