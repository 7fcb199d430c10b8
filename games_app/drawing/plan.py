"""A game's drawing, parsed: its elements, the data about places, and the metadata that the rules know.

It is made from the numbers of a sowing board, or else is the file static/games/<slug>/board.svg. The
attributes are explained at the top of static/boards/drawing/layout.js and of static/boards/games.js.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from games_app.drawing import scene, sowing_board
from games_app.games.catalogue import BOARDS
from games_app.games.rules import Facts, Game, IllegalAction, get_game

FILES = Path(__file__).resolve().parents[2] / "static" / "games"
ONLY = re.compile(r'<[^<>]* data-only="([^"]*)"[^<>]*/>')
"""A part of a file that only these rule sets have."""


class Point(NamedTuple):
    x: float
    y: float


class Place(NamedTuple):
    """A place or a size on the board, lying and upright (on a phone)."""

    lying: Point
    upright: Point


Row = tuple[float, float, int]


class RestingPlaces(NamedTuple):
    """Resting places: (x, y, angle) in percent of ``size`` and in degrees."""

    rows: tuple[Row, ...]
    size: Point
    is_round: bool


class Heap(NamedTuple):
    """Pieces beside the board: kind, scale, and offsets of each from the middle in drawing units."""

    piece: str
    turn: str
    rows: tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Plan:
    slug: str
    root: ElementTree.Element

    @property
    def near(self) -> str:
        """The role whose side the drawing shows nearest."""
        return self.root.attrib["data-near"]

    @property
    def stays(self) -> bool:
        """True if both sides see the board alike: down is down for everybody."""
        return "data-stays" in self.root.attrib

    @property
    def stands(self) -> bool:
        """True if there is an upright form."""
        return "data-upright" in self.root.attrib

    def names(self, attribute: str) -> list[str]:
        """Return the values of an attribute, each once, in the order of drawing."""
        return list(dict.fromkeys(value for value, _ in named(self.root, attribute)))

    @cached_property
    def stops(self) -> dict[str, str]:
        """Stop -> its kind."""
        return {stop: node.attrib["data-kind"] for stop, node in named(self.root, "data-stop")}

    @cached_property
    def middles(self) -> dict[str, Place]:
        """Centres of stops and heaps."""
        return {
            name: place(node) for what in ("data-stop", "data-heap") for name, node in named(self.root, what)
        }

    @cached_property
    def heaps(self) -> dict[str, Heap]:
        return {
            name: Heap(
                node.attrib["data-piece"],
                f"scale({node.attrib['data-scale']})",
                _rows(node.attrib["data-rest"]),
            )
            for name, node in named(self.root, "data-heap")
        }

    @cached_property
    def tables(self) -> dict[str, tuple[RestingPlaces, RestingPlaces]]:
        """Kind of stop -> its resting places, lying and upright."""
        return {kind: _tables(node) for kind, node in named(self.root, "data-places")}

    @cached_property
    def kinds(self) -> frozenset[str]:
        """Suffixes of the piece symbols: roles, or numbers if one kind has several drawings."""
        prefix = f"{self.slug}-piece-"
        return frozenset(
            name.removeprefix(prefix) for name, _ in named(self.root, "id") if name.startswith(prefix)
        )

    @cached_property
    def rooms(self) -> dict[str, tuple[float, float]]:
        """Words on the board that may be long -> the room for them, lying and upright."""
        rooms = {node.attrib["data-word"]: room.split() for room, node in named(self.root, "data-room")}
        return {word: (float(lying), float(upright)) for word, (lying, upright) in rooms.items()}

    @cached_property
    def paths(self) -> dict[str, str]:
        """Heaps, and stops that the facts name differently -> the path to their number in the facts."""
        facts = {node.attrib["data-stop"]: path for path, node in named(self.root, "data-fact")}
        return facts | {heap: heap for heap in self.heaps}

    @cached_property
    def secret_phase(self) -> str | None:
        """The phase in which roles choose in secret; None if the game has none."""
        game = self.root.find("defs/metadata/game")
        return None if game is None else game.get("secret")

    @cached_property
    def scored(self) -> tuple[str, str]:
        """The unit of the score, in singular and plural: "{n} stone" and "{n} stones"."""
        node = self.root.find("defs/metadata/words")
        words = {} if node is None else node.attrib
        singular, plural = (words.get("scored") or words["stones"]).split("|")[:2]
        return singular, plural

    def scene(self, facts: Facts) -> scene.Scene:
        return scene.read(facts, self)


def source(slug: str) -> str:
    """Return the drawing of a rule set as SVG. Raises LookupError for an unknown slug.

    Rule sets that share a file get copies in which their slugs stand, so that one page can have several.
    """
    game = get_game(slug)
    return completed(_drawn(game), game)


def _drawn(game: Game) -> str:
    slug = game.slug
    if slug in BOARDS:
        return _of_family(sowing_board.svg(BOARDS[slug], slug, game.roles), slug, game.family)
    try:
        text = (FILES / game.family / "board.svg").read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise LookupError(f"There is no drawing static/games/{game.family}/board.svg") from error
    text = re.sub(ONLY, lambda match: match[0] if slug in match[1].split() else "", text)
    own = re.sub(rf'(\b(?:id|data-shape)="|#){game.family}-', rf"\g<1>{slug}-", text)
    return _of_family(own.replace(f'data-game="{game.family}"', f'data-game="{slug}"', 1), slug, game.family)


def _of_family(svg: str, slug: str, family: str) -> str:
    """Return the drawing with the game that the rule set belongs to, if it isn't the default one."""
    named = f'data-game="{slug}"'
    return svg if slug == family else svg.replace(named, f'{named} data-family="{family}"', 1)


