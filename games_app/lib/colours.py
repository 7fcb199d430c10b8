"""The site's own colours of links and buttons, and whether they can be read."""

from __future__ import annotations

import re
from typing import NamedTuple

PAPER = {"light": ("#f6f1e7", "#fffcf5"), "dark": ("#15130f", "#1e1b16")}
"""Backgrounds of each theme, as in static/css/tokens.css."""
READABLE = 4.5
"""Minimum contrast of text and background (WCAG 2.2, 1.4.3). Buttons have the colour of text."""


class Accent(NamedTuple):
    """Colour of links and buttons in each theme, such as "#7a1f4b"."""

    light: str
    dark: str


def is_colour(text: str) -> bool:
    return bool(re.fullmatch(r"#[0-9a-f]{6}", text))


def reached_contrast(theme: str, colour: str) -> float:
    """Return the lowest contrast of a colour on the backgrounds of a theme; readable from READABLE on."""
    return min(contrast(colour, paper) for paper in PAPER[theme])


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21, as WCAG 2.2 defines it."""
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
