"""Measures of sowing boards, in drawing units, by the length of a row.

The boards with five and with seven pits in a row were drawn by hand. All others lie in proportion between and
beyond them, as their pits do.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

HALF_WIDTH, HALF_WIDTH_UPRIGHT = 490, 196
"""Half the width of the plank."""
STORE_EDGE, STORE_EDGE_UPRIGHT = 8, 7
"""Distance of the resting places from a store's rim, which a heap doesn't cover."""
GROOVE = 8
"""Distance of the groove from the edge of the plank: nothing is engraved beyond it."""
SMALLEST_PITCH = 54.0
"""Distance of two pits on an upright board, for a finger: 49 px on a phone of 360 px."""


class Size(NamedTuple):
    """Half the width and half the height."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Form:
    """One way to hold the board, lying or upright. Sizes are half; distances count from the middle."""

    pitch: float
    """Distance of two pits of a row."""
    row: float
    """Distance of a row from the middle of the board."""
    pit: Size
    hollow: Size
    """The lit floor of a pit."""
    rim: Size
    last: Size
    arcs: Size
    """The angles, in degrees, between which each of four arcs marks the last move."""
    focus: Size
    touch: Size
    """The part of a pit that reacts to touch."""
    rest: Size
    """The part of a pit where stones lie."""
    number: float
    """Distance of a pit's number from its centre, towards the middle of the board."""
    count: float
    """Distance of the count of stones from a pit's centre, towards the edge."""
    channel: float
    """Distance of the arrows from the middle."""
    store_at: float
    store: Size
    store_count: float
    """Distance of a store's count from its centre: below or above a lying one, beside an upright one."""
    store_word: float
    """Distance of its owner's name from its centre: between a lying store and its count, below or above."""
    half: float
    """Half the height of the plank."""


_FIVE = Form(
    pitch=132,
    row=88,
    pit=Size(57, 57),
    hollow=Size(50, 50.4),
    rim=Size(60, 60),
    last=Size(68, 68),
    arcs=Size(28, 62),
    focus=Size(65, 65),
    touch=Size(66, 79),
    rest=Size(54, 54),
    number=70,
    count=79,
    channel=6,
    store_at=410,
    store=Size(60, 116),
    store_count=161,
    store_word=135,
    half=186,
)
_SEVEN = Form(
    pitch=102,
    row=78,
    pit=Size(46, 46),
    hollow=Size(39, 39.4),
    rim=Size(45.6, 45.6),
    last=Size(55, 55),
    arcs=Size(34, 56),
    focus=Size(54, 54),
    touch=Size(51, 76),
    rest=Size(43, 43),
    number=60,
    count=67,
    channel=13,
    store_at=418,
    store=Size(52, 98),
    store_count=142,
    store_word=119,
    half=168,
)
_FIVE_UPRIGHT = Form(
    pitch=76,
    row=92,
    pit=Size(56, 35),
    hollow=Size(50, 29.3),
    rim=Size(57.5, 36.5),
    last=Size(63, 40),
    arcs=Size(23, 53),
    focus=Size(60, 39),
    touch=Size(60, 38),
    rest=Size(54, 33.5),
    number=76,
    count=77,
    channel=14,
    store_at=219,
    store=Size(110, 26),
    store_count=150,
    store_word=25,
    half=250,
)
_SEVEN_UPRIGHT = Form(
    pitch=54,
    row=93,
    pit=Size(53, 24.8),
    hollow=Size(47, 19.1),
    rim=Size(51.5, 23.2),
    last=Size(61, 30.5),
    arcs=Size(25, 42),
    focus=Size(57, 28.8),
    touch=Size(58, 27),
    rest=Size(51, 23),
    number=71,
    count=76,
    channel=17,
    store_at=219,
    store=Size(110, 25),
    store_count=160,
    store_word=22,
    half=250,
)


class Row(NamedTuple):
    """A line of lettering: its middle and its width, along the board."""

    middle: float
    room: float


