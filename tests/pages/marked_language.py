"""A language in which every text is in brackets: text outside of brackets is not translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import NullTranslations
from html.parser import HTMLParser

from django.utils.translation.trans_real import CONTEXT_SEPARATOR

OPEN, CLOSE = "⟦", "⟧"
SHOWN = ("alt", "aria-label", "content", "placeholder", "title")
"""Attributes that people read or hear. ``content`` is that of a description or a shared link."""
UNREAD = ("script", "style", "metadata", "textarea", "bdi")
"""Elements with data, with text that somebody has written, or with a name."""
WORD = re.compile(r"[^\W\d_]{2,}")


class Marked(NullTranslations):
    """Translations into brackets, which replace those of the language with this code."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self._code = code

    def language(self) -> str:
        return self._code

    def to_language(self) -> str:
        return self._code

    def gettext(self, message: str) -> str:
        """Return the text in brackets. Django puts a context, if there is one, before it."""
        return f"{OPEN}{message.rpartition(CONTEXT_SEPARATOR)[2]}{CLOSE}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)


class _Texts(HTMLParser):
    """The texts of a page in their order, and those of each attribute separately."""

    def __init__(self) -> None:
        super().__init__()
        self.inside: list[str] = []
        self.texts: list[str] = []
        self.attributes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link", "input", "br", "use", "img"):
            self.inside.append(tag)
        given = dict(attrs)
        is_data = tag == "meta" and not re.search(
            "title|description|alt", given.get("property") or given.get("name") or ""
        )
        self.attributes += [given[name] or "" for name in SHOWN if name in given and not is_data]

    def handle_endtag(self, tag: str) -> None:
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(tag in UNREAD for tag in self.inside):
            self.texts.append(data)


def untranslated(page: str) -> Iterator[str]:
    """Yield each text of a page with a word outside all brackets."""
    read = _Texts()
    read.feed(page)
    read.close()
    for texts in ([read.texts], *([[text]] for text in read.attributes)):
        depth = 0
        for text in texts[0]:
            outside = ""
            for letter in text:
                depth += (letter == OPEN) - (letter == CLOSE)
                outside += letter if depth == 0 else " "
            if WORD.search(outside.replace(CLOSE, " ")):
                yield text.strip()
