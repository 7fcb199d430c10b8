"""The contract that every game keeps, and the play of one decision by it.

A *role* is a seat in the rules ("north"), an *action* is the string that a role submits, a *ply* is one
applied action, and *control* is the right to act. A *decision* is the ply that a person chose, with the plies
that it forces. A state is an immutable value: ``apply`` returns a new one. Nothing here depends on a
database, a clock or a browser.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from games_app.games.refusals import sentence

Facts = dict[str, Any]
Step = dict[str, Any]
Trace = tuple[Step, ...]

Lap = list[list[int | str]]
"""Stops where each stone of a hand may fall; the sowing continues from the last of them."""
Ways = dict[str, list[Lap]]
"""The laps of a sowing, by the stop from which it continues.

Each lap but the first begins with the stones that lie where the lap before ended. Empty unless somebody sows
by hand.
"""

NOOP = "noop"
SHOWN = 40


class UnknownGame(KeyError):
    """Raised for a slug that no game has."""


class InvalidOption(ValueError):
    """Raised for an option that the game doesn't have, or a value that it doesn't allow."""


class InvalidFacts(ValueError):
    """Raised for facts that no state of the game can have."""


class IllegalAction(ValueError):
    """Raised for an action that the rules refuse: a ``code`` for programs, a sentence for people.

    ``args`` maps the names in the code's sentence to their values, so that the sentence can be made again in
    another language. It takes the place of the exception's usual tuple. Submitted text is shortened in
    ``args`` and loses unprintable characters, because it can be anything, of any size.
    """

    def __init__(self, code: str, **args: str | int) -> None:
        self._args = {name: shown(value) if isinstance(value, str) else value for name, value in args.items()}
        super().__init__(sentence(code, self._args))
        self.code = code

    @property
    def args(self) -> dict[str, str | int]:  # type: ignore[override]
        return dict(self._args)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_illegal, (self.code, self._args))


def shown(text: str, longest: int = SHOWN) -> str:
    """Return submitted text, shortened and without unprintable characters."""
    short = text if len(text) <= longest else text[: longest - 1] + "…"
    if short.isprintable():
        return short
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in short)


def _illegal(code: str, args: dict[str, str | int]) -> IllegalAction:
    return IllegalAction(code, **args)


def _folder_of(kind: type) -> str:
    """Return the name of the folder in this package that defines a class."""
    return kind.__module__.removeprefix(f"{__package__}.").partition(".")[0]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: its allowed values, the rules' default, and the value a form offers first.

    ``unsaid``: while it has its default, matches and facts leave it out. An option that a game gets later is
    like that, so that everything that was stored before stays as it is.
    """

    values: tuple[str, ...]
    default: str
    offered: str
    unsaid: bool = False


SOWING = Option(("auto", "hand"), "auto", "auto", unsaid=True)
"""How stones are sown: by themselves, or one by one by the player."""


class State(ABC):
    """A position with everything that decides how play continues. Hashable, comparable, never changed.

    Equality and hash ignore ``trace``: how a position was reached is not part of it.
    """

    __slots__ = ()

    roles: ClassVar[tuple[str, ...]]
    trace: Trace

    @property
    def slug(self) -> str:
        """The slug of the rule set that the state belongs to; by default the only one of its folder."""
        return _folder_of(type(self))

    @property
    @abstractmethod
    def to_move(self) -> tuple[str, ...]:
        """The roles that must act now, in the order of ``roles``; empty at the end."""

    @property
    def phase(self) -> str:
        """The kind of choice that is being made. A choice made for an earlier phase is outdated."""
        return "play"

    @property
    def is_terminal(self) -> bool:
        return not self.to_move

    def legal_actions(self, role: str) -> list[str]:
        """Every action open to ``role``, sorted as strings; ``["noop"]`` without control."""
        return sorted(self._legal(role)) if role in self.to_move else [NOOP]

    def apply(self, role: str, action: str) -> Self:
        """The state after ``role`` does ``action``. Raises only IllegalAction, for any string."""
        if role not in self.roles:
            raise IllegalAction("no_such_role", role=role)
        if role in self.to_move:
            return self._apply(role, action)
        if action == NOOP:
            return self
        raise IllegalAction("game_over" if self.is_terminal else "not_your_turn")

    def ways(self, role: str) -> Ways:
        """Return where the stones of ``role`` will fall, so that they can be drawn before they are stored."""
        return {}

    def forced(self) -> tuple[str, str] | None:
        """The (role, action) that the server plays automatically, or None if a player chooses."""
        return None

    @abstractmethod
    def goals(self) -> dict[str, int]:
        """Each role's result, 0..100; empty before the end."""

    @abstractmethod
    def facts(self) -> Facts:
        """The state as plain JSON data; ``Game.state_from_facts`` is the way back."""

    def view(self, role: str | None) -> Facts:
        """The facts as ``role`` may see them; None is a spectator."""
        return self.facts()

    @property
    def winner(self) -> str:
        """The role with the highest goal; empty for a draw and before the end."""
        goals = self.goals()
        leaders = [role for role, goal in goals.items() if goal == max(goals.values())]
        return leaders[0] if len(leaders) == 1 else ""

    @property
    def is_open(self) -> bool:
        """True if every viewer sees all facts; false while a choice is sealed."""
        return type(self).view is State.view or self.view(None) == self.facts()

    @abstractmethod
    def _legal(self, role: str) -> list[str]:
        """The actions of a role in control, in any order."""

    @abstractmethod
    def _apply(self, role: str, action: str) -> Self:
        """``apply`` for a role in control."""


