"""The shapes of a sowing board as SVG: planks, bowls, their marks, arrows, and burnt pits."""

from __future__ import annotations

import math
from collections.abc import Iterable

from games_app.drawing.measures import GROOVE, Form, Size

_LIP = 'fill="none" stroke="url(#lip)" stroke-width="2.5"'
_STUD = 4.5
"""Half the diagonal of the diamonds that distinguish the rim of what can be played."""
_HATCH = {"": 11, "-upright": 12}
"""Distance of the lines across a burnt pit, along the axes."""


def number(x: float) -> str:
    """Return a number as SVG has it, to a tenth of a unit, which is invisible."""
    return f"{round(x + 0.0, 1) or 0:g}"


def gradients() -> str:
    return (
        '<linearGradient id="wood" x2="0" y2="1"><stop class="wood-light" offset="0" stop-color="#8C5B34"/>'
        '<stop class="wood" offset=".4" stop-color="#835431"/>'
        '<stop class="wood-deep" offset="1" stop-color="#6B4224"/></linearGradient>'
        '<linearGradient id="wall" x2="0" y2="1"><stop class="bowl-shade" offset="0" stop-color="#1F1109"/>'
        '<stop class="bowl" offset=".5" stop-color="#3B2413"/>'
        '<stop class="bowl-low" offset="1" stop-color="#7A4C2A"/></linearGradient>'
        '<radialGradient id="bowl" cy=".66" r=".62"><stop class="bowl-lit" offset="0" stop-color="#56361B"/>'
        '<stop class="bowl" offset=".7" stop-color="#3B2413"/>'
        '<stop class="bowl-shade" offset="1" stop-color="#1F1109"/></radialGradient>'
        '<linearGradient id="lip" x2="0" y2="1"><stop offset="0" stop-color="#120A04" stop-opacity=".75"/>'
        '<stop offset=".5" stop-color="#120A04" stop-opacity="0"/>'
        '<stop class="shine" offset="1" stop-color="#F2CFA0" stop-opacity=".7"/></linearGradient>'
    )


def plank(suffix: str, half: Size, corner: float, grain: str, grain_half: float) -> str:
    """Return the plank. ``grain``: the path of its fibres, drawn for a plank of height 2 ``grain_half``."""
    x, y = half
    inner = grown(half, -GROOVE)
    fit = f' transform="scale(1 {y / grain_half:.3f})"' if abs(y - grain_half) > 0.5 else ""
    return (
        f'<g id="plank{suffix}">'
        f'{_rect(Size(x + 1, y), corner, 9)} fill="#000" fill-opacity=".14"/>'
        f'{_rect(half, corner, 6)} class="wood-edge" fill="#4A2C17"/>'
        f'{_rect(half, corner)} fill="url(#wood)"/>'
        f'<path class="grain" d="{grain}"{fit} fill="none" stroke="#3B2413" stroke-opacity=".2"'
        f' stroke-width="1.4"/>{_rect(grown(half, -1.2), corner - 1)} class="shine" fill="none"'
        ' stroke="#F2CFA0" stroke-opacity=".34" stroke-width="2"/>'
        f'{_rect(inner, corner - GROOVE)} class="groove" fill="none" stroke="#3B2413" stroke-opacity=".55"'
        f' stroke-width="1.6"/>{_rect(inner, corner - GROOVE, 1.4)} class="shine" fill="none"'
        ' stroke="#F2CFA0" stroke-opacity=".24" stroke-width="1"/></g>'
    )


def way(suffix: str, form: Form, length: int, clockwise: bool) -> str:
    """Return the arrows between pits that show where stones go."""
    middles = [form.pitch * (i + 1 - length / 2) for i in range(length - 1)]
    turn = 1 if clockwise == bool(suffix) else -1
    path = ""
    for side in (1, -1):
        to = side * turn
        for middle in middles:
            steps = (
                (to * (middle - 4), side * form.channel),
                (9 * to, 5 * side),
                (-9 * to, 5 * side),
                (3 * to, -5 * side),
            )
            start, *lines = (
                f"{number(y)} {number(x)}" if suffix else f"{number(x)} {number(y)}" for x, y in steps
            )
            path += f"M{start}l{' '.join(lines)}z"
    return f'<path id="way{suffix}" class="engraved" d="{path}" fill="#FBE6C0"/>'


def pit(suffix: str, form: Form) -> str:
    touch, wall, hollow = form.touch, form.pit, form.hollow
    low = 3.3 if suffix else 3.9
    return (
        f'<g id="pit{suffix}"><path d="M{number(-touch.x)}{number(-touch.y)}h{number(2 * touch.x)}'
        f'v{number(2 * touch.y)}h{number(-2 * touch.x)}z" fill="none" pointer-events="all"/>'
        f'{_ellipse(wall)} fill="url(#wall)"/>'
        f'{_ellipse(hollow, low)} fill="url(#bowl)"/>'
        f"{_ellipse(wall)} {_LIP}/></g>"
        f"{_mark('pit-rim', 'rim', suffix, f'{_ellipse(form.rim)}/>', _studs(Size(0, 0), form.rim))}"
        f"{_last('pit', suffix, _arcs(Size(0, 0), form.last, form.arcs))}"
        f"{_mark('pit-focus', 'focus', suffix, f'{_ellipse(form.focus)}/>')}"
    )


