"""Match files that passed a mail, a forum or an editor, without the marks that these add."""

from __future__ import annotations

import re

BLANKS = "".join(filter(str.isspace, map(chr, range(0x3001)))) + "\u200b\ufeff"
"""Blanks of all kinds, such as a no-break space, and a byte order mark."""
EDGE = BLANKS + ">"
"""Indents, and the quotation marks of mails. No line of a match file begins with them."""
STRING = r'("(?:[^"\\]++|\\.)*+"?)'
TEXT_BLANK = re.compile(STRING + r"|((?<=\s)\{.*)|\s")
"""A string or a comment, which stays as it is, or a blank of any kind."""
JSON_BLANK = re.compile(STRING + r"|()\s")
OWN_HEADER = re.compile(r"\[(?:Format|Game|Rules|Match) ")
PORTABLE_LINE = re.compile(r'\[\s*(?:Event|Round|White|Black|GameType|FEN)\s*"|1\s*\.+\s*\d')
"""A tag that files of other programs have and ours lack in front, or their first move."""
NO_BREAK_SPACE = "\u00a0"


def is_json(text: str) -> bool:
    """Return whether a match file is in its JSON form."""
    return text.lstrip(EDGE).startswith("{")


def is_portable(text: str) -> bool:
    """Return whether a match file is from another program, in a notation such as PDN."""
    lines = [line.lstrip(EDGE) for line in text.split("\n")]
    return any(map(PORTABLE_LINE.match, lines)) and not any(map(OWN_HEADER.match, lines))


def text_lines(text: str) -> list[str]:
    """Return the lines of a file in the text form."""
    return [_cleaned(line, TEXT_BLANK) for line in text.split("\n")]


def json_text(text: str) -> str:
    """Return a file in the JSON form with its lines as they were; no string of it needs a no-break space."""
    lines = text.replace(NO_BREAK_SPACE, " ").split("\n")
    return "\n".join(_cleaned(line, JSON_BLANK) for line in lines)


def _cleaned(line: str, blank: re.Pattern[str]) -> str:
    return blank.sub(lambda it: it[1] or it[2] or " ", line.lstrip(EDGE).rstrip(BLANKS))
