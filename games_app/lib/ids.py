"""Random ids of matches and players, return phrases, and tokens of the API."""

from __future__ import annotations

import re
import secrets

from django.utils.crypto import salted_hmac

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # 31 letters; no 0/o, no 1/i/l
LENGTH = 10


def new_public_id() -> str:
    """Return ten random letters: 31**10, about 8e14 possibilities."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"

WORDS, SYLLABLES = 3, 3
"""70**9 phrases, about 4e16: at the rate that an address is allowed, nobody guesses one."""

LONGEST_TYPED_PHRASE = 80


def new_phrase() -> str:
    """Return a random phrase, such as "kamudo belira sotuni"."""
    return " ".join("".join(_syllable() for _ in range(SYLLABLES)) for _ in range(WORDS))


def phrase_digest(typed: str) -> str:
    """Return the stored form of a phrase: a keyed hash, without case, spaces and signs."""
    letters = "".join(letter for letter in typed[:LONGEST_TYPED_PHRASE].lower() if letter.isalpha())
    return salted_hmac("return phrase", letters, algorithm="sha256").hexdigest()


def _syllable() -> str:
    return secrets.choice(CONSONANTS) + secrets.choice(VOWELS)


TOKEN_PREFIX = "bg_"  # noqa: S105  (the public beginning of every token)
"""Beginning of every token of the API."""
TOKEN_SHAPE = re.compile(rf"{TOKEN_PREFIX}[A-Za-z0-9_-]{{43}}")
"""Shape of a token, by which programs find one that was published by mistake."""


def new_token() -> str:
    """Return a random token of the API."""
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def has_token(text: str) -> bool:
    """Return whether the text contains something of the shape of a token."""
    return TOKEN_SHAPE.search(text) is not None


def without_tokens(text: str) -> str:
    """Return the text with "bg_***" in place of tokens."""
    return TOKEN_SHAPE.sub(f"{TOKEN_PREFIX}***", text)
