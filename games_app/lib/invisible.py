"""Characters without ink: which ones a text needs, so that its letters and emoji look right.

Joiners choose how letters of some scripts are joined, and make one emoji of several. Tags name the region of
a flag. The rules for letters follow UTS 39 and UAX 31, those for emoji UTS 51.
"""

from __future__ import annotations

import re
import unicodedata

ZWNJ, ZWJ = "\N{ZERO WIDTH NON-JOINER}", "\N{ZERO WIDTH JOINER}"
_TAGS = "\U000e0020-\U000e007f"
JOINING = re.compile(f"[{ZWNJ}{ZWJ}{_TAGS}]")
"""A joiner or a tag."""

_CURSIVE = frozenset({"ARABIC", "SYRIAC", "MANDAIC", "NKO", "MONGOLIAN", "ADLAM", "HANIFI"})
"""Scripts whose letters are joined unless a joiner stands between them."""
_HEH = "\N{ARABIC LETTER HEH}"
_VIRAMA = 9
"""Combining class of the signs that take a letter its vowel and join it with the next one."""
_JOINERS = re.compile(f"[{ZWNJ}{ZWJ}]+|[{_TAGS}]+")

_PICTURE = (
    "[\u2194-\u21aa\u231a-\u23ff\u25aa-\u27bf\u2934\u2935\u2b05-\u2b55\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001f1e5\U0001f200-\U0001faff]"
)
_ELEMENT = f"{_PICTURE}\ufe0f?[\U0001f3fb-\U0001f3ff]?\ufe0f?"
_FLAG = "\N{WAVING BLACK FLAG}[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"
_EMOJI = re.compile(f"({_FLAG}|{_ELEMENT}(?:{ZWJ}{_ELEMENT})+)")
"""An emoji of several characters."""
_NEW_EMOJI = re.compile("[\U0001f000-\U0001faff]")
"""Emoji, also those that this Python's Unicode doesn't know yet."""


def is_control(letter: str) -> bool:
    """Return whether the character is for control or formatting, or unknown; joiners and tags aren't."""
    return unicodedata.category(letter)[0] == "C" and not (JOINING.match(letter) or _NEW_EMOJI.match(letter))


def without_joiners(text: str) -> str:
    """Return the text without joiners and tags, as it is compared."""
    return JOINING.sub("", text)


def without_idle_joiners(text: str) -> str:
    """Return the text without joiners and tags that no emoji and no letters around them need."""
    parts = _EMOJI.split(text)
    parts[::2] = [_JOINERS.sub(_needed, part) for part in parts[::2]]
    return "".join(parts)


def _needed(run: re.Match[str]) -> str:
    """Return the first of these joiners if the letters around need it, otherwise an empty string."""
    joiner, before, after = run[0][0], run.string[: run.start()], run.string[run.end() :]
    base = next((letter for letter in reversed(before) if not _is_mark(letter)), "")
    following = next((letter for letter in after if not _is_mark(letter)), "")
    script = _script(base) if base.isalpha() else ""
    if joiner not in (ZWNJ, ZWJ) or not script:
        return ""
    if _is_virama(before[-1]) or (joiner == ZWJ and _is_virama(after[:1])):
        return joiner if script == _script(before[-1] if _is_virama(before[-1]) else after[0]) else ""
    if following.isalpha():
        return joiner if script in _CURSIVE and script == _script(following) else ""
    return joiner if (base, joiner) == (_HEH, ZWJ) else ""  # the abbreviation of Hijri years


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter)[0] == "M"


def _is_virama(letter: str) -> bool:
    return letter != "" and unicodedata.combining(letter) == _VIRAMA


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").split(" ")[0]
