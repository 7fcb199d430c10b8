"""Parsers of match files in the text form and in JSON; errors name their line or field.

They take files that passed a mail, a forum or an editor, without the marks that these add. They check only
each line or field by itself. Whether the moves are legal, and the headers agree with them, is checked when
the match is imported.
"""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from msgspec import Struct

from games_app.archive.notation.headers import BadNotation, Headers, unquoted
from games_app.archive.notation.model import KINDS, MARKS, Entry, EntryPly, MatchFile
from games_app.games.rules import Game, IllegalAction
from games_app.lib.codec import decoder
from games_app.lib.refusals import Refusal

BLANKS = "".join(filter(str.isspace, map(chr, range(0x3001)))) + "\u200b\ufeff"
"""Blanks of all kinds, such as a no-break space, and a byte order mark."""
EDGE = BLANKS + ">"
"""Indents, and the quotation marks of mails. No line of a match file begins with them."""
STRING = r'("(?:[^"\\]++|\\.)*+"?)'
TEXT_BLANK = re.compile(STRING + r"|((?<=\s)\{.*)|\s")
"""A string or a comment, which stays as it is, or a blank of any kind."""
JSON_BLANK = re.compile(STRING + r"|()\s")
OWN_HEADER = re.compile(r"\[(?:Format|Game|Rules|Match) ")
PORTABLE_LINE = re.compile(r'\[\s*(?:Event|Round|White|Black|GameType|FEN)\s*"|1\s*\.+\s*\d')
"""A tag that files of other programs have and ours lack in front, or their first move."""
NO_BREAK_SPACE = "\u00a0"


def is_json(text: str) -> bool:
    """Return whether a match file is in its JSON form."""
    return text.lstrip(EDGE).startswith("{")


def is_portable(text: str) -> bool:
    """Return whether a match file is from another program, in a notation such as PDN."""
    lines = [line.lstrip(EDGE) for line in text.split("\n")]
    return any(map(PORTABLE_LINE.match, lines)) and not any(map(OWN_HEADER.match, lines))


def text_lines(text: str) -> list[str]:
    """Return the lines of a file in the text form."""
    return [_cleaned(line, TEXT_BLANK) for line in text.split("\n")]


def json_text(text: str) -> str:
    """Return a file in the JSON form with its lines as they were; no string of it needs a no-break space."""
    lines = text.replace(NO_BREAK_SPACE, " ").split("\n")
    return "\n".join(_cleaned(line, JSON_BLANK) for line in lines)


def _cleaned(line: str, blank: re.Pattern[str]) -> str:
    return blank.sub(lambda it: it[1] or it[2] or " ", line.lstrip(EDGE).rstrip(BLANKS))


PLY = re.compile(r"(0|[1-9][0-9]{0,6})\. ([a-z]+) ([(<]?)([^\s(),<>]{1,40})([)>]?)")
EVENT = re.compile(r"\* ([a-z_]+)(?: ([a-z]+)(?!=|\w))?")
FIELD = re.compile(r' ([a-z]+)=("(?:[^"\\]++|\\.)*+"|-?\w+)')
TIME = re.compile(r" @(?!-0(?:\.0*)?(?![.0-9]))(-?)(0|[1-9][0-9]{0,9})(?:\.([0-9]{1,3}))?")
COMMENT = re.compile(r" \{((?:[^\\}]|\\[\\{}n])*)\}")
NUMBERS = ("to", "given", "minutes", "until", "delay")


def read(text: str) -> MatchFile:
    """Parse the text of a match file. Raises BadNotation."""
    lines = text_lines(text)
    head = _head(lines)
    headers = Headers(lines[:head], (head + 1, lines[head]) if head < len(lines) else None)
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
        options=headers.options(),
        terms=headers.terms(),
        players={role: headers.value(role.capitalize()) for role in headers.game.roles},
        levels=headers.levels(),
        began=began,
        result=headers.result(),
        how=headers.how(),
        goals=headers.goals(),
        series=headers.series(),
        entries=tuple(entries),
    )


def line_of(text: str, part: str | int) -> int:
    """Return the line of a field of ``MatchFile``, or of the event with this index, in a text once read."""
    lines = text_lines(text)
    if isinstance(part, str):
        return next(n for n, line in enumerate(lines, 1) if line.startswith(f"[{part.capitalize()} "))
    head = _head(lines)
    return [n for n, line in enumerate(lines[head:], head + 1) if line][part]


def _head(lines: list[str]) -> int:
    """Return the index of the first line that is no header."""
    return next((i for i, line in enumerate(lines) if line and not line.startswith("[")), len(lines))


