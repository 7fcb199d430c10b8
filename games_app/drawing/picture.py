"""Self-contained pictures: a position as an SVG file, and the card shown where a link is shared."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from games_app.drawing.board import board
from games_app.drawing.faces import framed
from games_app.drawing.lettering import has_letters_for, strokes, width
from games_app.games.rules import Facts

WIDTH, HEIGHT = 1200, 630
"""Size of a card in pixels, as recommended by sites that show links."""

_MARGIN, _EDGE, _HEAD, _GAP = 48, 24, 92, 24
PAPER, INK = "#f6f1e7", "#1f1b16"
MARK = Path(__file__).resolve().parents[2] / "static" / "icons" / "favicon.svg"

STYLE = (
    "[data-heap] .none{display:none}"
    ".last{stroke:#fff3dc;stroke-width:3.5;stroke-linecap:round}"
    ".last-under{stroke:#2a1608;stroke-opacity:.7;stroke-width:7}"
    ".last-tint{fill:#fff3dc;fill-opacity:.24;stroke:none}"
    '[data-surface="slab"] .last{stroke:#0e6a5b}[data-surface="slab"] .last-under{stroke:#fff6dc}'
)
"""The rules of static/css/boards.css for marks, since a picture has no style sheets."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position as its reader may see it, and the board's orientation: see :meth:`Board.svg`."""

    slug: str
    facts: Facts
    seed: str = ""
    side: str | None = None
    upright: bool = False
    last: Collection[str] = ()

    def drawn(self, x: float, y: float, width: float, height: float) -> str:
        """Return the board fitted into a box. Two boards of one game in a picture would share ids."""
        svg = board(self.slug).svg(
            self.facts, self.seed, side=self.side, upright=self.upright, last=self.last, lettered=True
        )
        return svg.replace("<svg", f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"', 1)


def picture(position: Position, width: int, paper: str = "") -> str:
    """Return the board alone, ``width`` pixels wide, on a coloured or transparent background."""
    across, down = board(position.slug).size(position.upright)
    height = width * down / across
    sheet = f'<rect width="{width}" height="{round(height)}" fill="{paper}"/>' if paper else ""
    return _svg(width, round(height), sheet + position.drawn(0, 0, width, height))


def card(position: Position, name: str = "", faces: Sequence[str] = ()) -> str:
    """Return a card with one board as large as possible, with the site's mark and name above.

    ``faces`` are the keys of the two players' faces: at the right above a wide board, else at its sides.
    """
    top = 96 if _is_wide(position) else _EDGE
    drawn = position.drawn(_MARGIN, top, WIDTH - 2 * _MARGIN, HEIGHT - top - _EDGE)
    if _is_wide(position):
        places = [(WIDTH - _MARGIN - 64.0 - 80 * n, 18.0, 64) for n in (1, 0)]
    else:
        beside = (WIDTH - (HEIGHT - top - _EDGE) * _shape(position)) / 2
        places = [(x - 72, HEIGHT / 2 - 72, 144) for x in (beside / 2, WIDTH - beside / 2)]
    return _card(
        _MARGIN, name, drawn + "".join(framed(face, *at) for face, at in zip(faces, places, strict=False))
    )


def card_of_all(positions: Iterable[Position], name: str = "") -> str:
    """Return a card with a board of each game: wide ones below each other, square ones beside them."""
    both = sorted(positions, key=_is_wide, reverse=True)
    columns = [list(column) for _, column in groupby(both, _is_wide)]
    height = (HEIGHT - _HEAD - _EDGE) / max(map(len, columns)) - _GAP
    widths = [height * max(map(_shape, column)) for column in columns]
    left = x = (WIDTH - sum(widths) - _GAP * (len(widths) - 1)) / 2
    drawn = ""
    for column, across in zip(columns, widths, strict=True):
        for row, position in enumerate(column):
            drawn += position.drawn(x, _HEAD + row * (height + _GAP), across, height)
        x += across + _GAP
    return _card(left, name, drawn)


POSTER_WIDTH, POSTER_HEIGHT = 540, 960
"""Size of a poster in pixels, as tall as a phone."""


def poster(position: Position, name: str = "") -> str:
    """Return a tall picture with the board, the site's mark and its name above."""
    top = 120
    drawn = position.drawn(_EDGE, top, POSTER_WIDTH - 2 * _EDGE, POSTER_HEIGHT - top - _EDGE)
    return _headed(POSTER_WIDTH, POSTER_HEIGHT, _EDGE, name, drawn)


def _shape(position: Position) -> float:
    across, down = board(position.slug).size()
    return across / down


def _is_wide(position: Position) -> bool:
    return board(position.slug).is_wide


def _card(left: float, name: str, drawn: str) -> str:
    return _headed(WIDTH, HEIGHT, left, name, drawn)


def _headed(across: int, down: int, left: float, name: str, drawn: str) -> str:
    """Return a picture of this size; ``left`` is where the mark begins, aligned with the drawing.

    The name is left out if a letter of it has no drawing.
    """
    mark = MARK.read_text(encoding="utf-8").replace(
        "<svg", f'<svg x="{left:g}" y="26" width="48" height="48"', 1
    )
    named = (
        f'<g transform="translate({left + 62 + width(name) * 0.16:g} 50) scale(.32)" fill="none" '
        f'stroke="{INK}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round">{strokes(name)}</g>'
    )
    head = f"{mark}{named}" if has_letters_for(name) else mark
    return _svg(across, down, f'<rect width="{across}" height="{down}" fill="{PAPER}"/>{head}{drawn}')


def _svg(width: int, height: int, drawn: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><style>{STYLE}</style>{drawn}</svg>'
    )
