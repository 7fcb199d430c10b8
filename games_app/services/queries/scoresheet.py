"""The moves of a match as they stand on paper: numbered decisions, in parts that end with a diagram."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from games_app.models import Match
from games_app.rules import Game, get_game
from games_app.services.queries.scores import round_score
from games_app.services.state.stored_events import StoredEvent, present_line, stored_events

DIAGRAMS = 24
"""More are not drawn for one match."""
APART = 10
"""Decisions from one diagram to the next, where there are no rounds."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One that led to the end of the match; what was taken back is left out."""

    number: int
    role: str
    text: str
    """As people write it, with what followed from it by itself."""


@dataclass(slots=True)
class Part:
    """A round, or some decisions."""

    number: int
    """Of the round; 0 where there are none."""
    decisions: list[Decision] = field(default_factory=list)
    ply: int = 0
    """Where it ends."""
    score: dict[str, int] = field(default_factory=dict)
    """Where it ends; of a round that is over what it was won with, though the board is refilled by then."""
    drawn: bool = False
    """Whether a diagram stands at its end."""

    @property
    def last(self) -> int:
        """The number of its last decision."""
        return self.decisions[-1].number


def on_sheet(match: Match) -> list[Part]:
    """The parts of a match, in one query."""
    parts = list(_parts(present_line(stored_events(match.pk)), get_game(match.game)))
    every = max(1, -(-len(parts) // DIAGRAMS))
    for index, part in enumerate(parts, 1):
        part.drawn = index % every == 0 or index == len(parts)
    return parts


def _parts(line: list[StoredEvent], game: Game) -> Iterator[Part]:
    part = Part(game.round_of(line[0].position.facts) if line else 0)
    for number, event in enumerate(line, 1):
        facts = event.position.facts
        part.decisions.append(Decision(number, _who(event), game.written(ply.action for ply in event.plies)))
        ended = round_score(event.plies)
        part.ply, part.score = event.position.ply, ended or game.score(facts)
        if game.round_of(facts) != part.number or (not part.number and number % APART == 0):
            yield part
            part = Part(game.round_of(facts))
    if part.decisions:
        yield part


def _who(event: StoredEvent) -> str:
    return " ".join(dict.fromkeys(ply.role for ply in event.plies))
