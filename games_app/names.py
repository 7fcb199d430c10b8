"""Names of people: what may be chosen, and readable ones for those who haven't chosen yet."""

from __future__ import annotations

import random
import unicodedata
from functools import lru_cache

SHORTEST, LONGEST = 2, 20

WITHDRAWN = "Former player"
"""Who has withdrawn what is known of them."""

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
    """The name as it will be shown: NFKC, no space at the ends or doubled inside.

    Raises BadName for a wrong length and for control, format (bidi among them) or unassigned characters.
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split(" ")).strip()
    while "  " in name:
        name = name.replace("  ", " ")
    if any(unicodedata.category(letter)[0] == "C" or letter in "\u2028\u2029" for letter in name):
        raise BadName("A name can't hold control or direction characters. Use letters, digits and spaces.")
    if not SHORTEST <= len(name) <= LONGEST:
        raise BadName(f"A name has {SHORTEST} to {LONGEST} characters; this one has {len(name)}.")
    if not any(letter.isalnum() for letter in name):
        raise BadName("A name needs at least one letter or digit.")
    return name


def isolated(name: str) -> str:
    """The name for a line of text: one that is written from the right keeps its place between the others."""
    if not any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name):
        return name
    return f"{_ISOLATE}{name}{_END_OF_ISOLATE}"  # no name holds these itself


def look_alike(one: str, other: str) -> bool:
    """Would a reader take the two for the same name?"""
    return folded(one) == folded(other)


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
