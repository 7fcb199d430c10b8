"""Positions set up by hand: what lies where and whose turn it is, with no game that led there.

A ``Draft`` is what somebody puts on a board. A game's ``Setup``, in its ``setup`` module, makes facts of any
draft, possible or not, and says in sentences what keeps facts from being a position of the game.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from games_app.games.base import Facts, Game, InvalidFacts
from games_app.games.refusals import sentence
from games_app.games.validation import one_of, require, whole

NOTHING = "-"
BURNT = "x"
NUMBER = re.compile(r"0|[1-9][0-9]{0,2}")


class Problem(NamedTuple):
    """A reason why facts are no position: a ``code`` with its ``args``, as an IllegalAction has them.

    A role stands in ``args`` as "mover", capitalized, so that pages translate it.
    """

    code: str
    args: Mapping[str, str | int] = {}

    def __str__(self) -> str:
        return sentence(self.code, self.args)


@dataclass(frozen=True, slots=True)
class Draft:
    """Pieces and stones on a board, and whose turn it is. Places that are left out are empty."""

    turn: str
    counts: Mapping[str, int] = field(default_factory=dict)
    """Stones by stop or heap, as drawings name them."""
    men: Mapping[str, str] = field(default_factory=dict)
    """Kinds of single pieces, by stop: a role, or a role's other piece ("black-king")."""
    burnt: frozenset[str] = frozenset()

    def count(self, role: str) -> int:
        """Return how many single pieces of this role there are."""
        return [owner(kind) for kind in self.men.values()].count(role)


def owner(kind: str) -> str:
    """Return the role of a kind of piece: that of "black-king" is "black"."""
    return kind.partition("-")[0]


class Setup(ABC):
    """Rules of a game for positions that are set up by hand."""

    points: ClassVar[tuple[str, ...]] = ()
    """Stops where single pieces can stand, in the order in which a text names them."""
    counted: Mapping[str, int] = {}
    """The most stones that a stop or heap can hold, in the same order."""
    burnable: frozenset[str] = frozenset()
    """Stops that may be burnt."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.letters: Mapping[str, str] = {role: role[0] for role in game.roles}
        """Kind of a piece -> its letter in a text."""

    @abstractmethod
    def facts(self, draft: Draft, options: Mapping[str, str]) -> Facts:
        """Return the facts of a checked draft: those of a state if ``problems`` finds none in them.

        What the board doesn't show, such as the number of moves so far, is the least that can be.
        ``options`` are all options of the game.
        """

    @abstractmethod
    def reasons(self, facts: Facts) -> Iterator[Problem]:
        """Yield what is wrong with facts that have the right shape, the first thing to mend first."""

    def problems(self, facts: Facts) -> list[Problem]:
        """Return why these facts are no position of the game; nothing if they are one."""
        problems = list(self.reasons(facts))
        if not problems:
            try:
                self.game.state_from_facts(facts)
            except InvalidFacts:
                return [Problem("impossible")]
        return problems

    def check(self, draft: Draft) -> None:
        """Raise InvalidFacts for a draft with places, pieces or numbers that the game doesn't have."""
        one_of(draft.turn, self.game.roles, "turn")
        for point, role in draft.men.items():
            one_of(point, self.points, "A place of a piece")
            one_of(role, self.letters, point)
        for place, n in draft.counts.items():
            whole(n, 0, self.counted[one_of(place, self.counted, "A place of stones")], place)
        for place in draft.burnt:
            one_of(place, self.burnable, "A burnt place")
            require(not draft.counts.get(place), "A burnt place holds no stones")

    def written(self, draft: Draft) -> str:
        """Return a checked draft as a text for addresses: pieces, stones, and whose turn it is.

        "3.3.3.3.3.0.3.3.3.3.3.0_n" is how mancala begins.
        """
        men = "".join(self.letters.get(draft.men.get(point, ""), NOTHING) for point in self.points)
        counts = ".".join(
            BURNT if place in draft.burnt else str(draft.counts.get(place, 0)) for place in self.counted
        )
        return "_".join([*filter(None, (men, counts)), draft.turn[0]])

    def read(self, text: str) -> Draft:
        """Return the draft that ``written`` gives this text for. Raises InvalidFacts."""
        expected_parts = [*filter(None, (self.points, self.counted)), self.game.roles]
        parts = text.split("_")
        require(
            len(parts) == len(expected_parts), f"The text of a position must have {len(expected_parts)} parts"
        )
        roles = {role[0]: role for role in self.game.roles}
        require(parts[-1] in roles, "The text of a position ends with whose turn it is")
        men = parts[0] if self.points else ""
        counts = parts[-2].split(".") if self.counted else []
        kinds = {letter: kind for kind, letter in self.letters.items()}
        require(
            len(men) == len(self.points) and set(men) <= {NOTHING, *kinds}, "Pieces are written otherwise"
        )
        require(len(counts) == len(self.counted), "Stones are written for each place")
        draft = Draft(
            roles[parts[-1]],
            {place: _number(n) for place, n in zip(self.counted, counts, strict=True) if n != BURNT},
            {point: kinds[man] for point, man in zip(self.points, men, strict=True) if man != NOTHING},
            frozenset(place for place, n in zip(self.counted, counts, strict=True) if n == BURNT),
        )
        self.check(draft)
        return draft


def _number(text: str) -> int:
    require(NUMBER.fullmatch(text) is not None, "A number of stones has one or two digits")
    return int(text)
