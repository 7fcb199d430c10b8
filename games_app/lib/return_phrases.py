"""Return phrases: three invented words that are easy to say, to type and to write down."""

from __future__ import annotations

import secrets

from django.utils.crypto import salted_hmac

CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"
WORDS, SYLLABLES = 3, 3
"""70**9 phrases, some 4e16: at the pace at which an address may try, nobody guesses one."""
LONGEST_TYPED = 80


def new_phrase() -> str:
    """Return a random phrase, such as "kamudo belira sotuni"."""
    return " ".join("".join(_syllable() for _ in range(SYLLABLES)) for _ in range(WORDS))


def digest(typed: str) -> str:
    """Return what is stored of a phrase: a keyed hash, without case, spaces and signs."""
    letters = "".join(letter for letter in typed[:LONGEST_TYPED].lower() if letter.isalpha())
    return salted_hmac("return phrase", letters, algorithm="sha256").hexdigest()


def _syllable() -> str:
    return secrets.choice(CONSONANTS) + secrets.choice(VOWELS)