def store(suffix: str, half: Size) -> str:
    inset, low, rim, last, focus = (6, 3.0, 2, 6, 5) if suffix else (7, 3.5, 3, 11, 8)
    end = min(half)
    corners = Size(half.x - end, half.y - end)
    """The centres of the four rounded corners."""
    line = f"{_rect(grown(half, rim), end + rim)}/>"
    studs = _studs(corners, Size(end + rim, end + rim))
    arcs = _arcs(corners, Size(end + last, end + last), Size(30, 60))
    return (
        f'<g id="store{suffix}">{_rect(half, end)} fill="url(#wall)"/>'
        f'{_rect(grown(half, -inset), end - inset, low)} fill="url(#bowl)"/>'
        f"{_rect(half, end)} {_LIP}/></g>"
        f"{_mark('store-rim', 'rim', suffix, line, studs)}"
        f"{_last('store', suffix, arcs)}"
        f"{_mark('store-focus', 'focus', suffix, f'{_rect(grown(half, focus), end + focus)}/>')}"
    )


def burning(suffix: str, form: Form) -> str:
    """Return the mark of a pit where a stone would be lost, and the lid of a burnt one."""
    wide, apart = (8, 1) if suffix else (10, 3)
    x, y = (side + apart for side in form.pit)
    half = wide / 2
    crosses = "".join(
        f"M{number(sx * x * math.sqrt(0.5) - half)} {number(sy * y * math.sqrt(0.5) - half)}"
        f"l{wide} {wide}m-{wide} 0l{wide}-{wide}"
        for sx in (-1, 1)
        for sy in (-1, 1)
    )
    peril = f'<path class="danger-cross" d="{crosses}"/>'
    return (
        f"{_mark('pit-danger', 'danger', suffix, f'{_ellipse(form.rim)}/>', peril)}"
        f'<g id="burnt{suffix}">{_ellipse(form.pit)} fill="#1B1714"/>'
        f'<path d="{_hatching(form.pit, _HATCH[suffix])}" stroke="#6D645B" stroke-width="1.6"/>'
        '<rect x="-29" y="-12" width="58" height="24" rx="4" fill="#1B1714"/>'
        '<text data-word="burnt" text-anchor="middle" dy=".35em" font-size="17" fill="#F0B59A">burnt</text>'
        f'{_ellipse(form.pit)} fill="none" stroke="#0D0B09" stroke-width="4"/></g>'
    )


def _mark(name: str, kind: str, suffix: str, line: str, more: str = "") -> str:
    """Return a mark drawn twice: the lower, wider line sets it off from any wood."""
    under = f'<g class="{kind}-under">{line}</g>'
    return f'<g id="{name}{suffix}" class="{kind}" fill="none">{under}{line}{more}</g>'


def _last(name: str, suffix: str, arcs: str) -> str:
    paths = f'<path class="last-under" d="{arcs}"/><path d="{arcs}"/>'
    return f'<g id="{name}-last{suffix}" class="last" fill="none">{paths}</g>'


def _ellipse(half: Size, low: float = 0) -> str:
    place = f' cy="{number(low)}"' if low else ""
    return f'<ellipse{place} rx="{number(half.x)}" ry="{number(half.y)}"'


def _rect(half: Size, corner: float, low: float = 0) -> str:
    return (
        f'<rect x="{number(-half.x)}" y="{number(low - half.y)}" width="{number(2 * half.x)}"'
        f' height="{number(2 * half.y)}" rx="{number(corner)}"'
    )


def grown(half: Size, by: float) -> Size:
    return Size(half.x + by, half.y + by)


def _studs(corners: Size, around: Size) -> str:
    """Return a diamond on each quarter of a rim; ``around``: the radii at the ``corners``."""
    path = "".join(
        f"M{number(sx * (corners.x + around.x * math.sqrt(0.5)))}"
        f" {number(sy * (corners.y + around.y * math.sqrt(0.5)) - _STUD)}"
        f"l{_STUD} {_STUD}-{_STUD} {_STUD}-{_STUD}-{_STUD}z"
        for sx in (-1, 1)
        for sy in (-1, 1)
    )
    return f'<path class="rim-stud" d="{path}"/>'


def _arcs(corners: Size, around: Size, angles: Size) -> str:
    """Return the path of arcs on the quarters of an ellipse, or on the ``corners`` of a rounded rectangle."""

    def quarter(sx: int, sy: int, angles: Iterable[float]) -> str:
        start, end = (
            f"{number(sx * (corners.x + around.x * math.cos(math.radians(angle))))}"
            f" {number(sy * (corners.y + around.y * math.sin(math.radians(angle))))}"
            for angle in angles
        )
        return f"M{start}A{number(around.x)} {number(around.y)} 0 0 1 {end}"

    near, far = angles, (angles.y, angles.x)
    return quarter(1, 1, near) + quarter(-1, 1, far) + quarter(-1, -1, near) + quarter(1, -1, far)


def _hatching(half: Size, apart: int) -> str:
    """Return diagonal lines across an ellipse."""
    a, b = half.x**2, half.y**2
    reach = int(math.hypot(*half) // apart)
    lines = []
    for i in range(reach, -reach - 1, -1):
        c = i * apart
        middle, spread = a * c / (a + b), math.sqrt(a * b * (a + b - c * c)) / (a + b)
        ends = ((middle - spread), (middle + spread))
        lines.append("L".join(f"{number(x)} {number(x - c)}" for x in ends))
    return "M" + "M".join(lines)
