"""Parser of the text form of match files; errors name their line.

It checks only the syntax. Whether the moves are legal is checked when the match is imported.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, get_args

import msgspec
from django.utils.translation import gettext as _

from games_app.lib import clock
from games_app.lib.codec import converter
from games_app.lib.refusals import Refusal
from games_app.notation.model import DRAWN, FORMAT, KINDS, MARKS, NOBODYS, UNDECIDED, Entry, MatchFile, Ply
from games_app.notation.pasted import text_lines
from games_app.rules import RULE_SETS, Game, IllegalAction
from games_app.services.state.terms import Talk, Terms
from games_app.services.state.terms import read as read_terms
from games_app.services.state.wire import Series

HEADER = re.compile(r'\[([A-Z][a-z]*) ("(?:[^"\\]|\\.)*")\]')
PAIR = re.compile(r"(\w+)=([\w.+-]+)(?:\(([^()]*)\))?")
PLY = re.compile(r"([0-9]{1,7})\. ([a-z]+) ([(<]?)([^\s(),<>]{1,40})([)>]?)")
EVENT = re.compile(r"\* ([a-z_]+)(?: ([a-z]+)(?!=|\w))?")
FIELD = re.compile(r' ([a-z]+)=("(?:[^"\\]|\\.)*"|-?\w+)')
GOAL = re.compile(r"[0-9]|[1-9][0-9]|100")
TIME = re.compile(r" @(-?)([0-9]{1,10})(?:\.([0-9]{1,3}))?")
COMMENT = re.compile(r" \{((?:[^\\}]|\\.)*)\}")
NEEDED = ("Format", "Site", "Match", "Game", "Rules", "Options", "Terms", "Date", "Result")
OTHERS = ("How", "Goals", "Series", "Start")
NUMBERS = ("to", "given", "delay")

_series = converter(Series, strict=False)


class BadNotation(ValueError):
    """Raised for an invalid match file: the line (from 1), the problem, and what is allowed there."""

    def __init__(self, line: int, problem: str, allowed: str) -> None:
        text = _("Line {line}: {problem} Allowed here: {allowed}.")
        super().__init__(text.format(line=line, problem=problem, allowed=allowed))
        self.line, self.problem, self.allowed = line, problem, allowed


def read(text: str) -> MatchFile:
    """Parse the text of a match file. Raises BadNotation."""
    lines = text_lines(text)
    head = next((i for i, line in enumerate(lines) if line and not line.startswith("[")), len(lines))
    headers = _Headers(lines[:head])
    began = headers.date()
    entries = [
        _Line(number, line, headers.game, began).entry()
        for number, line in enumerate(lines[head:], head + 1)
        if line
    ]
    return MatchFile(
        site=headers.value("Site"),
        match=headers.value("Match"),
        game=headers.game.slug,
        rules=headers.whole("Rules"),
        options={name: str(value) for name, value in headers.pairs("Options").items()},
        terms=headers.terms(),
        players={role: headers.value(role.capitalize()) for role in headers.game.roles},
        began=began,
        result=headers.one_of("Result", (*headers.game.roles, DRAWN, NOBODYS, UNDECIDED)),
        how=headers.value("How") if "How" in headers else "",
        goals=headers.goals(),
        series=headers.series(),
        entries=tuple(entries),
    )


class _Headers:
    """The header lines, in brackets, by name."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.last = 1
        self._found: dict[str, tuple[int, str]] = {}
        for number, line in enumerate(lines, 1):
            if line:
                self._take(number, line)
        self.one_of("Format", (FORMAT,))
        self.game: Game = RULE_SETS[self.one_of("Game", RULE_SETS)]
        names = [*NEEDED, *(role.capitalize() for role in self.game.roles)]
        for name, (number, _value) in self._found.items():
            if name not in (*names, *OTHERS):
                raise BadNotation(
                    number, _("There is no header {name}.").format(name=name), ", ".join((*names, *OTHERS))
                )
        for name in names:
            self.value(name)

    def __contains__(self, name: str) -> bool:
        return name in self._found

    def _take(self, number: int, line: str) -> None:
        self.last = number
        found = HEADER.fullmatch(line)
        value = _unquoted(found[2]) if found else None
        if found is None or value is None:
            raise BadNotation(
                number, _("That is not a header."), _('[Name "value"], the value as a JSON string')
            )
        if found[1] in self._found:
            raise BadNotation(
                number,
                _("The header {name} appears twice.").format(name=found[1]),
                _("each header once"),
            )
        self._found[found[1]] = number, value

    def value(self, name: str) -> str:
        if name not in self._found:
            raise BadNotation(
                self.last, _("The header {name} is missing.").format(name=name), f'[{name} "..."]'
            )
        return self._found[name][1]

    def wrong(self, name: str, allowed: str) -> BadNotation:
        return BadNotation(
            self._found[name][0], _("The header {name} can't be read.").format(name=name), allowed
        )

    def one_of(self, name: str, allowed: Iterable[str]) -> str:
        value = " ".join(self.value(name).split())
        if value not in allowed:
            raise self.wrong(name, " or ".join(f'"{one}"' for one in allowed))
        return value

    def whole(self, name: str) -> int:
        value = self.value(name)
        if not re.fullmatch("[0-9]{1,6}", value):
            raise self.wrong(name, _("a whole number"))
        return int(value)

    def date(self) -> int:
        try:
            moment = datetime.fromisoformat(self.value("Date")).astimezone(UTC)
        except (ValueError, OverflowError):
            raise self.wrong("Date", _("a time such as 2026-11-20T18:05:00.000Z")) from None
        return clock.ms(moment)

    def pairs(self, name: str) -> dict[str, Any]:
        pairs: dict[str, Any] = {}
        for word in self.value(name).split():
            found = PAIR.fullmatch(word)
            if found is None or found[1] in pairs:
                raise self.wrong(name, _("name=value, each name once, with spaces between them"))
            pairs[found[1]] = found[2] if found[3] is None else _choice(found[2], found[3])
        return pairs

    def terms(self) -> Terms:
        plain = {name: _plain(value) for name, value in self.pairs("Terms").items()}
        if "Start" in self:
            plain["start"] = self.value("Start")
        try:
            return read_terms(plain)
        except msgspec.ValidationError as error:
            raise self.wrong("Terms", _("valid terms of a match ({error})").format(error=error)) from None

    def goals(self) -> dict[str, int] | None:
        if "Goals" not in self._found:
            return None
        pairs = self.pairs("Goals")
        if set(pairs) != set(self.game.roles) or not all(GOAL.fullmatch(str(n)) for n in pairs.values()):
            raise self.wrong(
                "Goals", " ".join(f"{role}=50" for role in self.game.roles) + _(", 0 to 100 each")
            )
        return {role: int(pairs[role]) for role in self.game.roles}

    def series(self) -> Series | None:
        if "Series" not in self._found:
            return None
        pairs = self.pairs("Series")
        score = {role: pairs.pop(role, "") for role in self.game.roles}
        try:
            return _series({**pairs, "score": score})
        except msgspec.ValidationError:
            scores = " ".join(f"{role}=1" for role in self.game.roles)
            raise self.wrong("Series", f"id=abc game=2 of=4 {scores}") from None


