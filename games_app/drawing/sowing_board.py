"""Drawings of sowing boards, made from their numbers.

The result has the same attributes as the files of other boards; static/boards/drawing/layout.js and
static/boards/games.js explain them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from games_app.drawing import measures
from games_app.drawing import sowing_shapes as shapes
from games_app.drawing.lettering import NAME_SIZE
from games_app.drawing.measures import HALF_WIDTH, HALF_WIDTH_UPRIGHT, STORE_EDGE, STORE_EDGE_UPRIGHT, Size
from games_app.drawing.sowing_shapes import number
from games_app.games.sowing_board import Attributes, SowingBoard

MATERIALS = Path(__file__).with_name("materials")
PIECES = Path(__file__).resolve().parents[2] / "static" / "icons" / "pieces.svg"
"""The pieces of all materials, and those that people may choose instead."""

_ID = re.compile(r'(\bid="|href="#|url\(#|data-shape=")')
_SYMBOL = re.compile("<symbol[^>]*>")
_CUPS = (
    "M-21-6C-14-11 14-11 21-6 22 11 11 19 0 19S-22 11-21-6Z",
    "M-22-5C-15-10 15-10 22-5V12Q22 18 16 18H-16Q-22 18-22 12Z",
)
"""A round hand, and an angular one for the second role where both sow at once."""
_HELD = ((3, 0, -16, -4), (1, -12, -11, -24), (2, 12, -11, 20))
"""Pieces in a hand: number of the drawing, place and angle."""


class Material(NamedTuple):
    """Pieces, and the wood carved for them. Corners, grain and its half height: lying, then upright."""

    corners: tuple[float, float]
    grain: tuple[tuple[str, float], tuple[str, float]]
    tables: dict[str, str]
    """Kind of stop -> the attributes of its resting places."""
    pieces: str
    held: str
    """Scale of a piece in the hand."""
    pit: float
    """Half the width of the smallest pit in which the pieces have their full size."""


@cache
def material(name: str) -> Material:
    """Return a material, read from its file. Raises LookupError for an unknown name."""
    file = MATERIALS / f"{name}.svg"
    if not file.exists():
        materials = ", ".join(sorted(path.stem for path in MATERIALS.glob("*.svg")))
        raise LookupError(f"No board is carved for {name!r}; there are: {materials}")
    root = _read(file)
    lying, upright = (
        (node.attrib["d"], float(node.attrib["data-height"])) for node in root if "data-grain" in node.attrib
    )
    corner, corner_upright = map(float, root.attrib["data-corner"].split())
    tables = {
        node.attrib["data-places"]: attributes(
            {name: text for name, text in node.attrib.items() if name.startswith("data-table")}
        )
        for node in root
        if "data-places" in node.attrib
    }
    held, pit = root.attrib["data-held"], float(root.attrib["data-pit"])
    return Material((corner, corner_upright), (lying, upright), tables, _pieces_of(name), held, pit)


def _pieces_of(material: str) -> str:
    """Return the symbols of a material's pieces and their gradients."""
    parts = [node for node in _read(PIECES) if node.attrib["id"].startswith(f"{material}-")]
    drawn = "".join(ElementTree.tostring(node, encoding="unicode") for node in parts)
    return drawn.replace(f'<symbol id="{material}-', '<symbol id="piece-')


def _read(file: Path) -> ElementTree.Element:
    """Return the root of a drawing, whose elements have names without a namespace."""
    root = ElementTree.parse(file).getroot()  # noqa: S314  (our own file)
    for node in root.iter():
        node.tag = node.tag.rpartition("}")[2]
    return root


def svg(board: SowingBoard, slug: str, roles: tuple[str, ...]) -> str:
    """Return the empty board of the game ``slug``, as the text of an SVG file.

    ``roles``: the game's, first to move first. Raises LookupError if nothing is carved for the material.
    """
    return _Drawing(board, slug, roles).svg()


def attributes(names: Attributes) -> str:
    return "".join(f' {name}="{_quoted(value)}"' for name, value in names.items())


def _quoted(text: str) -> str:
    return escape(text, quote=False).replace('"', "&quot;")


