"""Numerals and the few letters that boards bear, as strokes of our own.

A picture is made on machines that have no fonts at all, and must look the same on all of them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from xml.etree import ElementTree

LETTERS = Path(__file__).with_name("letters.svg")

_PEN = {"fill": "none", "stroke-width": "10", "stroke-linecap": "round", "stroke-linejoin": "round"}
_GAP = 26.0
"""The width of a space, and of what has no drawing."""


@cache
def _letters() -> dict[str, tuple[float, str]]:
    """Letter -> its width and its line."""
    root = ElementTree.parse(LETTERS).getroot()  # noqa: S314  (our own file)
    return {node.attrib["data-letter"]: (float(node.attrib["data-width"]), node.attrib["d"]) for node in root}


def width(text: str) -> float:
    """In hundredths of the size."""
    return sum(_letters().get(letter, (_GAP, ""))[0] for letter in text)


def strokes(text: str) -> str:
    """``<path>`` elements of a text centred on 0 0, in hundredths of its size."""
    x = -width(text) / 2
    paths = []
    for letter in text:
        advance, line = _letters().get(letter, (_GAP, ""))
        if line:
            paths.append(f'<path transform="translate({x + advance / 2:g} 0)" d="{line}"/>')
        x += advance
    return "".join(paths)


def outline(root: ElementTree.Element, colour: str = "#000", size: str = "16") -> None:
    """Turns every ``<text>`` below ``root``, each centred on its place, into a group of strokes.

    A text that is still open (see template.py) stays so, to be filled with strokes. ``colour`` and ``size``
    are what an element inherits.
    """
    colour, size = root.get("fill", colour), root.get("font-size", size)
    if root.tag == "text":
        _outline(root, colour, float(size) / 100)
    for node in root:
        outline(node, colour, size)


def _outline(node: ElementTree.Element, colour: str, scale: float) -> None:
    x, y = float(node.get("x", "0")), float(node.get("y", "0"))
    for name in ("x", "y", "dy", "text-anchor", "font-size"):
        node.attrib.pop(name, None)
    place = f"{node.get('transform', '')} translate({x:g} {y:g}) scale({scale:g})"
    node.tag = "g"
    node.attrib |= {"transform": place.strip(), "stroke": colour} | _PEN
    if node.text and not node.text.startswith("%("):
        node.extend(ElementTree.fromstring(f"<g>{strokes(node.text)}</g>"))  # noqa: S314  (made here)
        node.text = None
