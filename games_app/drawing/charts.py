"""Charts: SVG of flexible width, with the same figures as a table.

Widths are percentages, heights and font sizes are in pixels: on a narrow page a chart gets narrower, but its
text stays as large. Colours and textures are set by class in static/css/charts.css; each colour has a texture
too. Texts are given by the caller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

ROW, BAR, LABEL, NOTE = 74, 18, 16, 37
"""Heights: of a row of a bar chart, of its bar, and baselines of its label and its figures.

Both have a line of their own, since one line would be too narrow on a small page.
"""
COLUMNS, FOOT, HEAD = 180, 26, 22
"""Heights in a column chart: the highest column, the space below, the space above."""
FEWEST = 6
"""Number of columns that sets the greatest width of a column."""
LEGEND = 30
GAP = 0.35
"""Gap between the parts of a bar, in percent."""
SQUARE = 14
SQUARE_LETTERS = 5
"""Width of a legend's square with its gaps, in letters."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart and its figures. ``name`` is unique on the page."""

    name: str
    title: str
    svg: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    """The figures as a table; the first cell of each row is its heading."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its label, its figures in words, and the numbers of its parts."""

    label: str
    note: str
    parts: Sequence[int]


def shares(
    name: str, title: str, kinds: Sequence[tuple[str, str]], rows: Sequence[Bar], head: Sequence[str]
) -> Chart:
    """Return bars of equal length, each divided into parts. ``kinds``: class and label of each part."""
    height = LEGEND + ROW * len(rows)
    drawn = [_legend(name, kinds)]
    for number, row in enumerate(rows):
        top, total, x = LEGEND + ROW * number, sum(row.parts) or 1, 0.0
        drawn.append(_words(row, top))
        for (kind, _), part in zip(kinds, row.parts, strict=True):
            width = 100 * part / total
            if part:
                drawn.append(_bar(name, kind, x, max(width - GAP, GAP), top + NOTE + 8))
            x += width
    table = [[row.label, *(str(part) for part in row.parts)] for row in rows]
    return _chart(name, title, height, drawn, head, table, [f"{row.label}: {row.note}" for row in rows])


def bars(name: str, title: str, rows: Sequence[Bar], head: Sequence[str]) -> Chart:
    """Return one bar for each number, the longest as wide as the chart."""
    longest = max((row.parts[0] for row in rows), default=0) or 1
    drawn = []
    for number, row in enumerate(rows):
        top = ROW * number
        drawn += [_words(row, top), _bar(name, "all", 0, 100 * row.parts[0] / longest, top + NOTE + 8)]
    table = [[row.label, str(row.parts[0])] for row in rows]
    return _chart(
        name, title, ROW * len(rows), drawn, head, table, [f"{row.label}: {row.note}" for row in rows]
    )


def columns(name: str, title: str, counts: Sequence[tuple[str, str, int]], head: Sequence[str]) -> Chart:
    """Return columns side by side. ``counts``: label below, heading in the table, and number of each."""
    highest = max((count for *_, count in counts), default=0) or 1
    each, bottom = 100 / max(len(counts), FEWEST), HEAD + COLUMNS
    drawn = []
    for number, (below, _, count) in enumerate(counts):
        height = COLUMNS * count / highest
        drawn.append(
            f'<rect class="part all" fill="url(#{name}-all)" x="{number * each + each * 0.08:.2f}%" '
            f'y="{bottom - height:.1f}" width="{each * 0.84:.2f}%" height="{height:.1f}"/>'
        )
        if below:
            drawn.append(_text(number * each + each * 0.08, bottom + 18, below, "below"))
        if count == highest:
            anchor = "start" if (number + 0.5) * each < 50 else "end"
            x = (number + (0.08 if anchor == "start" else 0.92)) * each
            drawn.append(_text(x, HEAD - 8, str(count), "figure", anchor))
    drawn.append(f'<line class="ground" x1="0" x2="100%" y1="{bottom}" y2="{bottom}"/>')
    table = [[called, str(count)] for _, called, count in counts]
    lines = [f"{called}: {count}" for _, called, count in counts]
    return _chart(name, title, bottom + FOOT, drawn, head, table, lines)