class _Drawing:
    def __init__(self, board: SowingBoard, slug: str, roles: tuple[str, ...]) -> None:
        self.board, self.slug, self.roles = board, slug, roles
        self.material = material(board.material)
        self.lying = measures.lying(board.length, bool(board.stores))
        self.upright = measures.upright(board.length, bool(board.stores))
        self.way = -1 if board.clockwise else 1
        """1 if the near row runs to the right."""

    def svg(self) -> str:
        half, half_upright = round(self.lying.half), round(self.upright.half)
        lying = f"-500 {-half - 10} 1000 {2 * half + 26}"
        upright = f"-200 {-half_upright - 2} 400 {2 * half_upright + 10}"
        root = {
            "class": "board",
            "data-game": self.slug,
            "data-near": self.board.near,
            "role": "img",
            "aria-label": self.board.label,
            "viewBox": lying,
            "data-lying": lying,
            "data-upright": upright,
        }
        drawn = "".join(
            [
                f"<defs>{self._metadata()}{''.join(self._parts())}</defs>",
                '<use data-shape="plank" href="#plank"/><use data-shape="way" href="#way"/>',
                f'<g data-layer="stops">{"".join(self._side(1))}{"".join(self._side(-1))}</g>',
                '<g data-layer="pieces"></g>',
                *(self._sealed() if self.board.sealed_phase else ()),
                f'<g data-layer="hands">{"".join(self._hands())}</g>',
            ]
        )
        named = _ID.sub(rf"\g<1>{self.slug}-", drawn)
        return f'<svg xmlns="http://www.w3.org/2000/svg"{attributes(root)}>{named}</svg>\n'

    def _metadata(self) -> str:
        game = {"material": self.board.material}
        game |= {"score": "store"} if self.board.stores else {}
        game |= {"secret": self.board.sealed_phase} if self.board.sealed_phase else {}
        actions = "".join(f"<action{attributes(action)}/>" for action in self.board.actions)
        return (
            f"<metadata><game{attributes(game)}/><words{attributes(self.board.words)}/>{actions}</metadata>"
        )

    def _parts(self) -> Iterator[str]:
        """Yield what the drawing uses: planks, bowls, marks, pieces and the tables of resting places."""
        yield shapes.gradients()
        for i, (suffix, form) in enumerate((("", self.lying), ("-upright", self.upright))):
            width = HALF_WIDTH_UPRIGHT if suffix else HALF_WIDTH
            half = Size(width, round(form.half))
            yield shapes.plank(suffix, half, self.material.corners[i], *self.material.grain[i])
            yield shapes.way(suffix, form, self.board.length, self.board.clockwise)
            yield shapes.pit(suffix, form)
            if self.board.stores:
                yield shapes.store(suffix, form.store)
            if self.board.burns:
                yield shapes.burning(suffix, form)
        yield self._pieces()
        full = f' data-full="{self.board.full}"' if self.board.full else ""
        yield self._places("pit", self.lying.rest, self.upright.rest, full)
        if self.board.stores:
            rest = shapes.grown(self.lying.store, -STORE_EDGE)
            yield self._places("store", rest, shapes.grown(self.upright.store, -STORE_EDGE_UPRIGHT))

    def _pieces(self) -> str:
        scale = self.lying.pit.x / self.material.pit
        if scale > 1:
            return self.material.pieces
        smaller = self.material.pieces.replace("</symbol>", "</g></symbol>")
        return _SYMBOL.sub(rf'\g<0><g transform="scale({scale:.2f})">', smaller)

    def _places(self, kind: str, lying: Size, upright: Size, more: str = "") -> str:
        return f'<g data-places="{kind}"{more}{_place(lying, upright)}{self.material.tables[kind]}/>'

    def _side(self, sign: int) -> Iterator[str]:
        """Yield the stops of the near row (1) or the far one (-1), and the store that follows it."""
        role = self.board.near if sign == 1 else self.board.far
        middle = (self.board.length - 1) / 2
        for i, (stop, name) in enumerate(self.board.rows[role].items()):
            along = sign * (i - middle)
            yield self._pit(sign, role, stop, name, along)
        if self.board.stores:
            yield self._store(sign, role)

    def _pit(self, sign: int, role: str, stop: str, name: str, along: float) -> str:
        lying, upright = self.lying, self.upright
        at = Size(self.way * along * lying.pitch, sign * lying.row)
        stands = Size(-self.way * sign * upright.row, along * upright.pitch)
        inwards, outwards = self.way * sign, -self.way * sign
        burnt = (
            '<use class="burnt" data-shape="burnt" href="#burnt" display="none"/>' if self.board.burns else ""
        )
        return (
            f"{self._stop(stop, name, role, 'pit', at, stands)}"
            f"{_text('engraved', Size(0, -sign * lying.number), Size(inwards * upright.number, 0), 15, name)}"
            f"{burnt}"
            f"{_count(stop, Size(0, sign * lying.count), Size(outwards * upright.count, 0), 26)}</g>"
        )

    def _store(self, sign: int, role: str) -> str:
        stop, name, fact = self.board.stores[role]
        at = Size(sign * self.way * self.lying.store_at, 0)
        stands = Size(0, sign * self.upright.store_at)
        lying, upright = self.lying, self.upright
        side = -self.way * sign
        corner = self.material.corners[0]
        row = measures.name_beside_store(lying, self.board.length, corner)
        row_upright = measures.name_beside_upright_store(upright)
        below, inwards = sign * lying.store_count, lying.store_at - measures.count_of_store(lying, corner)
        named = self.board.stores_named
        letter_at = Size((inwards + 42) * side, below)
        letter = _text("engraved", letter_at, Size(124 * side, 0), 22, name) if named else ""
        lies = Size((lying.store_at - row.middle) * side, sign * lying.store_word)
        held = Size(row_upright.middle * side, -sign * upright.store_word)
        room = f' data-word="{role}" data-room="{number(row.room)} {number(row_upright.room)}"'
        word = _text("engraved", lies, held, NAME_SIZE, role, room)
        count = _count(stop, Size(inwards * side, below), Size(side * upright.store_count, 0), 34)
        return f"{self._stop(stop, name, role, 'store', at, stands, fact)}{count}{letter}{word}</g>"

    def _stop(
        self, stop: str, name: str, role: str, kind: str, lying: Size, upright: Size, fact: str | None = None
    ) -> str:
        names = {"data-stop": stop, "data-name": name, "data-owner": role}
        names |= {"data-fact": fact} if fact else {}
        there = f"{_place(lying, upright)}{_put(lying)}"
        return f'<g{attributes(names)} data-kind="{kind}"{there}><use data-shape="{kind}" href="#{kind}"/>'

    def _sealed(self) -> Iterator[str]:
        """Yield the labels of roles that have chosen in secret."""
        for role in self.roles:
            sign = 1 if role == self.board.near else -1
            side = -self.way * sign
            at = Size(side * (self.lying.store_at - 34), sign * (self.lying.store.y + 37))
            stands = Size(side * 145, -sign * self.upright.store_at)
            yield (
                f'<g class="sealed" data-sealed="{role}"{_place(at, stands)}{_put(at)} display="none">'
                '<rect x="-43" y="-14" width="86" height="28" rx="14" fill="#F4E8D2" stroke="#4A2C17"'
                ' stroke-width="2"/><path d="M-30-2v-3a4.5 4.5 0 0 1 9 0v3m-11 0h13v9h-13z" fill="none"'
                ' stroke="#4A2C17" stroke-width="2" stroke-linejoin="round"/><text data-word="chosen"'
                ' x="11.5" dy=".35em" text-anchor="middle" font-size="14" fill="#1F1B16">chosen</text></g>'
            )

    def _hands(self) -> Iterator[str]:
        for i, role in enumerate(self.roles):
            cup = _CUPS[i if self.board.sealed_phase else 0]
            held = "".join(
                f'<use class="held" href="#piece-{piece}"'
                f' transform="translate({x} {y}) rotate({angle}) scale({self.material.held})"/>'
                for piece, x, y, angle in _HELD
            )
            yield (
                f'<g class="hand" data-hand="{role}" display="none">'
                f'<ellipse cx="2" cy="8" rx="22" ry="17" fill="#120A04" fill-opacity=".45"/>{held}'
                f'<path class="hand-cup" d="{cup}" fill="#FFFCF5" stroke="#B9650F" stroke-width="2.5"'
                f' stroke-linejoin="round"/><text data-held="{role}" y="5" text-anchor="middle" dy=".36em"'
                ' font-size="19" fill="#1F1B16"></text></g>'
            )


def _place(lying: Size, upright: Size) -> str:
    return f' data-lying="{_point(lying)}" data-upright="{_point(upright)}"'


def _put(at: Size) -> str:
    return f' transform="translate({_point(at)})"'


def _point(at: Size) -> str:
    return f"{number(at.x)} {number(at.y)}"


def _text(kind: str, lying: Size, upright: Size, size: int, text: str, more: str = "") -> str:
    colour = "#FFF3DC" if kind == "count" else "#FBE6C0"
    return (
        f'<text class="{kind}"{more}{_place(lying, upright)}{_put(lying)} text-anchor="middle" dy=".35em"'
        f' font-size="{size}" fill="{colour}">{escape(text)}</text>'
    )


def _count(stop: str, lying: Size, upright: Size, size: int) -> str:
    return _text("count", lying, upright, size, "", f' data-count="{stop}"')
