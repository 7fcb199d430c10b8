"""Text of chat messages: one line without invisible characters, and a check for abusive words."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import Path

from games_app.lib.confusables import skeleton
from games_app.lib.names import MOST_MARKS
from games_app.lib.refusals import Refusal

LONGEST = 200
LONGEST_TYPED = 4 * LONGEST
"""Longest input, in characters, before normalization."""

_DRAWN_OUT = re.compile(r"(.)\1{2,}")
"""A letter written three times or more."""
_ABUSIVE = Path(__file__).with_name("abusive_words.txt")


def cleaned(text: str) -> str | Refusal:
    """Return the text as it is stored and shown: one line of visible characters; or why it can't be sent."""
    spaced = "".join(" " if letter.isspace() else letter for letter in unicodedata.normalize("NFC", text))
    visible = "".join(letter for letter in spaced if unicodedata.category(letter)[0] != "C")
    line = " ".join(_without_stacks(visible).split())
    if not any(letter.isprintable() and not letter.isspace() for letter in line):
        return Refusal("chat_empty")
    if len(line) > LONGEST:
        return Refusal("chat_too_long", {"limit": LONGEST, "n": len(line)})
    return Refusal("chat_abusive") if is_abusive(line) else line


def folded(text: str) -> str:
    """Return the text as repetitions are compared: without case, accents, spaces and signs."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if letter.isalnum()) or text


def is_abusive(text: str) -> bool:
    """Return whether one of its words is on the list, also when written with lookalikes or accents."""
    return not _words(text).isdisjoint(_listed())


def _without_stacks(text: str) -> str:
    """Drop combining marks beyond MOST_MARKS on one letter, which would cover the lines around."""
    kept: list[str] = []
    row = 0
    for letter in text:
        row = row + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if row <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


def _words(text: str) -> set[str]:
    """Return the words of the text as they are compared with the list."""
    plain = skeleton(text.casefold()) + " " + text.casefold()
    decomposed = unicodedata.normalize("NFKD", plain)
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return {_DRAWN_OUT.sub(r"\1", word) for word in re.findall(r"\w+", bare)}


@lru_cache(maxsize=1)
def _listed() -> frozenset[str]:
    lines = _ABUSIVE.read_text(encoding="utf-8").splitlines()
    words = {line.strip() for line in lines if line.strip() and not line.startswith("#")}
    return frozenset(words | {skeleton(word) for word in words})
