"""A game's drawing filled with a position: the same SVG as the browser's element draws, as text.

For each orientation of a board, the arranged drawing is made once, as text with placeholders. A position then
only fills it with ``%``, which keeps pages with boards cheap. The placeholders: "label", "pieces", "count p1"
and "none p1" (a class), "last p1", "marked 3" and "unburnt 3", "sealed south", "word chosen", and "fit south"
(the size of that word). For a hand: "hand south" (hides it), "place south", "held south", and "hold south 1",
which hides a stone that the hand no longer holds.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Collection, Iterator
from functools import cache
from html import escape
from itertools import chain
from xml.etree import ElementTree

from games_app.drawing import plan
from games_app.drawing.arrangement import Arrangement, scatter
from games_app.drawing.lettering import fitted, outline, strokes
from games_app.drawing.plan import Plan, Point, named, place
from games_app.drawing.scene import Hand, Scene
from games_app.drawing.sowing_board import attributes
from games_app.games.rules import Facts

_PARTS = re.compile(r"<defs>.*?</defs>", re.DOTALL)


def without_parts(svg: str) -> str:
    """Return a drawing without its ``<defs>``, for a page that has another whole drawing of the game."""
    return _PARTS.sub("", svg)


@cache
def board(slug: str) -> Board:
    """Return the drawing of a game, cached. Raises LookupError for an unknown slug."""
    return Board(plan.read(slug))


class Board:
    def __init__(self, read: plan.Plan) -> None:
        self.plan = read
        self._label = read.root.attrib["aria-label"]
        self._words = read.names("data-word")
        self._counted = read.names("data-count")
        self._roles = {*read.names("data-hand"), *read.names("data-sealed")}
        self._templates: dict[tuple[bool, bool, bool], tuple[Arrangement, str]] = {}

    def size(self, upright: bool = False) -> tuple[float, float]:
        """Return width and height of the drawing in its own units."""
        box = self.plan.root.get("data-upright") if upright else None
        _, _, width, height = (box or self.plan.root.attrib["viewBox"]).split()
        return float(width), float(height)

    @property
    def is_wide(self) -> bool:
        """True if it is much wider than high; it then gets the whole width of a page or a picture."""
        width, height = self.size()
        return width > 1.5 * height

    @property
    def is_long(self) -> bool:
        """True if its upright form is too high for a short phone that shows anything else above it."""
        width, height = self.size(upright=True)
        return height > 1.5 * width

    def svg(
        self,
        facts: Facts | None,
        seed: str = "",
        *,
        side: str | None = None,
        upright: bool = False,
        last: Collection[str] = (),
        words: Callable[[str], str] = str,
        lettered: bool = False,
    ) -> str:
        """Return the position as an ``<svg>`` element; without ``facts`` the empty board.

        ``seed``: decides how piles lie, the match's public id; by default the game's slug. ``side``: the role
        shown nearest. ``upright``: as on a phone, if the drawing has that form. ``last``: the stops to mark
        as the last move. ``words``: translates the drawing's few words. ``lettered``: all texts as outlines.
        ``facts`` are drawn as given; the caller checks who may see them.
        """
        turned = not self.plan.stays and (side or self.plan.near) != self.plan.near
        arrangement, text = self._template(upright and self.plan.stands, turned, lettered)
        scene = self.plan.scene(facts) if facts else Scene()
        write = strokes if lettered else escape
        holes = chain(
            [("label", escape(words(self._label)))],
            [("pieces", pieces(scene, arrangement, seed or self.plan.slug))],
            [(f"word {word}", write(words(word))) for word in self._words],
            fits(self.plan, words, arrangement.upright),
            counts(scene, self._counted, write),
            marks(scene, arrangement, last),
            roles(scene, arrangement, self._roles, write),
        )
        return text % dict(holes)

    def _template(self, upright: bool, turned: bool, lettered: bool) -> tuple[Arrangement, str]:
        held = (upright, turned, lettered)
        if held not in self._templates:
            arrangement = Arrangement(self.plan, upright, turned)
            self._templates[held] = arrangement, template(arrangement, lettered)
        return self._templates[held]


Holes = Iterator[tuple[str, str]]
Write = Callable[[str], str]
"""Function that converts a number or word to the template's form of texts."""

