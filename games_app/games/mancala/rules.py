"""Kalah: sowing, one stone at a time.

A turn is a ``pick`` and its ``put``s, each an action of its own. With the pie rule, the second player may
answer the first turn with ``swap``: the board is turned, and the first player moves again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

from games_app.games import trace as steps
from games_app.games.base import (
    NOOP,
    Facts,
    Game,
    IllegalAction,
    InvalidFacts,
    InvalidOption,
    State,
    Step,
    Trace,
)
from games_app.games.mancala.parameters import OPTIONS, OTHER, ROLES, SWAP, VERBS, Parameters, Rules, rules_of
from games_app.games.validation import by_role, one_of, record, require, whole


@dataclass(frozen=True, slots=True)
class MancalaState(State):
    """A position of Kalah.

    ``pits``: the stones at each of the rules' stops; ``hand``: how many ``control`` holds; ``at``: its next
    stop. ``swap``: the second player has not moved yet and may swap sides.
    """

    rules: Rules
    pits: tuple[int, ...]
    control: str
    hand: int = 0
    at: int | None = None
    swap: bool = False
    trace: Trace = field(default=(), compare=False, repr=False)

    roles = ROLES

    @property
    def slug(self) -> str:
        return self.rules.slug

    @property
    def to_move(self) -> tuple[str, ...]:
        if self.at is not None:
            return (self.control,)
        rules = self.rules
        ended = self.pits[rules.parameters.pits] + self.pits[-1] == rules.total
        return () if ended else (self.control,)

    def goals(self) -> dict[str, int]:
        if not self.is_terminal:
            return {}
        return {role: self.rules.goal(self.pits[self.rules.store[role]]) for role in ROLES}

    def forced(self) -> tuple[str, str] | None:
        if self.at is not None:
            return self.control, f"put {self.rules.stops[self.at]}"
        if not self._holds(self.control) and not self.is_terminal:
            return self.control, NOOP
        return None

    def facts(self) -> Facts:
        stops = self.rules.stops
        facts = {
            "pits": dict(zip(stops, self.pits, strict=True)),
            "hand": {role: self.hand if role == self.control else 0 for role in ROLES},
            "at": None if self.at is None else stops[self.at],
            "control": self.control,
        }
        if not self.rules.options:
            return facts
        return {"options": dict(self.rules.options), **facts, "swap": self.swap}

    @property
    def can_swap(self) -> bool:
        """Return whether the second player may swap sides now."""
        return self.swap and self.control == ROLES[1]

    def _holds(self, role: str) -> bool:
        """Return whether a stone lies in the role's pits."""
        pits = self.rules.pits[role]
        return any(self.pits[pits.start : pits.stop])

    def _legal(self, role: str) -> list[str]:
        stops = self.rules.stops
        if self.at is not None:
            return [f"put {stops[self.at]}"]
        verb = "pick" if self._holds(OTHER[role]) else "clear"
        actions = [f"{verb} {stops[pit]}" for pit in self.rules.pits[role] if self.pits[pit]] or [NOOP]
        return [*actions, SWAP] if self.can_swap else actions

    def _apply(self, role: str, action: str) -> Self:
        if action == NOOP:
            return self._pass(role)
        if action not in self.rules.actions:
            return self._swapped(role, action)
        verb, stop = self.rules.actions[action]
        if self.at is not None:
            if verb != "put" or stop != self.at:
                raise self._put_next(self.at)
            return self._put(role, stop)
        if not self._holds(role):
            raise IllegalAction("must_pass")
        if verb == "put":
            raise IllegalAction("hand_empty")
        self._check_pit(role, stop)
        sowing = self._holds(OTHER[role])
        if sowing != (verb == "pick"):
            code = "pick_instead" if sowing else "clear_instead"
            raise IllegalAction(code, pit=self.rules.stops[stop][1:])
        return self._pick(role, stop) if sowing else self._clear(role, stop)

    def _pass(self, role: str) -> Self:
        if self.at is not None:
            raise self._put_next(self.at)
        if self._holds(role):
            raise IllegalAction("no_pass")
        return type(self)(self.rules, self.pits, OTHER[role], trace=(steps.passed(role),))

    def _swapped(self, role: str, action: str) -> Self:
        """Turn the board, so that each player has the other's pits and stones."""
        if action not in self.rules.notations:
            raise _not_an_action(action)
        if self.at is not None:
            raise self._put_next(self.at)
        if not self.can_swap:
            raise IllegalAction("no_swap")
        half = len(self.pits) // 2
        pits = self.pits[half:] + self.pits[:half]
        turned = steps.swap(role, zip(self.rules.stops, pits, strict=True))
        return type(self)(self.rules, pits, OTHER[role], trace=(turned,))

    def _pick(self, role: str, pit: int) -> Self:
        rules, stones = self.rules, self.pits[pit]
        pits = list(self.pits)
        pits[pit] = 0
        taken = steps.scoop(role, rules.stops[pit], stones)
        swap = self.swap and role == ROLES[0]
        return type(self)(rules, tuple(pits), role, stones, rules.following[role][pit], swap, (taken,))

    def _put(self, role: str, stop: int) -> Self:
        rules, pits = self.rules, list(self.pits)
        pits[stop] += 1
        hand = self.hand - 1
        fell = steps.drop(role, rules.stops[stop], pits[stop], hand)
        if hand:
            following = rules.following[role][stop]
            return type(self)(rules, tuple(pits), role, hand, following, self.swap, (fell,))
        if stop == rules.store[role]:
            return self._settled(pits, role, [fell, steps.again(role)])
        trace = [fell]
        if pits[stop] == 1 and stop in rules.pits[role]:
            trace += self._captured(pits, role, stop)
        trace.append(steps.end(role))
        return self._settled(pits, OTHER[role], trace)

    def _captured(self, pits: list[int], role: str, pit: int) -> list[Step]:
        """Take the last stone and the opposite pit into the role's store, if the rules allow it."""
        rules = self.rules
        opposite, store = rules.facing - pit, rules.store[role]
        if not pits[opposite] and not rules.parameters.captures_nothing:
            return []
        stones = [(rules.stops[pit], pits[pit]), (rules.stops[opposite], pits[opposite])]
        pits[store] += pits[pit] + pits[opposite]
        pits[pit] = pits[opposite] = 0
        return [steps.capture(role, stones, rules.stops[store], pits[store])]

    def _clear(self, role: str, pit: int) -> Self:
        pits = list(self.pits)
        taken = self._collected(pits, role, [pit])
        return self._settled(pits, role, [taken])

    def _collected(self, pits: list[int], role: str, full: list[int]) -> Step:
        """Bring the stones of the role's ``full`` pits into its store."""
        stops, store = self.rules.stops, self.rules.store[role]
        stones = [(stops[pit], pits[pit]) for pit in full]
        for pit in full:
            pits[store] += pits[pit]
            pits[pit] = 0
        return steps.collect(role, stones, stops[store], pits[store])

    def _settled(self, pits: list[int], control: str, trace: list[Step]) -> Self:
        """The state with an empty hand; if that ends the game, the trace names the winner."""
        rules = self.rules
        if rules.parameters.sweeps:
            trace += self._swept(pits)
        south, north = pits[rules.store["south"]], pits[rules.store["north"]]
        over = south + north == rules.total
        if over:
            trace.append(steps.over(None if south == north else "south" if south > north else "north"))
        swap = self.swap and not over
        return type(self)(rules, tuple(pits), control, swap=swap, trace=tuple(trace))

    def _swept(self, pits: list[int]) -> list[Step]:
        """Give each side the stones in its pits, once one of them has none."""
        full = {role: [pit for pit in self.rules.pits[role] if pits[pit]] for role in ROLES}
        if all(full.values()):
            return []
        return [self._collected(pits, role, own) for role, own in full.items() if own]

    def _check_pit(self, role: str, stop: int) -> None:
        rules = self.rules
        if stop in rules.store.values():
            raise IllegalAction("store_stays")
        pit, own = rules.stops[stop][1:], rules.pits[role]
        if stop not in own:
            first, last = (rules.stops[each][1:] for each in (own[0], own[-1]))
            raise IllegalAction("not_your_pit", pit=pit, first=first, last=last)
        if not self.pits[stop]:
            raise IllegalAction("pit_empty", pit=pit)

    def _put_next(self, at: int) -> IllegalAction:
        if at == self.rules.store[self.control]:
            return IllegalAction("put_next_store", n=self.hand)
        return IllegalAction("put_next_pit", n=self.hand, pit=self.rules.stops[at][1:])


