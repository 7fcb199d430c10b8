"""A position of congkak: legal actions and their application."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, NoReturn

from games_app.games.base import NOOP, Facts, IllegalAction, State, Trace, Ways
from games_app.games.congkak.parameters import ROLES, Rules, droppable, parse_action
from games_app.games.congkak.rules import sowing
from games_app.games.congkak.rules.sowing import Landing, sow
from games_app.games.congkak.rules.table import Options, Table, end_turn, settle_choosers

_TO_MOVE = {
    (True, True): ROLES,
    (True, False): ROLES[:1],
    (False, True): ROLES[1:],
    (False, False): (),
}
"""The roles to move, by whether south and north move."""
_UNSEALED = (None, None)


@dataclass(frozen=True, slots=True)
class CongkakState(State):
    """A position. Stops and sides are numbered as in ``parameters``; pairs are (south's, north's)."""

    roles: ClassVar[tuple[str, ...]] = ROLES

    rules: Rules = field(repr=False)
    options: Options
    shells: tuple[int, ...]  # by stop
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
    def slug(self) -> str:
        return self.rules.slug

    @property
    def to_move(self) -> tuple[str, ...]:
        south, north = self.hands
        return _TO_MOVE[south > 0 or 0 in self.choosing, north > 0 or 1 in self.choosing]

    def goals(self) -> dict[str, int]:
        if self.phase != "over":
            return {}
        south, north = (self.shells[store] for store in self.rules.store)
        return {"south": _goal(south, north), "north": _goal(north, south)}

    def facts(self) -> Facts:
        shells, rules = self.shells, self.rules
        names = rules.names
        return {
            "options": dict(zip(rules.options, self.options, strict=False)),
            "houses": {str(names[house]): shells[house] for house in rules.all_houses},
            "stores": {role: shells[store] for role, store in zip(ROLES, rules.store, strict=True)},
            "burnt": [names[house] for house in self.burnt],
            "hand": dict(zip(ROLES, self.hands, strict=True)),
            "at": dict(zip(ROLES, map(self._name, self.at), strict=True)),
            "round": self.round,
            "phase": self.phase,
            "control": None if self.control is None else ROLES[self.control],
            "choosing": [ROLES[side] for side in self.choosing],
            "sealed": dict(zip(ROLES, map(self._name, self.sealed), strict=True)),
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
        at, shells, rules = self.at[side], self.shells, self.rules
        names = rules.names
        if at is not None:
            return {str(names[at]): sowing.laps(rules, side, at, self.hands[side], shells, self.burnt)}
        return {
            str(names[house]): sowing.laps(
                rules, side, house, shells[house], _without(shells, house), self.burnt
            )
            for house in rules.houses[side]
            if shells[house]
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
            return [f"drop {self.rules.names[stop]}" for stop in self._droppable(side)]
        names = self.rules.names
        return [f"scoop {names[house]}" for house in self.rules.houses[side] if self.shells[house]]

    def _apply(self, role: str, action: str) -> CongkakState:
        side = ROLES.index(role)
        verb, stop = parse_action(self.rules, action)
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
            sowing.choose(table, side, stop)
        else:
            _play_turn(table, side, stop)
        return _state(table)

    def _check_scoop(self, side: int, house: int) -> None:
        number = int(self.rules.names[house])
        if self.hands[side]:
            self._refuse_stop(side)
        if house not in self.rules.houses[side]:
            first, last = self.rules.numbers(side)
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
        if stop == self.rules.store[1 - side]:
            names = self.rules.names
            raise IllegalAction("not_your_store", store=names[stop], own=names[self.rules.store[side]])
        if stop not in self._droppable(side):
            self._refuse_stop(side)

    def _refuse_stop(self, side: int) -> NoReturn:
        *burnt, goal = self._droppable(side)
        n = self.hands[side]
        if not burnt:
            raise IllegalAction("drop_next", n=n, stop=self.rules.names[goal])
        lost = ", ".join(str(self.rules.names[house]) for house in burnt)
        raise IllegalAction("drop_next_or_burnt", n=n, stop=self.rules.names[goal], burnt=lost)

    def _name(self, stop: int | None) -> int | str | None:
        return None if stop is None else self.rules.names[stop]

    def _droppable(self, side: int) -> list[int]:
        at = self.at[side]
        return [] if at is None else droppable(self.rules, side, at, self.burnt)


def _play_turn(table: Table, side: int, house: int) -> None:
    if sow(table, side, house) is Landing.AGAIN:
        settle_choosers(table, {side})
    else:
        end_turn(table, side)


def _without(shells: tuple[int, ...], house: int) -> tuple[int, ...]:
    return (*shells[:house], 0, *shells[house + 1 :])


def _table(state: CongkakState) -> Table:
    return Table(
        rules=state.rules,
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
        rules=table.rules,
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


def _goal(own: int, other: int) -> int:
    return 50 if own == other else 100 if own > other else 0