HIDDEN = 'display="none"'
MOST_HELD = 3
"""Maximum number of stones drawn in a hand."""

ASIDE = 18
"""Distance by which each of two hands at one stop is moved aside."""


def pieces(scene: Scene, arrangement: Arrangement, seed: str) -> str:
    """Return stones and men, marked with their stops, so that the browser's element can adopt them."""
    plan = arrangement.plan
    stones = [_stones(plan, stop, scene.counts.get(stop, 0), arrangement, seed) for stop in plan.stops]
    heaps = [_heap(plan, heap, scene.counts.get(heap, 0), arrangement) for heap in plan.heaps]
    men = [_man(plan, stop, kind, arrangement.point(stop)) for stop, kind in scene.men.items()]
    return "".join([*stones, *heaps, *men])


def _stones(plan: Plan, stop: str, n: int, arrangement: Arrangement, seed: str) -> str:
    if not n:
        return ""
    scattered, variants = scatter(seed, stop), len(plan.kinds)
    return "".join(
        f'<g class="stone" data-on="{stop}" transform="translate({x:g} {y:g})">'
        f'<use href="#{plan.slug}-piece-{scattered.variant(i, variants)}" transform="rotate({angle})"/></g>'
        for i, (x, y, angle) in enumerate(arrangement.rest(stop, n, scattered))
    )


def _heap(plan: Plan, heap: str, n: int, arrangement: Arrangement) -> str:
    there = plan.heaps[heap]
    return "".join(
        f'<g class="stone" data-on="{heap}" transform="translate({x:g} {y:g})">'
        f'<use href="#{plan.slug}-piece-{there.piece}" transform="{there.turn}"/></g>'
        for x, y in arrangement.rest_in_heap(heap, n)
    )


def _man(plan: Plan, stop: str, kind: str, at: Point) -> str:
    return (
        f'<g class="man" data-on="{stop}" transform="translate({at.x:g} {at.y:g})">'
        f'<use href="#{plan.slug}-piece-{kind}"/></g>'
    )


def counts(scene: Scene, counted: Collection[str], write: Write) -> Holes:
    for name in counted:
        n = scene.counts.get(name)
        yield f"count {name}", "" if n is None else write(str(n))
        yield f"none {name}", "none" if n == 0 else ""


def fits(plan: Plan, words: Callable[[str], str], upright: bool) -> Holes:
    """Yield the sizes of words that may be long; scripts find those of the other form beside them."""
    for word, rooms in plan.rooms.items():
        forms = [fitted(words(word), room) for room in rooms]
        kept = {
            f"data-fit-{form}": " ".join([fit["font-size"], fit.get("textLength", "")]).strip()
            for form, fit in zip(("lying", "upright"), forms, strict=True)
        }
        yield f"fit {word}", attributes(forms[upright] | kept).strip()


def marks(scene: Scene, arrangement: Arrangement, last: Collection[str]) -> Holes:
    """Yield burnt houses, and the stops of the last move."""
    form = "-upright" if arrangement.upright else ""
    for stop, kind in arrangement.plan.stops.items():
        marked = {'data-burnt=""': stop in scene.burnt, 'data-last=""': stop in last}
        yield f"marked {stop}", " ".join(attribute for attribute, there in marked.items() if there)
        yield f"unburnt {stop}", "" if stop in scene.burnt else HIDDEN
        mark = f'<use class="mark mark-last" href="#{arrangement.plan.slug}-{kind}-last{form}"/>'
        yield f"last {stop}", mark if stop in last else ""


def _aside(scene: Scene, role: str) -> int:
    """Return the offset of a hand: two hands at one stop are drawn side by side."""
    here = scene.hands[role].at
    others = [other for other, hand in scene.hands.items() if other != role and hand.held and hand.at == here]
    return 0 if not others else ASIDE if role > others[0] else -ASIDE