class _Line:
    """Parser of one event line, from left to right."""

    def __init__(self, number: int, line: str, game: Game, began: int) -> None:
        self._number, self._line, self._game, self._began = number, line, game, began
        self._place = 0

    def entry(self) -> Entry:
        if not self._line.startswith("*"):
            return self._decision()
        found = self._next(EVENT, _("* and the name of an event"))
        what, role = found[1], found[2] or ""
        if what not in KINDS:
            raise self._wrong(_("There is no event {what!r}.").format(what=what[:40]), ", ".join(KINDS))
        if role:
            self._check_role(role)
        return Entry(what, role=role, **self._fields(what), **self._end())

    def _decision(self) -> Entry:
        ply, what = self._ply()
        plies = [ply]
        while self._line.startswith(", ", self._place):
            self._place += 2
            ply, mark = self._ply()
            if mark != "acted":
                raise self._wrong(
                    _("The brackets don't match."), _("brackets around the first move of a line")
                )
            plies.append(ply)
        return Entry(what, role=plies[0].role, plies=tuple(plies), **self._end())

    def _ply(self) -> tuple[Ply, str]:
        """Parse a ply; return it and the event that its brackets stand for (MARKS)."""
        roles = " or ".join(self._game.roles)
        found = self._next(
            PLY,
            _("a number, {roles} and a move, such as: 1. {example}").format(
                roles=roles, example=self._example()
            ),
        )
        number, role, opens, written, closes = found.groups()
        self._check_role(role)
        what = next((what for what, marks in MARKS.items() if marks == (opens, closes)), None)
        if what is None:
            raise self._wrong(_("The brackets don't match."), "3 or (3) or <3>")
        try:
            return Ply(int(number), role, self._game.action(written)), what
        except IllegalAction as error:
            raise self._wrong(
                Refusal.by_the_rules(error).message,
                _("a move of {name} in its notation").format(name=self._game.name),
            ) from None

    def _fields(self, what: str) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        while found := FIELD.match(self._line, self._place):
            self._place = found.end()
            name = found[1]
            if name not in KINDS[what] or name in fields:
                allowed = ", ".join(KINDS[what]) or _("only who and when")
                raise self._wrong(
                    _("{what} can't have {name!r} here.").format(what=what, name=name[:40]), allowed
                )
            fields[name] = self._field(name, found[2])
        return fields

    def _field(self, name: str, word: str) -> str | int:
        if name in NUMBERS:
            if not re.fullmatch("-?[0-9]{1,12}" if name == "delay" else "[0-9]{1,12}", word):
                raise self._wrong(_("{name} can't be read.").format(name=name), _("a whole number"))
            return int(word)
        text = _unquoted(word) if name == "name" else None if word.startswith('"') else word
        if text is None:
            raise self._wrong(
                _("{name} can't be read.").format(name=name), _("a string") if name == "name" else _("a word")
            )
        return text

    def _end(self) -> dict[str, Any]:
        found = self._next(TIME, _("@ and the seconds since the match began, such as @12.345"))
        ms = int(found[2]) * 1000 + int((found[3] or "0").ljust(3, "0"))
        comment = COMMENT.match(self._line, self._place)
        if comment:
            self._place = comment.end()
        if self._place < len(self._line):
            raise self._wrong(
                _("The rest of the line can't be read."), _("a comment {in braces}, or nothing")
            )
        text = re.sub(r"\\(.)", lambda it: "\n" if it[1] == "n" else it[1], comment[1]) if comment else ""
        return {"at": self._began + (-ms if found[1] else ms), "comment": text}

    def _next(self, pattern: re.Pattern[str], allowed: str) -> re.Match[str]:
        found = pattern.match(self._line, self._place)
        if found is None:
            rest = self._line[self._place :].strip()[:30]
            raise self._wrong(
                _("{rest!r} can't be read.").format(rest=rest) if rest else _("The line ends too early."),
                allowed,
            )
        self._place = found.end()
        return found

    def _check_role(self, role: str) -> None:
        if role not in self._game.roles:
            raise self._wrong(
                _("There is no role {role!r}.").format(role=role[:40]), " or ".join(self._game.roles)
            )

    def _wrong(self, problem: str, allowed: str) -> BadNotation:
        return BadNotation(self._number, problem, allowed)

    def _example(self) -> str:
        state = self._game.initial_state()
        role = state.to_move[0]
        return f"{role} {self._game.notation(state.legal_actions(role)[0])}"


def _unquoted(word: str) -> str | None:
    """Return the value of a JSON string; None for anything else."""
    try:
        value = json.loads(word, strict=False)
    except ValueError:
        return None
    return value if isinstance(value, str) else None


def _choice(kind: str, details: str) -> dict[str, Any]:
    given: Mapping[str, str] = dict(pair.split("=", 1) for pair in details.split(",") if "=" in pair)
    return {"kind": kind, **{name: _plain(value) for name, value in given.items()}}


def _plain(value: Any) -> Any:
    """Return the value that a word of the terms stands for."""
    if not isinstance(value, str):
        return value
    if value.isascii() and value.isdecimal():
        return int(value[:9])
    if value in get_args(Talk):
        return value
    return {"yes": True, "no": False, "none": None}.get(value, {"kind": value})