def read(slug: str) -> Plan:
    """Return the drawing of a rule set. Raises LookupError for an unknown slug."""
    return parsed(slug, source(slug))


def parsed(slug: str, svg: str) -> Plan:
    root = ElementTree.fromstring(svg)  # noqa: S314  (our own file)
    for node in root.iter():
        node.tag = node.tag.rpartition("}")[2]
        node.text = node.text.strip() if node.text else None
        node.tail = None
    root.set("xmlns", "http://www.w3.org/2000/svg")
    return Plan(slug, root)


def named(root: ElementTree.Element, attribute: str) -> Iterator[tuple[str, ElementTree.Element]]:
    """Yield (value, element) for every element with this attribute, in the order of drawing."""
    for node in root.iter():
        if attribute in node.attrib:
            yield node.attrib[attribute], node


def place(node: ElementTree.Element) -> Place:
    """Return the place of an element. Square boards have the same one lying and upright."""
    lying = node.get("data-at") or node.get("data-lying") or "0 0"
    return Place(_point(lying), _point(node.get("data-at") or node.get("data-upright") or lying))


def _point(text: str) -> Point:
    x, y = text.split()
    return Point(float(x), float(y))


def _tables(node: ElementTree.Element) -> tuple[RestingPlaces, RestingPlaces]:
    size = place(node)
    is_round = size.lying.x == size.lying.y
    lying = _table(node.attrib["data-table"])
    own = node.get("data-table-upright")
    upright = _table(own) if own else tuple((y, x, angle) for x, y, angle in lying)
    turned = RestingPlaces(upright, size.upright, is_round and not own)
    return RestingPlaces(lying, size.lying, is_round), turned


def _table(text: str) -> tuple[Row, ...]:
    return tuple((x, y, int(angle)) for x, y, angle in _rows(text))


def _rows(text: str) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(float(number) for number in row.split()) for row in text.split(","))


_SVG = "{http://www.w3.org/2000/svg}"


def completed(svg: str, game: Game) -> str:
    """Return a drawing with ``roles`` in its ``<game>`` and ``notation`` in each ``<action>`` that has none.

    ``score`` is left out for a rule set that counts nothing. Raises ValueError for a verb that no action of
    the rules begins with.
    """
    root = ElementTree.fromstring(svg)  # noqa: S314  (our own file)
    names = {
        node.attrib["data-stop"]: node.attrib["data-name"]
        for node in root.iter()
        if "data-name" in node.attrib
    }
    completed_svg = svg.replace("<game", f'<game roles="{" ".join(game.roles)}"', 1)
    if not game.score(game.initial_state().facts()):
        completed_svg = re.sub(r'(<game [^>]*?) score="[^"]*"', r"\1", completed_svg, count=1)
    for action in root.iter(f"{_SVG}action"):
        verb = action.attrib["verb"]
        if "notation" in action.attrib:
            continue
        completed_svg = completed_svg.replace(
            f'<action verb="{verb}"', f'<action verb="{verb}" notation="{pattern(game, verb, names)}"', 1
        )
    return completed_svg


def pattern(game: Game, verb: str, names: dict[str, str]) -> str:
    """Return how actions with this verb are written, with {0} and {1} for their stops: "{0}x{1}".

    ``names``: stop -> its name in notation. Raises ValueError for a verb of which the rules write no action.
    """
    for stops in (stops for number in range(3) for stops in permutations(names, number)):
        try:
            written = game.notation(" ".join([verb, *stops]))
        except IllegalAction:
            continue
        for i, stop in enumerate(stops):
            written = written.replace(names[stop], f"{{{i}}}", 1)
        return written
    raise ValueError(f"The rules of {game.slug} write no action that begins with {verb!r}")
