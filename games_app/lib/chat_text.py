"""Text of chat messages: cleaning, and the filter of abusive words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from games_app.lib.invisible import JOINING, is_control, without_idle_joiners, without_joiners
from games_app.lib.lookalikes import latin_letter, skeleton
from games_app.lib.names import MOST_MARKS
from games_app.lib.refusals import Refusal

MESSAGE_MAX_LENGTH = 200
LONGEST_TYPED = 4 * MESSAGE_MAX_LENGTH
"""Longest input, in characters, before normalization."""


def cleaned(text: str, longest: int = MESSAGE_MAX_LENGTH) -> str | Refusal:
    """Return the text as it is stored and shown, in one line of visible characters, or why it is refused."""
    spaced = "".join(" " if letter.isspace() else letter for letter in unicodedata.normalize("NFC", text))
    visible = without_idle_joiners("".join(letter for letter in spaced if not is_control(letter)))
    line = " ".join(_without_stacks(visible).split())
    if not line:
        return Refusal("chat_empty")
    if len(line) > longest:
        return Refusal("chat_too_long", {"limit": longest, "n": len(line)})
    return Refusal("chat_abusive") if is_abusive(line) else line


def folded(text: str) -> str:
    """Return the form in which repetitions are compared: without case, accents, spaces and signs."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if letter.isalnum()) or text


def _without_stacks(text: str) -> str:
    """Drop combining marks beyond MOST_MARKS on one letter: they would cover the lines around."""
    kept: list[str] = []
    row = 0
    for letter in text:
        if not JOINING.match(letter):
            row = row + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if row <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


_LIST = Path(__file__).with_name("abusive_words.txt")
_RUN = re.compile(r"([^*])\1*")
"""A character and its repetitions. Each "*" stands for a letter of its own."""
_SAME = str.maketrans("vzyq", "usig")
"""Letters that are written for others: "fvck", "azzhole", "bytch", "faqqot"."""
_TOKEN = re.compile(r"[^\W_]+")
_BREAK = re.compile(r"[^\w']|_")
"""A sign that can break a word; an apostrophe can't ("who're")."""
_EDGES = ".,:;?\"'`()[]{}<>"
"""Signs before and after words."""
_SIGN = re.compile(r"[^\w\s']|_")
_SENTENCE_SIGNS = frozenset(".,!?/:;")
"""Signs after which a sentence may continue without a space."""
_SQUARES = re.compile(r"(?:[a-z]\d{1,2})+x?")
"""Squares, as in "b4b1": their letters and digits are not disguises."""

_WHOLE = re.compile(r"\^ (\w+) \$")
_IDEOGRAPH_GAP = re.compile("(?<=[\u3400-\u9fff])[\\s*._~-]+(?=[\u3400-\u9fff])")
"""Signs with which a Chinese word is broken; a sentence doesn't end with them."""

_VOWELS = "aeiou"
_LETTERS = {
    **{"0": "o", "1": "il", "2": "z", "3": "e", "4": "a", "5": "s", "6": "gb", "7": "t", "8": "b", "9": "g"},
    **{"@": "a", "$": "s", "!": "i", "|": "il", "+": "t", "(": "c", "#": "", "%": ""},
    **{"¡": "i", "¢": "c", "€": "e", "£": "l", "§": "s", "†": "t", "¥": "i", "μ": "u"},
}
"""Letters for which a digit or sign stands. In longer words each stands for any vowel too, "*" for all."""
_LONGER = 4
"""Minimum length of words that are searched in spellings which short words share with honest text."""
_JOINED_WITH = frozenset(
    "all and are big dirty dumb face fat head her him im is it me mother off old stupid that the them this u"
    " ugly up ur ya you your youre anak awak kau ko la lah lu mak punya".split()
)
"""Words that are joined with a listed one, and form no honest word with any."""


def is_abusive(text: str) -> bool:
    """Return whether the text holds a listed word or phrase.

    Words are also found with other letters, digits or signs for theirs, with letters repeated, broken by
    signs or spaces, spelled out, and joined with words such as "you".
    """
    text = without_joiners(text)
    plain = _plain(text)
    tokens = _TOKEN.findall(plain)
    return (
        any(word in _entries().skeletons for word in _TOKEN.findall(_bare(skeleton(text.casefold()))))
        or any(_is_said(word) for word in tokens)
        or any(_is_said(part) for token in tokens for part in re.findall(r"[^\W\d_]+", token))
        or any(f" {phrase} " in f" ^ {' '.join(tokens)} $ " for phrase in _entries().phrases)
        or any(word in _IDEOGRAPH_GAP.sub("", _bare(text.casefold())) for word in _entries().ideographs)
        or any(_is_disguised(chunk) for chunk in plain.split())
        or any(_holds_spelled_out(run) for run in _runs_of_letters(tokens))
        or any(_is_listed(word) for word in _torn(plain))
    )


def _plain(text: str) -> str:
    """Return the text without case and accents, and with plain letters for those of other alphabets."""
    return "".join(
        letter if letter.isascii() or letter in _LETTERS else _alike(letter)
        for letter in _bare(text.casefold())
    )


def _alike(letter: str) -> str:
    looks = (latin_letter(letter), _bare(skeleton(letter)), skeleton(letter.upper()))
    alike = next((look.casefold() for look in looks if look.isascii() and look.isalpha()), letter)
    return "m" if alike == "rn" else alike


def _bare(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in decomposed if unicodedata.category(letter) not in ("Mn", "Me"))


def _is_said(word: str) -> bool:
    """Return whether the word is listed, and has no plain meaning."""
    return any(_is_drawn_out(word, listed) for listed in _entries().words.get(_shape(word), ()))


