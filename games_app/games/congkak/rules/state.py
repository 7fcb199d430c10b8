"""A position of congkak: legal actions and their application."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import itemgetter
from typing import ClassVar, NoReturn

from games_app.games.base import NOOP, Facts, IllegalAction, State, Trace, Ways
from games_app.games.congkak.rules import opening, sowing
from games_app.games.congkak.rules.actions import parse
from games_app.games.congkak.rules.board import (
    ALL_HOUSES,
    HOUSES,
    NAMES,
    ROLES,
    SIDES,
    STORE,
    Options,
    Table,
    droppable,
    house_numbers,
)
from games_app.games.congkak.rules.rounds import end_turn, settle_choosers
from games_app.games.congkak.rules.sowing import Landing, sow

_TO_MOVE = {
    (True, True): ROLES,
    (True, False): ROLES[:1],
    (False, True): ROLES[1:],
    (False, False): (),
}
"""The roles to move, by whether south and north move."""
_UNSEALED = (None, None)
_HOUSE_NAMES = tuple(str(NAMES[house]) for house in ALL_HOUSES)
_shells_in_houses = itemgetter(*ALL_HOUSES)


@dataclass(frozen=True, slots=True)
class CongkakState(State):
    """A position. Stops and sides are numbered as in ``board``; pairs are (south's, north's)."""

    roles: ClassVar[tuple[str, ...]] = ROLES

    options: Options
    shells: tuple[int, ...]  # at the sixteen stops
    burnt: tuple[int, ...]  # houses, ascending
    hands: tuple[int, ...]
    at: tuple[int | None, ...]  # by hand: the place of each side's sowing, while its hand holds shells
    round: int
    phase: str = field()  # "opening", "turn" or "over"
    control: int | None
    choosing: tuple[int, ...]  # the sides that must scoop now, south first
    sealed: tuple[int | None, ...] = field(repr=False)  # houses; never to be logged
    ended: tuple[int, ...]  # the sides that have ended the opening, in that order
    won: tuple[int, ...]  # rounds
    trace: Trace = field(default=(), compare=False, repr=False)

    @property
    def to_move(self) -> tuple[str, ...]:
        south, north = self.hands
        return _TO_MOVE[south > 0 or 0 in self.choosing, north > 0 or 1 in self.choosing]

    def goals(self) -> dict[str, int]:
        if self.phase != "over":
            return {}
        south, north = (self.shells[STORE[side]] for side in SIDES)
        return {"south": _goal(south, north), "north": _goal(north, south)}

    def facts(self) -> Facts:
        shells = self.shells
        return {
            "options": dict(zip(Options._fields, self.options, strict=True)),
            "houses": dict(zip(_HOUSE_NAMES, _shells_in_houses(shells), strict=True)),
            "stores": {role: shells[store] for role, store in zip(ROLES, STORE, strict=True)},
            "burnt": [NAMES[house] for house in self.burnt],
            "hand": dict(zip(ROLES, self.hands, strict=True)),
            "at": dict(zip(ROLES, map(_name, self.at), strict=True)),
            "round": self.round,
            "phase": self.phase,
            "control": None if self.control is None else ROLES[self.control],
            "choosing": [ROLES[side] for side in self.choosing],
            "sealed": dict(zip(ROLES, map(_name, self.sealed), strict=True)),
            "ended": [ROLES[side] for side in self.ended],
            "rounds_won": dict(zip(ROLES, self.won, strict=True)),
        }

    def view(self, role: str | None) -> Facts:
        """The facts without the houses that other roles have sealed; it still shows that they have chosen."""
        facts = self.facts()
        facts["sealed"] = {each: house if each == role else None for each, house in facts["sealed"].items()}
        return facts

    @property
    def is_open(self) -> bool:
        return self.sealed == _UNSEALED

    def ways(self, role: str) -> Ways:
        if self.options.sowing != "hand" or role not in self.to_move:
            return {}
        side = ROLES.index(role)
        at, shells = self.at[side], self.shells
        if at is not None:
            return {str(NAMES[at]): sowing.laps(side, at, self.hands[side], shells, self.burnt)}
        full = [house for house in HOUSES[side] if shells[house]]
        return {
            str(NAMES[house]): sowing.laps(side, house, shells[house], _without(shells, house), self.burnt)
            for house in full
        }

    def apply(self, role: str, action: str) -> CongkakState:
        # In the opening the refusal names what the role waits for.
        if role in ROLES and action != NOOP:
            side = ROLES.index(role)
            if self.sealed[side] is not None:
                raise IllegalAction("already_chosen")
            if side in self.ended:
                raise IllegalAction("opening_ended")
        return State.apply(self, role, action)

    def _legal(self, role: str) -> list[str]:
        side = ROLES.index(role)
        if self.hands[side]:
            return [f"drop {NAMES[stop]}" for stop in self._droppable(side)]
        return [f"scoop {NAMES[house]}" for house in HOUSES[side] if self.shells[house]]

    def _apply(self, role: str, action: str) -> CongkakState:
        side = ROLES.index(role)
        verb, stop = parse(action)
        if verb == "drop":
            self._check_drop(side, stop)
        else:
            self._check_scoop(side, stop)
        table = _table(self)
        if verb == "drop":
            sowing.drop(table, side, stop)
        elif self.options.sowing == "hand":
            sowing.scoop(table, side, stop)
        elif self.phase == "opening":
            opening.choose(table, side, stop)
        else:
            _play_turn(table, side, stop)
        return _state(table)

    def _check_scoop(self, side: int, house: int) -> None:
        number = int(NAMES[house])
        if self.hands[side]:
            self._refuse_stop(side)
        if house not in HOUSES[side]:
            first, last = house_numbers(side)
            raise IllegalAction("not_your_house", house=number, first=first, last=last)
        if house in self.burnt:
            raise IllegalAction("house_burnt", house=number)
        if not self.shells[house]:
            raise IllegalAction("house_empty", house=number)

    def _check_drop(self, side: int, stop: int) -> None:
        if self.options.sowing == "auto":
            raise IllegalAction("sown_by_itself")
        if not self.hands[side]:
            raise IllegalAction("scoop_first")
        if stop == STORE[1 - side]:
            raise IllegalAction("not_your_store", store=NAMES[stop], own=NAMES[STORE[side]])
        if stop not in self._droppable(side):
            self._refuse_stop(side)

    def _refuse_stop(self, side: int) -> NoReturn:
        *burnt, goal = self._droppable(side)
        n = self.hands[side]
        if not burnt:
            raise IllegalAction("drop_next", n=n, stop=NAMES[goal])
        lost = ", ".join(str(NAMES[house]) for house in burnt)
        raise IllegalAction("drop_next_or_burnt", n=n, stop=NAMES[goal], burnt=lost)

    def _droppable(self, side: int) -> list[int]:
        at = self.at[side]
        return [] if at is None else droppable(side, at, self.burnt)


def _play_turn(table: Table, side: int, house: int) -> None:
    if sow(table, side, house) is Landing.STORE:
        settle_choosers(table, {side})
    else:
        end_turn(table, side)


def _without(shells: tuple[int, ...], house: int) -> tuple[int, ...]:
    return (*shells[:house], 0, *shells[house + 1 :])


def _table(state: CongkakState) -> Table:
    return Table(
        options=state.options,
        shells=list(state.shells),
        burnt=state.burnt,
        hands=list(state.hands),
        at=list(state.at),
        round=state.round,
        phase=state.phase,
        control=state.control,
        choosing=set(state.choosing),
        sealed=list(state.sealed),
        ended=list(state.ended),
        won=list(state.won),
    )


def _state(table: Table) -> CongkakState:
    return CongkakState(
        options=table.options,
        shells=tuple(table.shells),
        burnt=table.burnt,
        hands=tuple(table.hands),
        at=tuple(table.at),
        round=table.round,
        phase=table.phase,
        control=table.control,
        choosing=tuple(sorted(table.choosing)),
        sealed=tuple(table.sealed),
        ended=tuple(table.ended),
        won=tuple(table.won),
        trace=tuple(table.steps),
    )


def _name(stop: int | None) -> int | str | None:
    return None if stop is None else NAMES[stop]


def _goal(own: int, other: int) -> int:
    return 50 if own == other else 100 if own > other else 0
