"""Names of people: what may be chosen, and readable ones for those who haven't chosen yet."""

from __future__ import annotations

import random
import unicodedata
from functools import lru_cache

from games_app.lib.confusables import skeleton

SHORTEST, LONGEST = 2, 20
LONGEST_TYPED = 4 * LONGEST
"""Characters of what is read at all: a letter may be typed as several, such as a syllable of Korean."""
MOST_MARKS = 3
"""Accents and signs above or below one letter; no language's names need more."""

WITHDRAWN = "Former player"
"""Who has withdrawn what is known of them."""

_SELECTORS = frozenset(
    map(chr, [*range(0x180B, 0x180E), 0x180F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
)
"""They choose among the forms of the letter before them, such as a coloured one; nothing is lost without."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159")
"""Default_Ignorable_Code_Point of Unicode but for selectors and format characters, and glyphs without ink."""
_ALPHABETS = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"})

_ISOLATE, _END_OF_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"

_CALM = (
    "Amber Brave Bright Calm Clever Copper Coral Early Fair Fleet Gentle Golden Grand Hazel Humble "
    "Indigo Ivory Jolly Keen Kind Lively Lucky Mellow Merry Misty Noble Olive Patient Plucky Proud "
    "Quick Quiet Rapid Ruby Saffron Silver Steady Sunny Swift Tidy Velvet Warm Wise Witty"
).split()
_CREATURES = (
    "Badger Bee Bison Crane Cricket Curlew Deer Dolphin Falcon Finch Fox Gecko Gull Hare Heron Ibis "
    "Jackdaw Kestrel Koala Lark Lemur Lynx Magpie Marten Mole Newt Otter Owl Panda Pike Plover "
    "Puffin Quail Raven Robin Seal Sparrow Stork Swan Tapir Tern Toad Turtle Vole Wren Yak"
).split()


class BadName(ValueError):
    """A name that can't be shown to others; the message says why."""


def cleaned(text: str) -> str:
    """The name as it will be shown: NFKC, no space at the ends or doubled inside, no variation selectors.

    Raises BadName for a wrong length and for what others could not see or would take for something else.
    """
    if len(text) > LONGEST_TYPED:
        raise _wrong_length(text)
    name = "".join(letter for letter in unicodedata.normalize("NFKC", text) if letter not in _SELECTORS)
    name = " ".join(word for word in name.split(" ") if word)
    if any(_is_unseen(letter) for letter in name):
        raise BadName(
            "A name can't hold control, direction or blank characters. Use letters, digits and spaces."
        )
    if not SHORTEST <= len(name) <= LONGEST:
        raise _wrong_length(name)
    if not any(letter.isalnum() for letter in name):
        raise BadName("A name needs at least one letter or digit.")
    if _has_stacked_marks(name):
        raise BadName(f"A letter of a name can have at most {MOST_MARKS} accents, and comes before them.")
    if any(len({*map(_alphabet, word)} - {""}) > 1 for word in name.split(" ")):
        raise BadName("A word of a name can't mix Latin with Greek or Cyrillic letters, which look alike.")
    if look_alike(name, WITHDRAWN):
        raise BadName(f"People who have left are called {WITHDRAWN} here. Choose another name.")
    return name


def _wrong_length(name: str) -> BadName:
    return BadName(f"A name has {SHORTEST} to {LONGEST} characters; this one has {len(name)}.")


def _is_unseen(letter: str) -> bool:
    """Is it a character that nothing is shown for, or only a gap? The space alone may be in a name."""
    category = unicodedata.category(letter)
    return category[0] == "C" or (category[0] == "Z" and letter != " ") or letter in _BLANK


def _has_stacked_marks(name: str) -> bool:
    """Does it begin with a mark, or hold so many in a row that they reach into other lines?"""
    if unicodedata.category(name[0])[0] == "M":
        return True
    row = 0
    for letter in name:
        row = row + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if row > MOST_MARKS:
            return True
    return False


@lru_cache(maxsize=4096)
def _alphabet(letter: str) -> str:
    """Which of the alphabets that hold each other's shapes it belongs to; empty for all the rest."""
    alphabet = unicodedata.name(letter, "").split(" ")[0]
    return alphabet if alphabet in _ALPHABETS and letter.isalpha() else ""


def isolated(name: str) -> str:
    """The name for a line of text: one that is written from the right keeps its place between the others."""
    if not any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name):
        return name
    return f"{_ISOLATE}{name}{_END_OF_ISOLATE}"  # no name holds these itself


def look_alike(one: str, other: str) -> bool:
    """Would a reader take the two for the same name?"""
    return not _looks(one).isdisjoint(_looks(other))


@lru_cache(maxsize=4096)
def _looks(name: str) -> frozenset[str]:
    """What the name looks like: as it is, and with small or with capital letters, for who overlooks these."""
    small, capital, plain = name.casefold(), name.upper(), skeleton(name)
    seen = (plain, skeleton(small), skeleton(capital), skeleton(plain.casefold()))
    return frozenset(_bare(look) for look in seen)


def _bare(text: str) -> str:
    """Without spaces, signs and the accents that a reader may overlook. Vowel signs make another name."""
    return "".join(
        letter
        for letter in unicodedata.normalize("NFKD", text)
        if letter.isalnum() or (unicodedata.category(letter)[0] == "M" and not _is_accent(letter))
    )


def _is_accent(mark: str) -> bool:
    """Points of Hebrew and Arabic, and what stands above or below letters of Europe."""
    place = unicodedata.combining(mark)
    return 10 <= place <= 36 or place >= 200


def random_name(unlike: str = "") -> str:
    """A readable name such as "Quiet Heron" that nobody takes for ``unlike``."""
    while look_alike(name := f"{random.choice(_CALM)} {random.choice(_CREATURES)}", unlike):
        pass
    return name


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """The name without what a reader may overlook: case, accents, spaces and signs."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in decomposed if letter.isalnum())