class Game(ABC):
    """The fixed part of a rule set: names, options, notation. Stateless: one instance serves every match.

    A *game* is a folder with one or more *rule sets*. The first one has the folder's name as its slug. The
    others share its modules, its drawing and its words, and have a slug, ratings and statistics of their own.
    """

    slug: str
    """The key of the rule set in addresses, files and the record: at most 16 letters a-z and digits."""
    name: str
    order: ClassVar[int] = 1000
    """Sort key in lists, ascending; equal ones by slug."""
    roles: ClassVar[tuple[str, ...]]
    version: int = 1
    options: Mapping[str, Option] = {}
    can_be_rated: bool = True
    """False for a rule set in which the players choose so much that results can't be compared."""
    least_decisions: ClassVar[int] = 8
    """Number of decisions of each player before which resigning says nothing about their strength.

    A rated match that is resigned earlier doesn't count. Usually about a third of a game's length.
    """

    @property
    def family(self) -> str:
        """The folder that defines the rule set, which is the slug of the first one in it."""
        return _folder_of(type(self))

    @abstractmethod
    def initial_state(self, **options: str) -> State:
        """The position before the first ply. Raises InvalidOption."""

    @abstractmethod
    def state_from_facts(self, facts: Facts) -> State:
        """The state whose ``facts()`` these are. Raises InvalidFacts."""

    @abstractmethod
    def notation(self, action: str) -> str:
        """An action in notation ("d7-d6"). Raises IllegalAction for any other string."""

    @abstractmethod
    def action(self, notation: str) -> str:
        """The action with this notation: the inverse of ``notation``. Raises IllegalAction."""

    def score(self, facts: Facts) -> dict[str, int]:
        """Return each role's count, from facts or a view; empty if the game counts nothing.

        ``Sheet.counted`` names the unit.
        """
        return {}

    def round_of(self, facts: Facts) -> int:
        """The number of the round, from 1; 0 in a game without rounds."""
        return 0

    def houses_held(self, facts: Facts) -> dict[str, int]:
        """Return each role's number of houses in this round; empty in a game without rounds."""
        return {}

    def moves(self, actions: Iterable[str]) -> list[str]:
        """The plies of one decision that players count as moves, without those that follow automatically."""
        return list(actions)

    def written(self, actions: Iterable[str]) -> str:
        """The moves of one decision in notation."""
        return " ".join(map(self.notation, self.moves(actions)))

    def continues(self, action: str) -> bool:
        """Return whether this decision is part of the one before it, as a shell dropped from the hand is."""
        return False

    def checked_options(self, options: Mapping[str, str]) -> dict[str, str]:
        """All options of the game, with defaults filled in but those left unsaid. Raises InvalidOption."""
        for name, value in options.items():
            if name not in self.options:
                names = ", ".join(self.options) or "none"
                raise InvalidOption(f"{self.name} has no option {shown(name)}; it has: {names}")
            if value not in self.options[name].values:
                allowed = ", ".join(self.options[name].values)
                raise InvalidOption(f"{name} can't be {shown(str(value))}; allowed: {allowed}")
        values = {name: options.get(name, option.default) for name, option in self.options.items()}
        return {
            name: value
            for name, value in values.items()
            if value != self.options[name].default or not self.options[name].unsaid
        }


@dataclass(frozen=True, slots=True)
class Ply:
    """One applied action and what it did."""

    role: str
    action: str
    trace: Trace


@dataclass(frozen=True, slots=True)
class Accepted:
    """A decision that the rules allow: the person's own ply, then the plies that it forces."""

    role: str
    plies: tuple[Ply, ...]
    state: State


def play(state: State, role: str, action: str) -> Accepted:
    """Apply ``action`` and every forced ply after it. Raises IllegalAction."""
    state = state.apply(role, action)
    plies = [Ply(role, action, state.trace)]
    while forced := state.forced():
        state = state.apply(*forced)
        plies.append(Ply(*forced, state.trace))
    return Accepted(role, tuple(plies), state)