def half_within(half: Size, corner: float, y: float) -> float:
    """Return half the width of a plank within its groove, at the distance ``y`` from its middle."""
    radius = corner - GROOVE
    beyond = max(0, abs(y) - (half.y - corner))
    return half.x - corner + math.sqrt(max(0, radius**2 - beyond**2))


def name_beside_store(form: Form, length: int, corner: float) -> Row:
    """Return the line below a lying store: between the last pit of the row and the groove."""
    above, below = form.store_word - _LINE / 2, form.store_word + _LINE / 2
    pit = form.last.x
    reach = math.sqrt(max(0, pit**2 - (above - form.row) ** 2))
    inner = form.pitch * (length - 1) / 2 + reach + _MARGIN
    outer = half_within(Size(HALF_WIDTH, form.half), corner, below) - _MARGIN
    return Row((inner + outer) / 2, outer - inner)


def count_of_store(form: Form, corner: float) -> float:
    """Return the place along the board of a lying store's count, so that two digits lie within the groove."""
    outer = half_within(Size(HALF_WIDTH, form.half), corner, form.store_count + _COUNT.y) - _MARGIN
    return min(form.store_at, outer - _COUNT.x)


def name_beside_upright_store(form: Form) -> Row:
    """Return the line between an upright store and the groove."""
    inner, outer = form.store.x + _MARGIN, HALF_WIDTH_UPRIGHT - GROOVE - _MARGIN
    return Row((inner + outer) / 2, outer - inner)


_LINE = 14
"""Height of a name."""
_COUNT = Size(21, 12.5)
"""Two digits of a store's count."""
_MARGIN = 5


def lying(length: int, stores: bool = True) -> Form:
    """Return the measures of a lying board with ``length`` pits in a row."""
    gap = min(20, max(5, 20 - 5.5 * (length - 5)))
    """Distance between the row and the stores."""
    inner, narrowing = (350, 16) if stores else (470, 0)
    way = max(-0.3, (66 * length + gap - inner) / (narrowing + 15 * length))
    form = _between(_FIVE, _SEVEN, way)
    ends = 2 * form.store.x if stores else 0
    pitch = 2 * (470 - ends - gap) / length
    form = replace(form, pitch=pitch, touch=Size(pitch / 2, form.touch.y))
    return _as_high_as_seven(form) if way > 1 else form


def _as_high_as_seven(form: Form) -> Form:
    """Return a form with smaller pits on a plank as high: the stores' words keep their places."""
    return replace(
        form,
        row=_SEVEN.row,
        touch=Size(form.touch.x, _SEVEN.touch.y),
        channel=_SEVEN.channel,
        store=Size(form.store.x, _SEVEN.store.y),
        store_count=_SEVEN.store_count,
        store_word=_SEVEN.store_word,
        half=_SEVEN.half,
    )


def upright(length: int, stores: bool = True) -> Form:
    """Return the measures of an upright board with ``length`` pits in a row.

    Longer rows make the board higher, so that pits stay large enough for a finger.
    """
    pitch = max(SMALLEST_PITCH, round((385 - length) / length))
    form = _between(_FIVE_UPRIGHT, _SEVEN_UPRIGHT, max(-0.5, (76 - pitch) / 22))
    taller = max(0, length - 7) * SMALLEST_PITCH / 2
    ends = 0 if stores else 2 * form.store.y - 10
    return replace(form, pitch=pitch, store_at=form.store_at + taller, half=form.half + taller - ends)


def _between(five: Form, seven: Form, way: float) -> Form:
    """Return a form ``way`` from one to the other: 0 is ``five``, 1 is ``seven``."""
    names = [field.name for field in fields(Form)]
    return Form(**{name: _blended(getattr(five, name), getattr(seven, name), way) for name in names})


def _blended(a: Any, b: Any, way: float) -> Any:
    if isinstance(a, Size):
        return Size._make(_blended(*both, way) for both in zip(a, b, strict=True))
    return a + (b - a) * way