def course(name: str, title: str, points: Sequence[tuple[str, float, float]], head: Sequence[str]) -> Chart:
    """Return a line with its uncertainty as a band. ``points``: label, value and standard error of each."""
    low = min(value - 2 * error for _, value, error in points)
    high = max(value + 2 * error for _, value, error in points)
    last = max(len(points) - 1, 1)

    def place(number: int, value: float) -> str:
        return f"{100 * number / last:.2f},{COLUMNS * (high - value) / (high - low):.1f}"

    upper = [place(number, value + 2 * error) for number, (_, value, error) in enumerate(points)]
    lower = [place(number, value - 2 * error) for number, (_, value, error) in enumerate(points)]
    line = [place(number, value) for number, (_, value, _) in enumerate(points)]
    drawn = [
        _text(0, HEAD - 8, f"{high:.0f}", "figure"),
        f'<svg x="0" y="{HEAD}" width="100%" height="{COLUMNS}" viewBox="0 0 100 {COLUMNS}" '
        f'preserveAspectRatio="none"><polygon class="band" points="{" ".join([*upper, *reversed(lower)])}"/>'
        f'<polyline class="line" points="{" ".join(line)}"/></svg>',
        f'<line class="ground" x1="0" x2="100%" y1="{HEAD + COLUMNS}" y2="{HEAD + COLUMNS}"/>',
        _text(0, HEAD + COLUMNS + 18, f"{low:.0f}", "below"),
    ]
    table = [[label, f"{value:.0f}", f"{2 * error:.0f}"] for label, value, error in points]
    newest = points[-1]
    lines = [f"{newest[0]}: {newest[1]:.0f} ± {2 * newest[2]:.0f}"]
    return _chart(name, title, HEAD + COLUMNS + FOOT, drawn, head, table, lines)


def _chart(
    name: str,
    title: str,
    height: int,
    drawn: Sequence[str],
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    lines: Sequence[str],
) -> Chart:
    svg = (
        f'<svg class="chart" role="img" width="100%" height="{height}" '
        f'aria-labelledby="{name}-title" aria-describedby="{name}-said">'
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-said">{escape(". ".join(lines))}.</desc>{_textures(name)}{"".join(drawn)}</svg>'
    )
    return Chart(name, title, svg, head, rows)


def _textures(name: str) -> str:
    """Return the fill patterns: full, dotted, hatched. Each chart has its own, since ids are per page."""
    size = 'patternUnits="userSpaceOnUse" width="8" height="8"'
    ground = '<rect class="ground-of" width="8" height="8"/>'
    return (
        f'<defs><pattern id="{name}-won" class="won" {size}>{ground}</pattern>'
        f'<pattern id="{name}-all" class="all" {size}>{ground}</pattern>'
        f'<pattern id="{name}-drawn" class="drawn" {size}>{ground}'
        '<circle class="texture" cx="4" cy="4" r="1.6"/></pattern>'
        f'<pattern id="{name}-lost" class="lost" {size}>{ground}'
        '<path class="texture" d="M-2 2 2-2M-2 10 10-2M6 10 10 6" fill="none"/></pattern></defs>'
    )


def _legend(name: str, kinds: Sequence[tuple[str, str]]) -> str:
    """Return the squares with their words; each has room in proportion to its letters."""
    rooms = [len(word) + SQUARE_LETTERS for _, word in kinds]
    starts = [100 * sum(rooms[:number]) / sum(rooms) for number in range(len(rooms))]
    return "".join(
        f'<svg x="{start:.2f}%" y="0" width="1" height="{SQUARE}" overflow="visible">'
        f'<rect class="part {kind}" fill="url(#{name}-{kind})" y="1" width="{SQUARE}" height="{SQUARE}"/>'
        f'<text class="below" x="{SQUARE + 7}" y="{SQUARE - 1}">{escape(word)}</text></svg>'
        for start, (kind, word) in zip(starts, kinds, strict=True)
    )


def _words(row: Bar, top: int) -> str:
    return _text(0, top + LABEL, row.label, "label") + _text(0, top + NOTE, row.note, "figure")


def _bar(name: str, kind: str, x: float, width: float, y: int) -> str:
    return (
        f'<rect class="part {kind}" fill="url(#{name}-{kind})" x="{x:.2f}%" y="{y}" '
        f'width="{width:.2f}%" height="{BAR}"/>'
    )


def _text(x: float, y: float, words: str, kind: str, anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x:.2f}%" y="{y}" text-anchor="{anchor}">{escape(words)}</text>'