def _not_an_action(action: str) -> IllegalAction:
    verb, _, stop = action.partition(" ")
    if verb in VERBS and stop.isalnum():
        return IllegalAction("no_such_pit", pit=stop)
    return IllegalAction("not_an_action", action=action)


class Mancala(Game):
    """A rule set of Kalah; its states are MancalaState."""

    order = 10
    roles = ROLES
    least_decisions = 5

    def __init__(self, slug: str, name: str, parameters: Parameters) -> None:
        self.slug, self.name, self.parameters = slug, name, parameters
        self.options = {name: OPTIONS[name] for name in parameters.choices}
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
        more = ("options", "swap") if self.options else ()
        fields = record(facts, ("pits", "hand", "at", "control", *more), "The facts")
        rules = self._rules_from_facts(fields)
        pits = record(fields["pits"], rules.stops, "pits")
        hands = dict(zip(ROLES, by_role(fields["hand"], ROLES, rules.total, "hand"), strict=True))
        control = one_of(fields["control"], ROLES, "control")
        hand = hands[control]
        require(hands[OTHER[control]] == 0, "Only the role in control can hold stones")
        at = None if fields["at"] is None else rules.place[one_of(fields["at"], rules.stops, "at")]
        stones = tuple(whole(pits[stop], 0, rules.total, stop) for stop in rules.stops)
        require(sum(stones) + hand == rules.total, f"There must be {rules.total} stones in all")
        swap = fields.get("swap", False)
        require(type(swap) is bool, "swap must be true or false")
        state = MancalaState(rules, stones, control, hand, at, swap)
        _check_hand(state)
        _check_swap(state)
        if rules.parameters.sweeps:
            _check_swept(state)
        return state

    def _rules_from_facts(self, fields: Mapping[str, Any]) -> Rules:
        if not self.options:
            return self.rules({})
        options = record(fields["options"], self.options, "options")
        try:
            return self.rules(
                {name: one_of(options[name], self.options[name].values, name) for name in options}
            )
        except InvalidOption as error:
            raise InvalidFacts(str(error)) from None

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
