"""Name, colours and texts of the people who run a site, checked at startup."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from django.core.exceptions import ImproperlyConfigured

from games_app.lib.colours import READABLE, Accent, is_colour, reached_contrast

LONGEST_NAME = 30
"""Maximum length of a site's name: it stands beside the navigation, also on phones."""
LARGEST_TEXT = 100_000
"""Maximum length of a page's text, in characters."""
PAGES = ("imprint", "terms", "privacy")
"""Pages with texts of the people who run a site; the text about privacy stands below the site's own."""


class Paragraph(NamedTuple):
    """A part of a page's text, plain text between blank lines. A heading begins with ``# ``."""

    text: str
    is_heading: bool


OwnPages = dict[str, dict[str, tuple[Paragraph, ...]]]
"""Page -> language -> text. The language "" stands for all others."""


def site_name(text: str) -> str:
    """Return the name without spaces around it. Raises ImproperlyConfigured if it can't be shown."""
    name = text.strip()
    if not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
        raise ImproperlyConfigured(f"SITE_NAME must have 1 to {LONGEST_NAME} characters that can be shown")
    return name


def accent(text: str) -> Accent | None:
    """Return the two colours, None for an empty text. Raises ImproperlyConfigured for unreadable ones."""
    if not text:
        return None
    colours = [part.strip().lower() for part in text.split(",")]
    if len(colours) != 2 or not all(map(is_colour, colours)):
        raise ImproperlyConfigured(
            "ACCENT must be two colours, for the light and the dark theme, such as #7a1f4b,#e79ac0; "
            f"not {text!r}"
        )
    chosen = Accent(*colours)
    for theme, colour in chosen._asdict().items():
        reached = reached_contrast(theme, colour)
        if reached < READABLE:
            better = "darker" if theme == "light" else "lighter"
            raise ImproperlyConfigured(
                f"ACCENT: {colour} can't be read in the {theme} theme: its contrast is {reached:.1f}, and "
                f"{READABLE} is the least. Take a {better} one"
            )
    return chosen


def own_pages(folder: str, languages: Collection[str]) -> OwnPages:
    """Return the texts of the folder's files, such as ``imprint.txt`` and ``imprint.es.txt``.

    Raises ImproperlyConfigured if a text can't be read or shown.
    """
    pages: OwnPages = {}
    if not folder:
        return pages
    try:
        files = sorted(Path(folder).iterdir())
    except OSError as error:
        raise ImproperlyConfigured(f"PAGES_DIR: {folder}: {error.strerror}") from None
    for file in files:
        if file.suffix == ".txt":
            page, _, language = file.stem.partition(".")
            if page not in PAGES or language not in ("", *languages):
                raise ImproperlyConfigured(
                    f"PAGES_DIR: {file} is no page. Name it {', '.join(PAGES)}, with .txt or a language, "
                    f"such as imprint.es.txt; the languages are {', '.join(languages)}"
                )
            pages.setdefault(page, {})[language] = _paragraphs(file)
    for page, texts in pages.items():
        if "" not in texts:
            raise ImproperlyConfigured(f"PAGES_DIR: {page}.txt is missing, for readers of other languages")
    return pages


def _paragraphs(file: Path) -> tuple[Paragraph, ...]:
    try:
        text = file.read_text("utf-8-sig")
    except OSError as error:
        raise ImproperlyConfigured(f"PAGES_DIR: {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ImproperlyConfigured(f"PAGES_DIR: {file} must be plain text in UTF-8") from None
    if len(text) > LARGEST_TEXT:
        raise ImproperlyConfigured(f"PAGES_DIR: {file} has more than {LARGEST_TEXT} characters")
    parts = [part.strip() for part in re.split(r"\n\s*\n", text) if part.strip()]
    if not parts:
        raise ImproperlyConfigured(f"PAGES_DIR: {file} is empty")
    return tuple(Paragraph(part.removeprefix("# "), is_heading=part.startswith("# ")) for part in parts)
