"""What the index stores of a position and of a match, as compact bytes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter

import msgspec
from msgspec import Struct

WON, DRAWN, LOST = 0, 1, 2
"""Results of a match for the role that moved."""
SAMPLES_A_BAND = 4
"""Newest matches of each band that are named with a position."""


class Step(Struct, array_like=True, frozen=True):
    """What a match adds: a position and the move that was played in it."""

    key: int
    move: int
    ply: int
    result: int


class Tally(Struct, array_like=True):
    """The results of a move in matches of one band."""

    move: int
    band: int
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    def count(self, result: int, number: int) -> None:
        """Add a number of matches with this result, or take them away."""
        match result:
            case 0:
                self.won += number
            case 1:
                self.drawn += number
            case _:
                self.lost += number


class Sample(Struct, array_like=True, frozen=True):
    """A match that came to a position, by its primary key."""

    band: int
    match: int
    ply: int


class Content(Struct, array_like=True):
    """Everything that the index stores of a position."""

    tallies: list[Tally] = []
    samples: list[Sample] = []

    def count(self, step: Step, band: int, number: int) -> None:
        tally = next((each for each in self.tallies if (each.move, each.band) == (step.move, band)), None)
        if tally is None:
            self.tallies.append(tally := Tally(step.move, band))
        tally.count(step.result, number)
        self.tallies = [each for each in self.tallies if each.games > 0]

    def name(self, samples: Iterable[Sample]) -> None:
        """Name matches too; of each band the newest stay."""
        every = sorted({*self.samples, *samples}, key=lambda each: (-each.band, -each.match))
        bands = groupby(every, key=attrgetter("band"))
        self.samples = [each for _, of_band in bands for each in list(of_band)[:SAMPLES_A_BAND]]

    def forget(self, match: int) -> int | None:
        """Name a match no longer; return its band if it was named."""
        named = next((each.band for each in self.samples if each.match == match), None)
        self.samples = [each for each in self.samples if each.match != match]
        return named


_contents, _steps = msgspec.msgpack.Decoder(Content), msgspec.msgpack.Decoder(list[Step])
packed = msgspec.msgpack.encode


def content_of(stored: bytes | memoryview) -> Content:
    return _contents.decode(stored)


def steps_of(stored: bytes | memoryview) -> list[Step]:
    return _steps.decode(stored)
