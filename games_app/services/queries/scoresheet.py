"""Scoresheet of a match: numbered decisions, in parts that end with a diagram."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from games_app.models import Match
from games_app.rules import Game, get_game
from games_app.services.queries.scores import round_score
from games_app.services.state.stored_events import StoredEvent, present_line, stored_events

DIAGRAMS = 24
"""Most diagrams drawn for one match."""
APART = 10
"""Decisions between two diagrams in games without rounds."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision on the line that leads to the end of the match."""

    number: int
    role: str
    text: str
    """Notation, including the server's plies that followed."""


@dataclass(slots=True)
class Part:
    """A round, or a number of decisions."""

    number: int
    """Number of the round; 0 in games without rounds."""
    decisions: list[Decision] = field(default_factory=list)
    ply: int = 0
    """The last ply."""
    score: dict[str, int] = field(default_factory=dict)
    """Score at its end; for a finished round the final score, although the board is refilled by then."""
    drawn: bool = False
    """True if a diagram stands at its end."""

    @property
    def last(self) -> int:
        """Number of the last decision."""
        return self.decisions[-1].number


def on_sheet(match: Match) -> list[Part]:
    """Return the parts of a match, in one query."""
    parts = list(_parts(present_line(stored_events(match.pk)), get_game(match.game)))
    every = max(1, -(-len(parts) // DIAGRAMS))
    for index, part in enumerate(parts, 1):
        part.drawn = index % every == 0 or index == len(parts)
    return parts


def _parts(line: list[StoredEvent], game: Game) -> Iterator[Part]:
    part = Part(game.round_of(line[0].position.facts) if line else 0)
    for number, event in enumerate(line, 1):
        facts = event.position.facts
        part.decisions.append(
            Decision(number, _roles(event), game.written(ply.action for ply in event.plies))
        )
        ended = round_score(event.plies)
        part.ply, part.score = event.position.ply, ended or game.score(facts)
        if game.round_of(facts) != part.number or (not part.number and number % APART == 0):
            yield part
            part = Part(game.round_of(facts))
    if part.decisions:
        yield part


def _roles(event: StoredEvent) -> str:
    return " ".join(dict.fromkeys(ply.role for ply in event.plies))