def roles(scene: Scene, arrangement: Arrangement, named: Collection[str], write: Write) -> Holes:
    """Yield the hands, and the roles that have chosen in secret."""
    for role in named:
        hand = scene.hands.get(role, Hand(0, None))
        x, y = arrangement.hover(hand.at, _aside(scene, role)) if hand.at else (0, 0)
        yield f"hand {role}", "" if hand.held and hand.at else HIDDEN
        yield f"place {role}", f"translate({x:g} {y:g})"
        yield f"held {role}", write(str(hand.held))
        for i in range(MOST_HELD):
            yield f"hold {role} {i}", "" if i < hand.held else HIDDEN
        yield f"sealed {role}", "" if role in scene.waiting else HIDDEN


Node = ElementTree.Element

_MAYBE = "maybe"
"""Optional attribute; its placeholder is filled with the whole attribute or with nothing."""


def template(arrangement: Arrangement, lettered: bool) -> str:
    """Return the template. ``lettered``: texts become outlines, for pictures made without fonts."""
    root = copy.deepcopy(arrangement.plan.root)
    _protect(root)
    _arrange(root, arrangement)
    _open(root)
    _open_hands(root)
    if not lettered:
        _open_rooms(root)
    else:
        outline(root)
        _drop_metadata(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return re.sub(rf'{_MAYBE}="(%\([^"]*\)s)"', r"\1", text)


def _hole(*name: str) -> str:
    return f"%({' '.join(name)})s"


def _protect(root: Node) -> None:
    """Escape the file's percent signs, which are no placeholders."""
    for node in root.iter():
        node.text = node.text and node.text.replace("%", "%%")
        for name, value in node.attrib.items():
            node.set(name, value.replace("%", "%%"))


def _drop_metadata(root: Node) -> None:
    """Remove the file's metadata, which a picture doesn't need."""
    for parts in root.iter("defs"):
        for metadata in parts.findall("metadata"):
            parts.remove(metadata)


def _arrange(root: Node, arrangement: Arrangement) -> None:
    form = "upright" if arrangement.upright else "lying"
    root.set("viewBox", root.get(f"data-{form}", root.attrib["viewBox"]))
    for node in root.iter():
        if "transform" in node.attrib and ("data-at" in node.attrib or "data-lying" in node.attrib):
            x, y = arrangement.put(place(node))
            node.set("transform", f"translate({x:g} {y:g})")
        if "data-shape" in node.attrib:
            node.set("href", f"#{node.attrib['data-shape']}{'-upright' if arrangement.upright else ''}")


def _open(root: Node) -> None:
    root.set("aria-label", _hole("label"))
    for stop, node in named(root, "data-stop"):
        mark = node.find("*[@class='burnt']")
        if mark is not None:
            del mark.attrib["display"]
            mark.set(_MAYBE, _hole("unburnt", stop))
        node.set(_MAYBE, _hole("marked", stop))
        node[-1].tail = _hole("last", stop)
    for name, node in named(root, "data-count"):
        node.text = _hole("count", name)
        node.set("class", f"{node.get('class', '')} {_hole('none', name)}".strip())
    for role, node in named(root, "data-sealed"):
        del node.attrib["display"]
        node.set(_MAYBE, _hole("sealed", role))
    for word, node in named(root, "data-word"):
        node.text = _hole("word", word)
    for layer, node in named(root, "data-layer"):
        if layer == "pieces":
            node.text = _hole("pieces")


def _open_rooms(root: Node) -> None:
    for _, node in named(root, "data-room"):
        del node.attrib["font-size"]
        node.set(_MAYBE, _hole("fit", node.attrib["data-word"]))


def _open_hands(root: Node) -> None:
    for role, node in named(root, "data-hand"):
        del node.attrib["display"]
        node.set(_MAYBE, _hole("hand", role))
        node.set("transform", _hole("place", role))
        for i, held in enumerate(node.findall(".//*[@class='held']")):
            held.set(_MAYBE, _hole("hold", role, str(i)))
        for _, text in named(node, "data-held"):
            text.text = _hole("held", role)
