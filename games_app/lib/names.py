"""Names of players and of the computer's levels. Random ones are in ``random_names``.

To rename a level, change its line: records keep its slug.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from itertools import dropwhile
from typing import NamedTuple

from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_noop as _

from games_app.games.sheet import Text
from games_app.lib.invisible import JOINING, is_control, without_idle_joiners, without_joiners
from games_app.lib.lookalikes import latin_letter, skeleton
from games_app.lib.refusals import Refusal, Refused

SHORTEST, LONGEST = 2, 20
LONGEST_TYPED = 4 * LONGEST
"""Maximum input length in characters, before normalization: a letter may be several, as in Korean."""
MOST_MARKS = 3
"""Maximum number of combining marks on one letter; no language's names need more."""

WITHDRAWN = "Former player"
"""Name shown for a player who has withdrawn."""

_SELECTORS = frozenset(
    map(chr, [*range(0x180B, 0x180E), 0x180F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
)
"""Variation selectors, which choose a form of the letter before them, such as a coloured one. Dropped."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159")
"""Unicode's Default_Ignorable_Code_Point, without selectors and format characters, and glyphs without ink."""
_ALPHABETS = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"})

_ISOLATE, _END_OF_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def cleaned(text: str) -> str:
    """Return the name as it will be shown: NFKC, spaces trimmed and collapsed, no variation selectors.

    Raises Refused for a wrong length, and for invisible or misleading characters.
    """
    if len(text) > LONGEST_TYPED:
        raise _wrong_length(text)
    name = "".join(letter for letter in unicodedata.normalize("NFKC", text) if letter not in _SELECTORS)
    name = " ".join(word for word in name.split(" ") if word)
    if any(_is_invisible(letter) for letter in name) or name != without_idle_joiners(name):
        raise Refused(Refusal("bad_name.invisible"))
    if not SHORTEST <= len(name) <= LONGEST:
        raise _wrong_length(name)
    if not any(letter.isalnum() for letter in name):
        raise Refused(Refusal("bad_name.letterless"))
    if _has_stacked_marks(name):
        raise Refused(Refusal("bad_name.accents", {"most": MOST_MARKS}))
    if any(len({*map(_alphabet, word)} - {""}) > 1 for word in name.split(" ")):
        raise Refused(Refusal("bad_name.alphabets"))
    if _is_computers(name):
        raise Refused(Refusal("bad_name.computer"))
    if look_alike(name, WITHDRAWN):
        raise Refused(Refusal("bad_name.withdrawn", {"name": WITHDRAWN}))
    return name


def _wrong_length(name: str) -> Refused:
    return Refused(Refusal("bad_name.length", {"least": SHORTEST, "most": LONGEST, "n": len(name)}))


def _is_invisible(letter: str) -> bool:
    """Return whether the character is invisible or blank, and neither a plain space nor a joiner."""
    is_blank = unicodedata.category(letter)[0] == "Z" and letter != " "
    return is_control(letter) or is_blank or letter in _BLANK


def _has_stacked_marks(name: str) -> bool:
    """Return whether the name begins with a combining mark, or stacks more than MOST_MARKS on one letter."""
    if unicodedata.category(name[0])[0] == "M":
        return True
    row = 0
    for letter in without_joiners(name):
        row = row + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if row > MOST_MARKS:
            return True
    return False


@lru_cache(maxsize=4096)
def _alphabet(letter: str) -> str:
    """Return the letter's alphabet if it shares shapes with others, otherwise an empty string."""
    alphabet = unicodedata.name(letter, "").split(" ")[0]
    return alphabet if alphabet in _ALPHABETS and letter.isalpha() else ""


def isolated(name: str) -> str:
    """Return the name for use within a line of text; a right-to-left name is wrapped in a bidi isolate."""
    if not any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name):
        return name
    return f"{_ISOLATE}{name}{_END_OF_ISOLATE}"  # no name contains these itself


def look_alike(name: str, other: str) -> bool:
    """Return whether a reader could mistake one name for the other."""
    return not looks(name).isdisjoint(looks(other))


def _holds(name: str, word: str) -> bool:
    """Return whether a reader could see the word in the name."""
    return any(part in look for part in looks(word) for look in looks(name))


@lru_cache(maxsize=4096)
def looks(name: str) -> frozenset[str]:
    """Return the skeletons of the name as it is, in lower case and in upper case, without accents.

    Two names can be mistaken for each other if one skeleton of each is the same.
    """
    small, capital, plain = name.casefold(), name.upper(), skeleton(name)
    seen = (plain, skeleton(small), skeleton(capital), skeleton(plain.casefold()))
    return frozenset(_without_accents(look) for look in seen)


def _without_accents(text: str) -> str:
    """Return the text without spaces, signs and accents. Vowel signs stay: they make another name."""
    return "".join(
        letter
        for letter in unicodedata.normalize("NFKD", text)
        if letter.isalnum() or (unicodedata.category(letter)[0] == "M" and not _is_accent(letter))
    )


def _is_accent(mark: str) -> bool:
    """Return whether the mark is a point of Hebrew or Arabic, or an accent of a European letter."""
    place = unicodedata.combining(mark)
    return 10 <= place <= 36 or place >= 200


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """Return the form of the name for searches: without case, accents, spaces and signs."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in decomposed if letter.isalnum())


RESERVED = ("Computer", "Komputer", "Computadora", "Ordenador", "电脑")
"""Words that no person's name may contain, in any letters that look like them."""


def _is_computers(name: str) -> bool:
    """Return whether a reader could take the name for one of the computer's."""
    levels = (words.name for words in LEVEL_WORDS.values())
    return any(_holds(name, word) for word in RESERVED) or any(look_alike(name, level) for level in levels)


BOT = "BOT"
"""First word of a bot's name, and of no person's: so every list, file and picture marks it."""


def bot_name(name: str) -> str:
    """Return the name under which a bot plays, such as "BOT alice"."""
    return f"{BOT} {name}"


def has_bot_mark(name: str) -> bool:
    """Return whether a reader could take the beginning of the name for a bot's mark.

    Signs before and between the letters change nothing, and neither does a word that another case or a digit
    sets off: "(B.O.T) x", "BOTx", "bot7". Words such as "Botond" are no mark.
    """
    bare = [letter for letter in unicodedata.normalize("NFD", name) if not _is_drawn_over(letter)]
    undecorated = dropwhile(lambda letter: not letter.isalnum() and _drawn_as(letter) != BOT[0], bare)
    drawn = (letter if letter.isalnum() else _drawn_as(letter) or letter for letter in undecorated)
    return _begins_with_mark("".join(bare)) or _begins_with_mark("".join(drawn))


_BOT_SIGNS = {
    **dict.fromkeys("8\u0e3f\u20bf\u00df6\u0431", "B"),
    **dict.fromkeys("7+\u2020\u2021\u271d\u253c\u252c\u2533\u2566", "T"),
}
"""Digits, signs and letters of currencies, and the letter of BOT that they can stand for."""


def _begins_with_mark(text: str) -> bool:
    first, *others = re.findall(r"[^\W_]+", text) or [""]
    if len(first) > len(BOT):
        last, following = first[len(BOT) - 1 : len(BOT) + 1]
        is_one_word = (last.islower() and following.islower()) or (last.isupper() and following.isupper())
        return not is_one_word and _reads_as_bot(first[: len(BOT)])
    is_spelled_out = len(first) == 1
    # "Bo T" is a person's name and an initial.
    while others and len(first) < len(BOT) and (is_spelled_out or first == first.upper()):
        first += others.pop(0)
    return _reads_as_bot(first)


def _reads_as_bot(word: str) -> bool:
    return len(word) == len(BOT) and all(
        meant in (_drawn_as(letter), *(look[:1].upper() for look in looks(letter)))
        for letter, meant in zip(word, BOT, strict=True)
    )


def _drawn_as(letter: str) -> str:
    """Return the capital letter that the character can stand for in the mark; empty if there is none."""
    is_circle = unicodedata.name(letter, "").endswith("CIRCLE")
    return _BOT_SIGNS.get(letter) or latin_letter(letter).upper() or ("O" if is_circle else "")


def _is_drawn_over(letter: str) -> bool:
    """Return whether the character is part of the one before it, such as an accent."""
    return unicodedata.category(letter)[0] == "M" or JOINING.match(letter) is not None


class LevelWords(NamedTuple):
    """How a form describes a level, and the English name under which it plays."""

    description: str
    name: str


LEVEL_WORDS: Mapping[str, LevelWords] = {
    "beginner": LevelWords(
        _("Beginner: makes mistakes like a person who is learning"), name="Computer (Beginner)"
    ),
    "easy": LevelWords(_("Easy: looks at its own next move"), name="Computer (Easy)"),
    "casual": LevelWords(_("Casual: sees your answer, but not always"), name="Computer (Casual)"),
    "medium": LevelWords(_("Medium: looks at your answer too"), name="Computer (Medium)"),
    "hard": LevelWords(_("Hard: looks several moves ahead"), name="Computer (Hard)"),
    "advanced": LevelWords(_("Advanced: looks further ahead"), name="Computer (Advanced)"),
    "expert": LevelWords(_("Expert: looks far ahead"), name="Computer (Expert)"),
    "master": LevelWords(_("Master: as well as it can"), name="Computer (Master)"),
}
"""Keyed by the slug of the level, which never changes."""


def computer_name(level: str) -> str:
    """Return the English name under which a level plays, such as "Computer (Easy)"."""
    return LEVEL_WORDS[level].name


def shown_name(name: str, level: str) -> Text:
    """Return the name of a player in the reader's language; ``level`` is empty for a person."""
    return gettext_lazy(computer_name(level)) if level in LEVEL_WORDS else name
