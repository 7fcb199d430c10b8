"""The headers of the text form: each name and each value is known, or refused with its line.

The header Terms has the terms of a match in words: ``time=real(minutes=10,increment=5) rated=no``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, get_args, get_type_hints

import msgspec
from django.utils.translation import gettext as _
from msgspec import inspect
from msgspec.structs import replace

from games_app.archive.notation.model import DRAWN, FORMAT, NOBODYS, UNDECIDED
from games_app.archive.notation.serializer import series_words, word
from games_app.games.rules import RULE_SETS, Game
from games_app.lib import clock
from games_app.lib.codec import converter
from games_app.match.terms import Handicap, Talk, Terms, read
from games_app.match.wire import How, Series

CHOICE = re.compile(r"(\w+)\(([^()]*)\)")
ELSEWHERE = ("start", "handicap")
"""Terms that have a header of their own."""


class BadTerm(ValueError):
    """Raised for a term that doesn't exist or can't have its value; ``allowed`` says what can be there."""

    def __init__(self, term: str, allowed: str) -> None:
        super().__init__(term)
        self.term, self.allowed = term, allowed


def terms_of(words: Mapping[str, str], start: str) -> Terms:
    """Return the terms with these words. Raises BadTerm."""
    values = {name: _value(name, written, ALLOWED, _term) for name, written in words.items()}
    return read(values | {"start": start})


def handicap_of(words: Mapping[str, str]) -> Handicap:
    """Return the handicap with these words. Raises BadTerm."""
    values = {name: _value(name, written, ALLOWED_HANDICAP, _detail) for name, written in words.items()}
    if "role" not in values:
        raise BadTerm("", f"role={ALLOWED_HANDICAP['role']}")
    return _handicap(values)


def _value(name: str, written: str, allowed: Mapping[str, str], checked: Callable[[str, Any], Any]) -> Any:
    if name not in allowed:
        raise BadTerm(name, ", ".join(allowed))
    wrong = BadTerm(f"{name}={written}", f"{name}={allowed[name]}")
    try:
        value = checked(name, written if name == "role" else _plain(written))
    except msgspec.ValidationError:
        raise wrong from None
    if word(value) != written:
        raise wrong  # it has a detail that the reader doesn't know
    return value


def _term(name: str, value: Any) -> Any:
    """Return the value of a term, with its defaults. Raises msgspec.ValidationError."""
    return msgspec.to_builtins(read({name: value}))[name]


def _detail(name: str, value: Any) -> Any:
    """Return the value of a detail of a handicap, with its defaults. Raises msgspec.ValidationError."""
    return msgspec.to_builtins(_handicap({"role": "any", name: value}))[name]


def _plain(written: str) -> Any:
    """Return the value that a word of the terms stands for."""
    if choice := CHOICE.fullmatch(written):
        details = dict(pair.split("=", 1) for pair in choice[2].split(",") if "=" in pair)
        return {"kind": choice[1], **{name: _plain(detail) for name, detail in details.items()}}
    if written.isascii() and written.isdecimal():
        return int(written[:9])
    if written in get_args(Talk):
        return written
    return {"yes": True, "no": False, "none": None}.get(written, {"kind": written})


def _allowed(kind: inspect.Type) -> str:
    """Return the words of a type: "yes | no", "1..12", "none | days(days=1..14)"."""
    match kind:
        case inspect.BoolType():
            return "yes | no"
        case inspect.NoneType():
            return "none"
        case inspect.StrType():
            return "..."
        case inspect.IntType(ge=least, le=most):
            return f"{least}..{most}"
        case inspect.LiteralType(values=values):
            return " | ".join(map(str, values))
        case inspect.UnionType(types=types):
            return " | ".join(map(_allowed, types))
        case inspect.StructType(tag=tag, fields=fields):
            details = ",".join(f"{field.name}={_allowed(field.type)}" for field in fields)
            return f"{tag}({details})" if details else str(tag)
    raise TypeError(kind)


def _allowed_in(kind: type[Terms | Handicap]) -> dict[str, str]:
    hints = get_type_hints(kind, include_extras=True).items()
    return {name: _allowed(inspect.type_info(hint)) for name, hint in hints if name not in ELSEWHERE}


ALLOWED = _allowed_in(Terms)
"""The words that each term can have."""
ALLOWED_HANDICAP = _allowed_in(Handicap)
"""The words that each detail of a handicap can have."""

_handicap = converter(Handicap)


HEADER = re.compile(r'\[([A-Z][a-z]*) ("(?:[^"\\]++|\\.)*+")\]')
PAIR = re.compile(r"(\w+)=(\S+)")
WHOLE = re.compile("0|[1-9][0-9]{0,5}")
GOAL = re.compile("[0-9]|[1-9][0-9]|100")
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z", re.ASCII)
EVENT_BEGINS = re.compile(r"\*|[0-9]")
NEEDED = ("Format", "Site", "Match", "Game", "Rules", "Options", "Terms", "Date", "Result")
OTHERS = ("Levels", "How", "Goals", "Series", "Start", "Handicap")

_series = converter(Series, strict=False)


class BadNotation(ValueError):
    """Raised for an invalid match file: the line (from 1), the problem, and what is allowed there."""

    def __init__(self, line: int, problem: str, allowed: str) -> None:
        text = _("Line {line}: {problem} Allowed here: {allowed}.")
        super().__init__(text.format(line=line, problem=problem, allowed=allowed))
        self.line, self.problem, self.allowed = line, problem, allowed


class Headers:
    """The header lines, in brackets, by name.

    ``following`` is the first other line, with its number. It may be a header that lost its bracket.
    """

    def __init__(self, lines: Iterable[str], following: tuple[int, str] | None) -> None:
        self.last = 1
        self._following = following
        self._found: dict[str, tuple[int, str]] = {}
        for number, line in enumerate(lines, 1):
            if line:
                self._take(number, line)
        self._check_names()
        self.one_of("Format", (FORMAT,))
        self.game: Game = RULE_SETS[self.one_of("Game", RULE_SETS)]
        for name in (*NEEDED, *_named(self.game.roles)):
            self.value(name)

    def _check_names(self) -> None:
        game = RULE_SETS.get(self._found["Game"][1]) if "Game" in self else None
        every = dict.fromkeys(role for each in RULE_SETS.values() for role in each.roles)
        names = (*NEEDED, *_named(game.roles if game else every), *OTHERS)
        for name, (number, _value) in self._found.items():
            if name not in names:
                raise BadNotation(number, _("There is no header {name}.").format(name=name), ", ".join(names))

    def __contains__(self, name: str) -> bool:
        return name in self._found

    def _take(self, number: int, line: str) -> None:
        self.last = number
        header = HEADER.fullmatch(line)
        value = unquoted(header[2]) if header else None
        if header is None or value is None:
            raise _no_header(number)
        if header[1] in self._found:
            raise BadNotation(
                number,
                _("The header {name} appears twice.").format(name=header[1]),
                _("each header once"),
            )
        self._found[header[1]] = number, value

    def value(self, name: str) -> str:
        if name not in self._found:
            if self._following and not EVENT_BEGINS.match(self._following[1]):
                raise _no_header(self._following[0])
            raise BadNotation(
                self.last, _("The header {name} is missing.").format(name=name), f'[{name} "..."]'
            )
        return self._found[name][1]

    def wrong(self, name: str, allowed: str) -> BadNotation:
        return BadNotation(
            self._found[name][0], _("The header {name} can't be read.").format(name=name), allowed
        )

    def unfit(self, name: str, value: str, allowed: str) -> BadNotation:
        problem = _("The header {name} can't have {said!r}.").format(name=name, said=value[:40])
        return BadNotation(self._found[name][0], problem, allowed)

    def one_of(self, name: str, allowed: Iterable[str]) -> str:
        value = " ".join(self.value(name).split())
        if value not in allowed:
            raise self.unfit(name, value, " or ".join(f'"{choice}"' for choice in allowed))
        return value

    def whole(self, name: str) -> int:
        value = self.value(name)
        if not WHOLE.fullmatch(value):
            raise self.wrong(name, _("a whole number"))
        return int(value)

    def date(self) -> int:
        value = self.value("Date")
        with suppress(ValueError, OverflowError):
            if DATE.fullmatch(value):
                return clock.ms(datetime.fromisoformat(value))
        raise self.wrong("Date", _("a time such as 2026-11-20T18:05:00.000Z"))

    def pairs(self, name: str) -> dict[str, str]:
        pairs: dict[str, str] = {}
        for written in self.value(name).split():
            pair = PAIR.fullmatch(written)
            if pair is None or pair[1] in pairs:
                raise self.wrong(name, _("name=value, each name once, with spaces between them"))
            pairs[pair[1]] = pair[2]
        return pairs

    def options(self) -> dict[str, str]:
        pairs = self.pairs("Options")
        for name, value in pairs.items():
            option = self.game.options.get(name)
            if option is None:
                raise self.unfit("Options", name, ", ".join(self.game.options) or _("nothing"))
            if value not in option.values:
                raise self.unfit("Options", f"{name}={value}", f"{name}={' | '.join(option.values)}")
        return pairs

    def levels(self) -> dict[str, str]:
        return self.pairs("Levels") if "Levels" in self else {}

    def terms(self) -> Terms:
        start = " ".join(self.value("Start").split()) if "Start" in self else ""
        try:
            terms = terms_of(self.pairs("Terms"), start)
        except BadTerm as error:
            raise self.unfit("Terms", error.term, error.allowed) from None
        except msgspec.ValidationError:
            raise self.wrong("Start", _("moves with spaces between them")) from None
        return replace(terms, handicap=self._handicap())

    def _handicap(self) -> Handicap | None:
        if "Handicap" not in self:
            return None
        try:
            return handicap_of(self.pairs("Handicap"))
        except BadTerm as error:
            raise self.unfit("Handicap", error.term, error.allowed) from None

    def result(self) -> str:
        return self.one_of("Result", (*self.game.roles, DRAWN, NOBODYS, UNDECIDED))

    def how(self) -> str:
        return self.one_of("How", get_args(How)) if "How" in self else ""

    def goals(self) -> dict[str, int] | None:
        if "Goals" not in self:
            return None
        pairs = self.pairs("Goals")
        if set(pairs) != set(self.game.roles) or not all(GOAL.fullmatch(goal) for goal in pairs.values()):
            raise self.wrong(
                "Goals", " ".join(f"{role}=50" for role in self.game.roles) + _(", 0 to 100 each")
            )
        return {role: int(pairs[role]) for role in self.game.roles}

    def series(self) -> Series | None:
        if "Series" not in self:
            return None
        pairs = self.pairs("Series")
        score = {role: pairs.get(role, "") for role in self.game.roles}
        with suppress(msgspec.ValidationError):
            series = _series(pairs | {"score": score})
            if series_words(series) == pairs:
                return series
        scores = " ".join(f"{role}=1" for role in self.game.roles)
        raise self.wrong("Series", f"id=abc game=2 of=4 {scores}")


def _named(roles: Iterable[str]) -> list[str]:
    """Return the headers of the players."""
    return [role.capitalize() for role in roles]


def _no_header(number: int) -> BadNotation:
    return BadNotation(number, _("That is not a header."), _('[Name "value"], the value as a JSON string'))


def unquoted(word: str) -> str | None:
    """Return the value of a JSON string; None for anything else."""
    try:
        value = json.loads(word, strict=False)
    except ValueError:
        return None
    return value if isinstance(value, str) else None
