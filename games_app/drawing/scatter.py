"""Pseudorandom layout of piles, the same for every viewer.

Twin of static/boards/drawing/scatter.js.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scatter:
    """Placement of the table of resting places in a stop: rotated by any angle in a round one, else by 0 or
    180 degrees. ``hash`` decides which of the stones' drawings comes first."""

    hash: int
    degrees: int
    half: bool
    mirrored: bool

    def variant(self, i: int, variants: int) -> int:
        """Return the number of the drawing of stone ``i``, from 1 on."""
        return (((i + 1) * 2654435761 + self.hash & 0xFFFFFFFF) >> 7) % variants + 1


def fnv1a(text: str) -> int:
    """Return the 32-bit FNV-1a hash of a text's UTF-8 bytes."""
    value = 0x811C9DC5
    for byte in text.encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def scatter(seed: str, stop: str) -> Scatter:
    """Return the layout of a stop; ``seed`` is the match's public id, or the game's slug without a match."""
    drawn = _mixed(fnv1a(f"{seed} {stop}"))
    return Scatter(drawn, drawn % 360, bool(drawn >> 30 & 1), bool(drawn >> 31))


def _mixed(value: int) -> int:
    """Mix the bits: names of stops differ only in their last letters, and so the lower bits would too."""
    return (value ^ value >> 15) * 0x9E3779B1 & 0xFFFFFFFF
