"""A drawing arranged for a viewer, as text with a placeholder for everything that depends on the position.

The text is made once for each orientation of a board. A position then only fills it with ``%``, which keeps
pages with boards cheap. The placeholders: "label", "pieces", "count p1" and "none p1" (a class), "last p1",
"marked 3" and "unburnt 3", "sealed south", "word chosen", "fit south" (the word's size). For a hand:
"hand south" (hides it), "place south", "held south", and "hold south 1", which hides a stone that the hand
no longer holds.
"""

from __future__ import annotations

import copy
import re
from xml.etree import ElementTree

from games_app.drawing.arrangement import Arrangement
from games_app.drawing.lettering import outline
from games_app.drawing.plan import named, place

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
