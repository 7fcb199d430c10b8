"""Name, colours and texts of the people who run a site, checked at startup."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from django.core.exceptions import ImproperlyConfigured

LONGEST_NAME = 30
"""Maximum length of a site's name: it stands beside the navigation, also on phones."""
LARGEST_TEXT = 100_000
"""Maximum length of the privacy text, in characters."""

PAPER = {"light": ("#f6f1e7", "#fffcf5"), "dark": ("#15130f", "#1e1b16")}
"""Backgrounds of each theme, as in static/css/tokens.css."""
READABLE = 4.5
"""Minimum contrast of text and background (WCAG 2.2, 1.4.3). Buttons have the colour of text."""


class Accent(NamedTuple):
    """Colour of links and buttons in each theme."""

    light: str
    dark: str


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
    if len(colours) != 2 or not all(re.fullmatch(r"#[0-9a-f]{6}", one) for one in colours):
        raise ImproperlyConfigured(
            "ACCENT must be two colours, for the light and the dark theme, such as #7a1f4b,#e79ac0; "
            f"not {text!r}"
        )
    chosen = Accent(*colours)
    for theme, colour in chosen._asdict().items():
        reached = min(contrast(colour, paper) for paper in PAPER[theme])
        if reached < READABLE:
            better = "darker" if theme == "light" else "lighter"
            raise ImproperlyConfigured(
                f"ACCENT: {colour} can't be read in the {theme} theme: its contrast is {reached:.1f}, and "
                f"{READABLE} is the least. Take a {better} one"
            )
    return chosen


def privacy_text(file: str) -> str:
    """Return the text of the file; empty without one. Raises ImproperlyConfigured if it can't be read."""
    if not file:
        return ""
    try:
        text = Path(file).read_text("utf-8")
    except OSError as error:
        raise ImproperlyConfigured(f"PRIVACY_FILE: {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ImproperlyConfigured(f"PRIVACY_FILE: {file} must be plain text in UTF-8") from None
    if len(text) > LARGEST_TEXT:
        raise ImproperlyConfigured(f"PRIVACY_FILE: {file} has more than {LARGEST_TEXT} characters")
    return text.strip()


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21, as WCAG 2.2 defines it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
