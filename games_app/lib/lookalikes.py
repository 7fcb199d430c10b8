"""Letters that look alike: in all alphabets, and the Latin letter that a character is drawn as."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

from confusable_homoglyphs.utils import load

_LATIN = re.compile(
    r"(?:.*\b)?(?:LATIN|REGIONAL)\b.* LETTER (?:SMALL CAPITAL |DOTLESS |OPEN |BARRED )?([A-Z])(?: WITH .+)?"
)
"""Name of a character that is drawn as a Latin letter, such as small capitals and letters in boxes."""


@lru_cache(maxsize=4096)
def latin_letter(character: str) -> str:
    """Return the small Latin letter that the character is drawn as; empty if there is none."""
    match = _LATIN.fullmatch(unicodedata.name(character, ""))
    return match[1].lower() if match else ""


_MARK = "\N{LEFT-TO-RIGHT MARK}"
"""Mark around right-to-left characters in the data file; not part of them."""


def skeleton(text: str) -> str:
    """Return ``text`` with each character replaced by its plainest lookalike.

    Texts with the same skeleton look alike.
    """
    replacements = _replacements()
    return "".join(replacements.get(letter, letter) for letter in unicodedata.normalize("NFD", text))


@lru_cache(maxsize=1)
def _replacements() -> Mapping[str, str]:
    """Return character -> replacement. Loaded at the first comparison of names, since it takes a moment."""
    chosen: dict[str, str] = {}
    for alike in _lookalikes():
        longest = max(alike, key=len)
        stands = longest if len(longest) > 1 else min(alike, key=_plainness)
        chosen |= {likeness: stands for likeness in alike if len(likeness) == 1 and likeness != stands}
    return {likeness: "".join(chosen.get(letter, letter) for letter in to) for likeness, to in chosen.items()}


def _plainness(letter: str) -> tuple[bool, bool, bool, str]:
    return not letter.isascii(), not letter.isalpha(), not letter.islower(), letter


def _lookalikes() -> Iterable[set[str]]:
    """Return sets of characters, and a few pairs of letters such as "rn", that look alike."""
    groups: dict[str, set[str]] = {}
    for listed, likes in load("confusables.json").items():
        alike = {text.replace(_MARK, "") for text in (listed, *(like["c"] for like in likes))}
        merged = alike.union(*(groups.get(text, ()) for text in alike))
        groups |= dict.fromkeys(merged, merged)
    return {id(group): group for group in groups.values()}.values()
