"""The moves of a match as they stand on paper: numbered decisions, in parts that end with a diagram."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import Raw, Struct

from games_app.models import Event, Match
from games_app.rules import get_game
from games_app.services.queries.scores import round_score

DIAGRAMS = 24
"""More are not drawn for one match."""
APART = 10
"""Decisions from one diagram to the next, where there are no rounds."""


class _Ply(Struct):
    role: str
    action: str
    trace: Raw


class _Position(Struct):
    facts: dict[str, Any]
    ply: int


class _Frame(Struct):
    what: str
    role: str | None
    plies: list[_Ply]
    position: _Position


_decoder = msgspec.json.Decoder(_Frame)


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
    frames = Event.objects.filter(match=match).order_by("seq").values_list("frame", flat=True)
    told = map(_decoder.decode, frames.iterator(chunk_size=500))
    parts = list(_parts(_line(told), match.game))
    every = max(1, -(-len(parts) // DIAGRAMS))
    for index, part in enumerate(parts, 1):
        part.drawn = index % every == 0 or index == len(parts)
    return parts


def _line(frames: Iterable[_Frame]) -> list[_Frame]:
    """The decisions that led to the present."""
    line: list[_Frame] = []
    for frame in frames:
        while line and line[-1].position.ply > frame.position.ply:
            line.pop()
        if frame.plies:
            line.append(frame)
    return line


def _parts(line: list[_Frame], slug: str) -> Iterator[Part]:
    game = get_game(slug)
    part = Part(game.round_of(line[0].position.facts) if line else 0)
    for number, frame in enumerate(line, 1):
        facts = frame.position.facts
        part.decisions.append(Decision(number, _who(frame), game.written(ply.action for ply in frame.plies)))
        ended = round_score(bytes(ply.trace) for ply in frame.plies)
        part.ply, part.score = frame.position.ply, ended or game.score(facts)
        if game.round_of(facts) != part.number or (not part.number and number % APART == 0):
            yield part
            part = Part(game.round_of(facts))
    if part.decisions:
        yield part


def _who(frame: _Frame) -> str:
    return " ".join(dict.fromkeys(ply.role for ply in frame.plies))
