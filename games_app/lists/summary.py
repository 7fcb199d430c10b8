"""Summary of a match, a few numbers per decision, for the review's score line, times and chapters.

Everything is read from the stored frames, which are public: a summary contains no secrets.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec
from django.utils.translation import override
from msgspec import Struct

from games_app.games.catalogue import SHEETS
from games_app.games.rules import Facts, get_game
from games_app.lists.scoresheet import round_score
from games_app.match.event_kinds import EventKind
from games_app.match.history import StoredEvent, stored_events

SUMMARIES_CACHED = 64
"""Cached summaries; the largest takes 200 kB."""
NOBODY_ALONE = -1


class Chapter(Struct):
    """A round of the match."""

    row: int
    """Index of the row that it follows; -1 at the start."""
    number: int
    houses: list[int]
    """Number of houses held by each role."""
    end: list[int]
    """Each role's score at its end; empty until then."""


class Summary(Struct, frozen=True):
    """Columns with a row for each revealed decision and each takeback.

    ``seq``, ``ply`` and ``at`` are stored as differences to the row before; the first to 0, 0 and ``begun``.
    """

    upto: int
    """The last seq included."""
    begun: int
    """Start of the match, in milliseconds since 1970."""
    roles: tuple[str, ...]
    counted: str
    """Unit of the scores, in words."""
    start: list[int]
    """Each role's score before the first decision."""
    seq: list[int]
    ply: list[int]
    """Number of the ply after each row."""
    role: list[int]
    """Index of the role that decided; -1 for both or none."""
    at: list[int]
    score: list[list[int]]
    """One column for each role."""
    back: list[int]
    """Indexes of the takeback rows."""
    chapters: list[Chapter]
    """The rounds, in a game that has rounds."""


@lru_cache(maxsize=SUMMARIES_CACHED)
def summary(public_id: str, seq: int, game: str, language: str) -> bytes:
    """Return the summary up to event ``seq`` as JSON with words of this language, from one query."""
    with override(language):
        return msgspec.json.encode(summed_up(stored_events(public_id, seq), game))


def summed_up(events: Iterable[StoredEvent], game: str) -> Summary:
    """Return the summary of a match's events, given from the first on."""
    columns = _Columns(game)
    for event in events:
        columns.read(event)
    return columns.summary()


class _Columns:
    def __init__(self, game: str) -> None:
        self.game = get_game(game)
        self.roles = self.game.roles
        self.begun = self.seq = self.at = 0
        self.start: list[int] = []
        self.rows: list[tuple[int, int, int, int]] = []
        """seq, ply, role and at of each row, not as differences."""
        self.scores: list[list[int]] = []
        self.back: list[int] = []
        self.chapters: list[Chapter] = []

    def read(self, event: StoredEvent) -> None:
        facts = event.position.facts
        self.seq = event.seq
        if event.what in (EventKind.CREATED, EventKind.STARTED):
            self.begun, self.start = event.at, self._by_role(self.game.score(facts))
        elif event.plies or event.what == EventKind.TAKEN_BACK:
            if not event.plies:
                self.back.append(len(self.rows))
            self.rows.append((event.seq, event.position.ply, self._decider(event), event.at))
            self.scores.append(self._by_role(self.game.score(facts)))
        else:
            return
        self._chapter(event, facts)

    def summary(self) -> Summary:
        seq, ply, role, at = ([row[column] for row in self.rows] for column in range(4))
        return Summary(
            upto=self.seq,
            begun=self.begun,
            roles=self.roles,
            counted=str(SHEETS[self.game.slug].counted),
            start=self.start,
            seq=_steps(seq, 0),
            ply=_steps(ply, 0),
            role=role,
            at=_steps(at, self.begun),
            score=[list(column) for column in zip(*self.scores, strict=True)],
            back=self.back,
            chapters=self.chapters,
        )

    def _chapter(self, event: StoredEvent, facts: Facts) -> None:
        """Begin and end rounds; a round taken back is recorded again later."""
        number = self.game.round_of(facts)
        while self.chapters and self.chapters[-1].number > number:
            self.chapters.pop()
        if ended := round_score(event.plies):
            self.chapters[-1].end = self._by_role(ended)
        elif self.chapters and not event.plies:
            self.chapters[-1].end = []
        if number and (not self.chapters or self.chapters[-1].number < number):
            held = self._by_role(self.game.houses_held(facts))
            self.chapters.append(Chapter(len(self.rows) - 1, number, held, []))

    def _decider(self, event: StoredEvent) -> int:
        deciders = {ply.role for ply in event.plies}
        return self.roles.index(deciders.pop()) if len(deciders) == 1 else NOBODY_ALONE

    def _by_role(self, numbers: dict[str, int]) -> list[int]:
        return [numbers[role] for role in self.roles] if numbers else []


def _steps(numbers: list[int], start: int) -> list[int]:
    """Return the differences between successive numbers."""
    return [after - before for before, after in zip([start, *numbers], numbers, strict=False)]
