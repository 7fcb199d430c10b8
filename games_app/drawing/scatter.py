"""How a pile lies: by chance, but the same for everybody.

The browser's twin is static/boards/drawing/scatter.js.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scatter:
    """How the table of resting places is laid into a stop: by any angle into a round one, else as it is or
    turned by half. ``hash`` says which of the stones' drawings comes first."""

    hash: int
    degrees: int
    half: bool
    mirrored: bool

    def variant(self, i: int, variants: int) -> int:
        """Which of the drawings stone ``i`` has, from 1 on."""
        return (((i + 1) * 2654435761 + self.hash & 0xFFFFFFFF) >> 7) % variants + 1


def fnv1a(text: str) -> int:
    """32-bit FNV-1a over the UTF-8 of a text."""
    value = 0x811C9DC5
    for byte in text.encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def scatter(seed: str, stop: str) -> Scatter:
    """``seed``: the public id of the match, or the game's slug where there is none."""
    drawn = _mixed(fnv1a(f"{seed} {stop}"))
    return Scatter(drawn, drawn % 360, bool(drawn >> 30 & 1), bool(drawn >> 31))


def _mixed(value: int) -> int:
    """The names of a game's stops differ in their last letters only, and so would the lower bits."""
    return (value ^ value >> 15) * 0x9E3779B1 & 0xFFFFFFFF
