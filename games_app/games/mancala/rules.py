"""Kalah with five pits and three stones: sowing, one stone at a time.

A turn is a ``pick`` and its ``put``s, each an action of its own. The board is stored as the ring of its
twelve stops in sowing order, so that opposite pits mirror each other: stop i and stop 10 - i.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from games_app.games import trace as steps
from games_app.games.base import NOOP, Facts, Game, IllegalAction, State, Step, Trace
from games_app.games.reading import by_role, one_of, record, require, whole

STOPS = ("p1", "p2", "p3", "p4", "p5", "pwinsouth", "p6", "p7", "p8", "p9", "p10", "pwinnorth")
PLACE = {stop: i for i, stop in enumerate(STOPS)}
PITS = {"south": range(0, 5), "north": range(6, 11)}
STORE = {"south": 5, "north": 11}
OTHER = {"south": "north", "north": "south"}
PATH = {role: tuple(i for i in range(12) if i != STORE[OTHER[role]]) for role in OTHER}
FOLLOWING = {role: dict(zip(path, path[1:] + path[:1], strict=True)) for role, path in PATH.items()}

STONES = 30
ROLES = ("north", "south")
VERBS = ("pick", "put", "clear")
ACTIONS = {f"{verb} {stop}": (verb, i) for verb in VERBS for i, stop in enumerate(STOPS)}


def _written(verb: str, stop: int) -> str | None:
    if stop in STORE.values():
        return f"+{STOPS[stop][4].upper()}" if verb == "put" else None
    number = STOPS[stop][1:]
    return {"pick": number, "put": f"+{number}", "clear": f"{number}*"}[verb]


NOTATIONS = {NOOP: "--"} | {
    action: written for action, named in ACTIONS.items() if (written := _written(*named)) is not None
}
READINGS = {written: action for action, written in NOTATIONS.items()}


def goal(stones: int) -> int:
    """The goal of a role with so many stones in its store at the end."""
    if stones < STONES // 2:
        return 0
    return 50 if stones == STONES // 2 else 70 + stones


@dataclass(frozen=True, slots=True)
class MancalaState(State):
    """``pits``: the stones at each of STOPS; ``hand``: how many ``control`` holds; ``at``: its next stop."""

    pits: tuple[int, ...]
    control: str
    hand: int = 0
    at: int | None = None
    trace: Trace = field(default=(), compare=False, repr=False)

    roles = ROLES

    @property
    def to_move(self) -> tuple[str, ...]:
        ended = self.pits[STORE["south"]] + self.pits[STORE["north"]] == STONES
        return () if ended else (self.control,)

    def goals(self) -> dict[str, int]:
        if not self.is_terminal:
            return {}
        return {role: goal(self.pits[STORE[role]]) for role in ROLES}

    def forced(self) -> tuple[str, str] | None:
        if self.at is not None:
            return self.control, f"put {STOPS[self.at]}"
        if not self._holds(self.control) and not self.is_terminal:
            return self.control, NOOP
        return None

    def facts(self) -> Facts:
        return {
            "pits": dict(zip(STOPS, self.pits, strict=True)),
            "hand": {role: self.hand if role == self.control else 0 for role in ROLES},
            "at": None if self.at is None else STOPS[self.at],
            "control": self.control,
        }

    def _holds(self, role: str) -> bool:
        """Return whether a stone lies in the role's pits."""
        pits = PITS[role]
        return any(self.pits[pits.start : pits.stop])

    def _legal(self, role: str) -> list[str]:
        if self.at is not None:
            return [f"put {STOPS[self.at]}"]
        verb = "pick" if self._holds(OTHER[role]) else "clear"
        return [f"{verb} {STOPS[pit]}" for pit in PITS[role] if self.pits[pit]] or [NOOP]

    def _apply(self, role: str, action: str) -> Self:
        if action == NOOP:
            return self._pass(role)
        if action not in ACTIONS:
            raise _not_an_action(action)
        verb, stop = ACTIONS[action]
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
            raise IllegalAction("pick_instead" if sowing else "clear_instead", pit=STOPS[stop][1:])
        return self._pick(role, stop) if sowing else self._clear(role, stop)

    def _pass(self, role: str) -> Self:
        if self.at is not None:
            raise self._put_next(self.at)
        if self._holds(role):
            raise IllegalAction("no_pass")
        return type(self)(self.pits, OTHER[role], trace=(steps.passed(role),))

    def _pick(self, role: str, pit: int) -> Self:
        stones = self.pits[pit]
        pits = list(self.pits)
        pits[pit] = 0
        taken = steps.scoop(role, STOPS[pit], stones)
        return type(self)(tuple(pits), role, stones, FOLLOWING[role][pit], (taken,))

    def _put(self, role: str, stop: int) -> Self:
        pits = list(self.pits)
        pits[stop] += 1
        hand = self.hand - 1
        fell = steps.drop(role, STOPS[stop], pits[stop], hand)
        if hand:
            return type(self)(tuple(pits), role, hand, FOLLOWING[role][stop], (fell,))
        if stop == STORE[role]:
            return type(self)(tuple(pits), role, trace=(fell, steps.again(role)))
        trace = [fell]
        if pits[stop] == 1 and stop in PITS[role]:
            trace.append(_capture(pits, role, stop))
        trace.append(steps.end(role))
        return self._settled(pits, OTHER[role], trace)

    def _clear(self, role: str, pit: int) -> Self:
        pits = list(self.pits)
        store = STORE[role]
        pits[store] += pits[pit]
        pits[pit] = 0
        taken = steps.collect(role, [(STOPS[pit], self.pits[pit])], STOPS[store], pits[store])
        return self._settled(pits, role, [taken])

    def _settled(self, pits: list[int], control: str, trace: list[Step]) -> Self:
        """The state with an empty hand; if that ends the game, the trace names the winner."""
        south, north = pits[STORE["south"]], pits[STORE["north"]]
        if south + north == STONES:
            trace.append(steps.over(None if south == north else "south" if south > north else "north"))
        return type(self)(tuple(pits), control, trace=tuple(trace))

    def _check_pit(self, role: str, stop: int) -> None:
        if stop in STORE.values():
            raise IllegalAction("store_stays")
        pit, own = STOPS[stop][1:], PITS[role]
        if stop not in own:
            raise IllegalAction("not_your_pit", pit=pit, first=STOPS[own[0]][1:], last=STOPS[own[-1]][1:])
        if not self.pits[stop]:
            raise IllegalAction("pit_empty", pit=pit)

    def _put_next(self, at: int) -> IllegalAction:
        if at == STORE[self.control]:
            return IllegalAction("put_next_store", n=self.hand)
        return IllegalAction("put_next_pit", n=self.hand, pit=STOPS[at][1:])


