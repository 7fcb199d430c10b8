"""Characters that look alike, as Unicode lists them (UTS 39)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

from confusable_homoglyphs.utils import load

_MARK = "\N{LEFT-TO-RIGHT MARK}"
"""Stands around what is written from the right, in the list only."""


def skeleton(text: str) -> str:
    """Each character replaced by the plainest that looks like it: texts with the same skeleton look alike."""
    plainest = _plainest()
    return "".join(plainest.get(letter, letter) for letter in unicodedata.normalize("NFD", text))


@lru_cache(maxsize=1)
def _plainest() -> Mapping[str, str]:
    """Character -> what it is replaced by. Read once, when names are first compared: it takes a moment."""
    chosen: dict[str, str] = {}
    for alike in _groups():
        longest = max(alike, key=len)
        stands = longest if len(longest) > 1 else min(alike, key=_plainness)
        chosen |= {one: stands for one in alike if len(one) == 1 and one != stands}
    return {one: "".join(chosen.get(letter, letter) for letter in to) for one, to in chosen.items()}


def _plainness(letter: str) -> tuple[bool, bool, bool, str]:
    return not letter.isascii(), not letter.isalpha(), not letter.islower(), letter


def _groups() -> Iterable[set[str]]:
    """The characters, and a few pairs of letters such as "rn", that all look like each other."""
    groups: dict[str, set[str]] = {}
    for listed, likes in load("confusables.json").items():
        alike = {one.replace(_MARK, "") for one in (listed, *(like["c"] for like in likes))}
        merged = alike.union(*(groups.get(one, ()) for one in alike))
        groups |= dict.fromkeys(merged, merged)
    return {id(group): group for group in groups.values()}.values()