def _is_listed(word: str) -> bool:
    """Return whether the word is listed, maybe as a whole message: in disguise it has no plain meaning."""
    return _is_said(word) or word in _entries().messages


def _shape(word: str) -> str:
    """Return the word with plain letters, each once in a row."""
    return _RUN.sub(r"\1", word.translate(_SAME))


def _is_drawn_out(word: str, listed: str) -> bool:
    """Return whether a word of the same shape repeats each letter as often: "niger" is not "nigger"."""
    runs = zip(_RUN.finditer(word.translate(_SAME)), _RUN.finditer(listed.translate(_SAME)), strict=True)
    return all(len(written[0]) >= len(meant[0]) for written, meant in runs)


def _is_disguised(chunk: str) -> bool:
    """Return whether a text without spaces is a word broken by signs, with signs as letters, or joined."""
    core = chunk.strip(_EDGES)
    parts = [part for part in _BREAK.split(core) if part]
    together = "".join(parts)
    is_broken = len(parts) > 1 and (
        not _SENTENCE_SIGNS & set(core) or any(not _has_vowel(part) for part in parts)
    )
    return (
        (is_broken and _is_listed(together))
        or any(_is_written_with_signs(word) for word in {core, core.rstrip("!*"), together})
        or any(_is_joined(word) for word in {*parts, together})
    )


def _is_written_with_signs(word: str) -> bool:
    """Return whether digits or signs stand for letters of a listed word: "sh1t", "f4ck", "b*tch"."""
    if word.isalpha() or sum(letter.isalpha() for letter in word) < 2 or _SQUARES.fullmatch(word):
        return False
    spellings = [(_shape(word), _entries().words), (word, _entries().messages)]
    return any(
        len(spelling) == len(listed) and _fits(spelling, listed)
        for spelling, all_listed in spellings
        for listed in all_listed
    )


def _fits(word: str, listed: str) -> bool:
    any_vowel = _VOWELS if len(listed) >= _LONGER else ""
    return "*" not in (word[0], word[-1]) and all(
        letter == meant
        or (letter == "*" and len(listed) >= _LONGER)
        or (letter in _LETTERS and meant in _LETTERS[letter] + any_vowel)
        for letter, meant in zip(word, listed, strict=True)
    )


def _is_joined(word: str) -> bool:
    """Return whether a longer listed word is joined with words of ``_JOINED_WITH``: "fuckyou"."""
    ends = {0: False}
    """Position up to which the text consists of such words -> whether one of them is listed."""
    for end in range(1, len(word) + 1):
        for begin in [place for place in ends if end - place <= _longest()]:
            part = word[begin:end]
            is_listed = len(part) >= _LONGER and _is_said(part)
            if is_listed or part in _JOINED_WITH:
                ends[end] = ends.get(end, False) or ends[begin] or is_listed
    return ends.get(len(word), False)


def _runs_of_letters(tokens: Sequence[str]) -> Iterator[str]:
    """Yield each row of three or more single letters or digits as one word."""
    run = ""
    for token in (*tokens, "--"):
        if len(token) == 1:
            run += token
            continue
        if len(run) > 2:
            yield run
        run = ""


def _holds_spelled_out(run: str) -> bool:
    parts = (run[i:j] for i in range(len(run)) for j in range(i + _LONGER, min(len(run), i + _longest()) + 1))
    return any(_is_listed(part) or _is_written_with_signs(part) for part in (run, *parts))


def _torn(plain: str) -> Iterator[str]:
    """Yield words torn by spaces into parts without a vowel, which are no words: "fu ck", "s hi t"."""
    for phrase in _SIGN.split(plain):
        words = phrase.split()
        for begin in range(len(words)):
            for end in range(begin + 2, len(words) + 1):
                parts = words[begin:end]
                together = "".join(parts)
                if len(together) > _longest():
                    break
                if _are_no_words(parts):
                    yield together


def _are_no_words(parts: Sequence[str]) -> bool:
    """Return whether a part can't be a word. A single letter may be one: the "s" of "bob s hit"."""
    voiceless = [part for part in parts if not _has_vowel(part)]
    return any(len(part) > 1 or len(max(parts, key=len)) <= 2 for part in voiceless)


def _has_vowel(part: str) -> bool:
    return any(letter in "aeiouy" for letter in part)


class _Entries(NamedTuple):
    """The list. The keys of words are their shapes."""

    words: dict[str, list[str]]
    skeletons: frozenset[str]
    messages: frozenset[str]
    """Words with a plain meaning too, which are abusive as the whole message."""
    phrases: list[str]
    ideographs: list[str]


@lru_cache(maxsize=1)
def _entries() -> _Entries:
    lines = [line.strip() for line in _LIST.read_text(encoding="utf-8").splitlines()]
    entries = [line for line in lines if line and not line.startswith("#")]
    phrases = [entry for entry in entries if " " in entry]
    words = [entry for entry in entries if entry.isalpha() and entry.isascii()]
    messages = [match[1] for phrase in phrases if (match := _WHOLE.fullmatch(phrase))]
    return _Entries(
        _by_shape(words),
        frozenset(map(skeleton, words)),
        frozenset(messages),
        phrases,
        [entry for entry in entries if not entry.isascii()],
    )


def _by_shape(words: Iterable[str]) -> dict[str, list[str]]:
    by_shape: dict[str, list[str]] = {}
    for word in words:
        by_shape.setdefault(_shape(word), []).append(word)
    return by_shape


@lru_cache(maxsize=1)
def _longest() -> int:
    return max(map(len, _entries().words))