class _Line:
    """Parser of one event line, from left to right."""

    def __init__(self, number: int, line: str, game: Game, began: int) -> None:
        self._number, self._line, self._game, self._began = number, line, game, began
        self._place = 0

    def entry(self) -> Entry:
        if not self._line.startswith("*"):
            return self._decision()
        event = self._next(EVENT, _("* and the name of an event"))
        what, role = event[1], event[2] or ""
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

    def _ply(self) -> tuple[EntryPly, str]:
        """Parse a ply; return it and the event that its brackets stand for (MARKS)."""
        roles = " or ".join(self._game.roles)
        ply = self._next(
            PLY,
            _("a number, {roles} and a move, such as: 1. {example}").format(
                roles=roles, example=self._example()
            ),
        )
        number, role, opens, written, closes = ply.groups()
        self._check_role(role)
        what = next((what for what, marks in MARKS.items() if marks == (opens, closes)), None)
        if what is None:
            raise self._wrong(_("The brackets don't match."), "3 or (3) or <3>")
        try:
            return EntryPly(int(number), role, self._game.action(written)), what
        except IllegalAction as error:
            raise self._wrong(
                Refusal.by_the_rules(error).message,
                _("a move of {name} in its notation").format(name=self._game.name),
            ) from None

    def _fields(self, what: str) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        while field := FIELD.match(self._line, self._place):
            self._place = field.end()
            name = field[1]
            if name not in KINDS[what] or name in fields:
                allowed = ", ".join(KINDS[what]) or _("only who and when")
                raise self._wrong(
                    _("{what} can't have {name!r} here.").format(what=what, name=name[:40]), allowed
                )
            fields[name] = self._field(name, field[2])
        return fields

    def _field(self, name: str, word: str) -> str | int:
        if name in NUMBERS:
            if not re.fullmatch(f"{'-?' if name == 'delay' else ''}(0|[1-9][0-9]{{0,12}})", word):
                raise self._wrong(_("{name} can't be read.").format(name=name), _("a whole number"))
            return int(word)
        text = unquoted(word) if name == "name" else None if word.startswith('"') else word
        if text is None:
            raise self._wrong(
                _("{name} can't be read.").format(name=name), _("a string") if name == "name" else _("a word")
            )
        return text

    def _end(self) -> dict[str, Any]:
        time = self._next(TIME, _("@ and the seconds since the match began, such as @12.345"))
        ms = int(time[2]) * 1000 + int((time[3] or "0").ljust(3, "0"))
        comment = COMMENT.match(self._line, self._place)
        if comment:
            self._place = comment.end()
        if self._place < len(self._line):
            raise self._wrong(
                _("The rest of the line can't be read."), _("a comment {in braces}, or nothing")
            )
        text = re.sub(r"\\(.)", lambda it: "\n" if it[1] == "n" else it[1], comment[1]) if comment else ""
        return {"at": self._began + (-ms if time[1] else ms), "comment": text}

    def _next(self, pattern: re.Pattern[str], allowed: str) -> re.Match[str]:
        match = pattern.match(self._line, self._place)
        if match is None:
            rest = self._line[self._place :].strip()[:30]
            raise self._wrong(
                _("{rest!r} can't be read.").format(rest=rest) if rest else _("The line ends too early."),
                allowed,
            )
        self._place = match.end()
        return match

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


_decoder = decoder(MatchFile)


class BadJson(ValueError):
    """Raised for text that is no match file in JSON; the message says where and why."""


def read_json(text: str) -> MatchFile:
    """Parse a match file in JSON. Raises BadJson."""
    plain = json_text(text)
    try:
        data = json.loads(plain, object_pairs_hook=_each_once)  # its errors name the line
        written = _decoder.decode(plain)
        _check_fields(data, written, "$")
    except (ValueError, msgspec.DecodeError, RecursionError) as error:
        raise BadJson(_("That isn't a match in JSON: %(why)s") % {"why": error}) from error
    return written


def path_of(part: str | int) -> str:
    """Return the path of the field with this name, or of the event with this index."""
    if isinstance(part, int):
        return f"$.entries[{part}]"
    return "$.terms.start" if part == "start" else f"$.{part}"


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise ValueError(_("The field {name!r} appears twice.").format(name=name[:40]))
        fields[name] = value
    return fields


def _check_fields(data: Any, value: object, path: str) -> None:
    """Raise ValueError if ``data``, from which ``value`` was read, has a field that ``value`` lacks."""
    if isinstance(value, tuple):
        for n, (part, each) in enumerate(zip(data, value, strict=True)):
            _check_fields(part, each, f"{path}[{n}]")
    elif isinstance(value, Struct):
        tag = value.__struct_config__.tag_field
        names = (*((tag,) if tag else ()), *value.__struct_fields__)
        for name, part in data.items():
            if name not in names:
                raise ValueError(
                    _("{path} can't have {name!r}. Allowed here: {allowed}.").format(
                        path=path, name=name[:40], allowed=", ".join(names)
                    )
                )
            _check_fields(part, getattr(value, name, None), f"{path}.{name}")
