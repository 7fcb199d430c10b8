"""Tokens of the API as texts: how they look, and how they are found and hidden in other texts."""

from __future__ import annotations

import re
import secrets

PREFIX = "bg_"
"""Beginning of every token."""
PATTERN = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{43}}")
"""Shape of a token, by which programs find one that was published by mistake."""


def new_token() -> str:
    return PREFIX + secrets.token_urlsafe(32)


def has_token(text: str) -> bool:
    """Return whether the text contains something of the shape of a token."""
    return PATTERN.search(text) is not None


def without_tokens(text: str) -> str:
    """Return the text with "bg_***" in place of tokens."""
    return PATTERN.sub(f"{PREFIX}***", text)
