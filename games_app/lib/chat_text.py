"""Text of chat messages: one line without invisible characters."""

from __future__ import annotations

import unicodedata

from games_app.lib.names import MOST_MARKS
from games_app.lib.refusals import Refusal
from games_app.lib.word_filter import is_abusive

LONGEST = 200
LONGEST_TYPED = 4 * LONGEST
"""Longest input, in characters, before normalization."""


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


def _without_stacks(text: str) -> str:
    """Drop combining marks beyond MOST_MARKS on one letter, which would cover the lines around."""
    kept: list[str] = []
    row = 0
    for letter in text:
        row = row + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if row <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)
