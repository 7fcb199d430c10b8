"""Numerals and the few letters on boards, as strokes.

Pictures are made on machines without fonts, and must look the same on all of them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from unicodedata import east_asian_width
from xml.etree import ElementTree

LETTERS = Path(__file__).with_name("letters.svg")

_PEN = {"fill": "none", "stroke-width": "10", "stroke-linecap": "round", "stroke-linejoin": "round"}
NAME_SIZE = 14
"""Font size of names on boards."""
SMALLEST_NAME = 8
_WIDER = 1.4
"""How much wider than usual a system's font may be."""

_GAP = 26.0
"""Width of a space, and of a character without a drawing."""


@cache
def _letters() -> dict[str, tuple[float, str]]:
    """Return letter -> its width and its path."""
    root = ElementTree.parse(LETTERS).getroot()  # noqa: S314  (our own file)
    return {node.attrib["data-letter"]: (float(node.attrib["data-width"]), node.attrib["d"]) for node in root}


def has_letters_for(text: str) -> bool:
    """Return whether each character of the text has a drawing; spaces need none."""
    return not set(text) - set(_letters()) - {" "}


def width(text: str) -> float:
    """Return the width of a text in hundredths of the font size."""
    return sum(_letters().get(letter, (_GAP, ""))[0] for letter in text)


def strokes(text: str) -> str:
    """Return ``<path>`` elements of a text centred on 0 0, in hundredths of the font size."""
    x = -width(text) / 2
    paths = []
    for letter in text:
        advance, line = _letters().get(letter, (_GAP, ""))
        if line:
            paths.append(f'<path transform="translate({x + advance / 2:g} 0)" d="{line}"/>')
        x += advance
    return "".join(paths)


def usual_width(text: str) -> float:
    """Return about how wide a text is in a bold font of a browser, in units of the font size."""
    return sum(map(_usual_width, text))


def _usual_width(letter: str) -> float:
    if east_asian_width(letter) in "WF":
        return 1.0
    if letter in "MWmw@%…":
        return 0.9
    if letter in "fijlrtI.,:;'|!()[] ":
        return 0.36
    return 0.72 if letter.isupper() else 0.55


def fitted(text: str, room: float) -> dict[str, str]:
    """Return the attributes with which a ``<text>`` is no wider than ``room`` in any font.

    A long text is smaller. If a wide font could still make it too long, its length is fixed.
    """
    usual = usual_width(text)
    size = max(SMALLEST_NAME, min(NAME_SIZE, room / usual)) if usual else NAME_SIZE
    if usual * size * _WIDER <= room:
        return {"font-size": f"{size:.3g}"}
    length = min(room, usual * size)
    return {"font-size": f"{size:.3g}", "textLength": f"{length:.4g}", "lengthAdjust": "spacingAndGlyphs"}


def outline(root: ElementTree.Element, colour: str = "#000", size: str = "16") -> None:
    """Turn every ``<text>`` below ``root``, each centred on its place, into a group of strokes.

    A text with a placeholder (see board.py) keeps it, to be filled with strokes. ``colour`` and ``size``
    are the inherited values.
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