def _capture(pits: list[int], role: str, pit: int) -> Step:
    """Take the last stone and the opposite pit into the role's store."""
    opposite, store = 10 - pit, STORE[role]
    stones = [(STOPS[pit], pits[pit]), (STOPS[opposite], pits[opposite])]
    pits[store] += pits[pit] + pits[opposite]
    pits[pit] = pits[opposite] = 0
    return steps.capture(role, stones, STOPS[store], pits[store])


def _not_an_action(action: str) -> IllegalAction:
    verb, _, stop = action.partition(" ")
    if verb in VERBS and stop.isalnum():
        return IllegalAction("no_such_pit", pit=stop)
    return IllegalAction("not_an_action", action=action)


class Mancala(Game):
    """The game; its states are MancalaState."""

    slug = "mancala"
    name = "Mancala"
    order = 10
    roles = ROLES
    least_decisions = 5

    def initial_state(self, **options: str) -> MancalaState:
        self.checked_options(options)
        return MancalaState(tuple(0 if i in STORE.values() else 3 for i in range(12)), "north")

    def state_from_facts(self, facts: Facts) -> MancalaState:
        given = record(facts, ("pits", "hand", "at", "control"), "The facts")
        pits = record(given["pits"], STOPS, "pits")
        hands = dict(zip(ROLES, by_role(given["hand"], ROLES, STONES, "hand"), strict=True))
        control = one_of(given["control"], ROLES, "control")
        hand = hands[control]
        require(hands[OTHER[control]] == 0, "Only the role in control can hold stones")
        at = None if given["at"] is None else PLACE[one_of(given["at"], STOPS, "at")]
        stones = tuple(whole(pits[stop], 0, STONES, stop) for stop in STOPS)
        require(sum(stones) + hand == STONES, f"There must be {STONES} stones in all")
        state = MancalaState(stones, control, hand, at)
        _check_hand(state)
        return state

    def notation(self, action: str) -> str:
        if action not in NOTATIONS:
            raise IllegalAction("not_an_action", action=action)
        return NOTATIONS[action]

    def action(self, notation: str) -> str:
        if notation not in READINGS:
            raise IllegalAction("not_a_notation", notation=notation)
        return READINGS[notation]

    def score(self, facts: Facts) -> dict[str, int]:
        return {role: facts["pits"][STOPS[STORE[role]]] for role in ROLES}

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
    at = state.at
    require(at in PATH[state.control], "at must be on the path of the role in control")
    sown = any(_sown_from(pit, at, state) for pit in PITS[state.control])
    require(sown, "The hand must come from a pit of the role in control, sown as far as at")


def _sown_from(start: int, at: int, state: MancalaState) -> bool:
    """Return whether the hand can come from ``start``: without its drops, the pick must have been legal."""
    path = PATH[state.control]
    here = path.index(start)
    before = list(state.pits)
    dropped = (path.index(at) - here - 1) % len(path) + len(path) * before[start]
    for i in range(1, dropped + 1):
        before[path[(here + i) % len(path)]] -= 1
    opposing = any(before[pit] for pit in PITS[OTHER[state.control]])
    return before[start] == 0 and min(before) >= 0 and opposing
