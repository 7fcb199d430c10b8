"""Coordinates of everything on a drawing, lying or upright, turned or not, and the layout of its piles.

Piles lie pseudorandomly, but alike for every viewer. Twin of static/boards/drawing/layout.js and scatter.js.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from games_app.drawing.plan import Place, Plan, Point, RestingPlaces

BESIDE_LYING, BESIDE_UPRIGHT = 40, 27
"""Distance of a hovering hand from the middle of a house, along the channel."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    plan: Plan
    upright: bool
    turned: bool
    """True if the far side of the drawing is nearest to the viewer."""

    def put(self, place: Place) -> Point:
        x, y = place.upright if self.upright else place.lying
        return Point(0 - x, 0 - y) if self.turned else Point(x, y)

    def point(self, name: str) -> Point:
        """Return the centre of a stop or a heap."""
        return self.put(self.plan.middles[name])

    def hover(self, stop: str, aside: int = 0) -> Point:
        """Return where a hand hovers: over a store, or in the channel halfway to the next house.

        ``aside``: its offset along the channel, where two hands meet.
        """
        x, y = self.point(stop)
        if self.plan.stops[stop] == "store":
            return Point(x + aside, y)
        if self.upright:
            return Point(_sign(x) * 9, y + _sign(x) * BESIDE_UPRIGHT + aside)
        return Point(x - _sign(y) * BESIDE_LYING + aside, _sign(y) * 8)

    def rest(self, stop: str, n: int, scattered: Scatter) -> Iterator[tuple[float, float, int]]:
        """Yield (x, y, degrees) of the first ``n`` stones in a stop. Once the table is full, a next layer
        lies on top, closer to the middle."""
        table = self.plan.tables[self.plan.stops[stop]][self.upright]
        middle = self.point(stop)
        size = table.size
        side = -1 if scattered.mirrored else 1
        for first in range(0, n, len(table.rows)):
            layer = first // len(table.rows)
            turn = _turn(table, scattered, layer) * math.pi / 180
            cosine, sine = math.cos(turn), math.sin(turn)
            shrink = 0.82**layer / 100
            for px, py, angle in table.rows[: n - first]:
                x = (side * px * cosine - py * sine) * shrink
                y = (side * px * sine + py * cosine) * shrink
                yield _tenth(middle.x + x * size.x), _tenth(middle.y + y * size.y), side * angle

    def rest_in_heap(self, heap: str, n: int) -> Iterator[tuple[float, float]]:
        middle = self.point(heap)
        rows = self.plan.heaps[heap].rows
        sign = -1 if self.turned else 1
        for i in range(n):
            x, y = rows[i % len(rows)]
            yield middle.x + sign * x, middle.y + sign * y


def _turn(table: RestingPlaces, scattered: Scatter, layer: int) -> float:
    """Return the rotation in degrees: any angle for a round table, else 0 or 180."""
    if table.is_round:
        return scattered.degrees + layer * 25
    return 180 if scattered.half else 0


def _tenth(x: float) -> float:
    """Round to tenths as JavaScript rounds."""
    return math.floor(x * 10 + 0.5) / 10


def _sign(x: float) -> int:
    return (x > 0) - (x < 0)


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
