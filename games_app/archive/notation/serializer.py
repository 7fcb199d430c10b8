"""Writer of the text form of match files. docs/notation.md has the grammar; ``parser`` is the inverse."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import to_builtins

from games_app.archive.notation.model import MARKS, Entry, EntryPly, MatchFile
from games_app.games.rules import Game, get_game
from games_app.lib import clock
from games_app.match.wire import Series

FIELDS = ("to", "name", "offer", "given", "minutes", "until", "delay")
"""Fields of an entry besides role and time, in the order of the text."""


def text(written: MatchFile) -> str:
    """Return the match as text, one line per event. Raises UnknownGame and IllegalAction."""
    game = get_game(written.game)
    headers = [f"[{name} {quoted(value)}]" for name, value in _headers(written)]
    entries = [_entry(entry, game, written.began) for entry in written.entries]
    return "\n".join([*headers, "", *entries, ""])


def quoted(value: str) -> str:
    """Return ``value`` as a JSON string."""
    return json.dumps(value, ensure_ascii=False)


def series_words(series: Series) -> dict[str, str]:
    """Return the words of a series by their names: id, game, of, and the points of each role."""
    of = {"id": series.id, "game": series.game, "of": series.of} | series.score
    return {name: word(value) for name, value in of.items()}


def _headers(written: MatchFile) -> Iterator[tuple[str, str]]:
    yield "Format", written.format
    yield "Site", written.site
    yield "Match", written.match
    yield "Game", written.game
    yield "Rules", str(written.rules)
    yield "Options", pairs(written.options)
    terms = to_builtins(written.terms)
    start, handicap = terms.pop("start"), terms.pop("handicap")
    if not terms["adaptive"]:
        del terms["adaptive"]
    yield "Terms", pairs(terms)
    if handicap:
        yield "Handicap", pairs(handicap)
    if start:
        yield "Start", start
    for role, name in written.players.items():
        yield role.capitalize(), name
    if written.levels:
        yield "Levels", pairs(written.levels)
    if written.series:
        yield "Series", pairs(series_words(written.series))
    yield "Date", clock.moment(written.began).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    yield "Result", written.result
    if written.how:
        yield "How", written.how
    if written.goals:
        yield "Goals", pairs(written.goals)


def pairs(values: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={word(value)}" for name, value in values.items())


def word(value: Any) -> str:
    """Return a value as one word: a choice with details is ``real(minutes=10,increment=5)``."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:g}"
        case {"kind": str(kind), **details}:
            written_out = ",".join(f"{name}={word(detail)}" for name, detail in details.items())
            return f"{kind}({written_out})" if written_out else kind
    return str(value)


def _entry(entry: Entry, game: Game, began: int) -> str:
    written_out = _decision(entry, game) if entry.plies else _event(entry)
    comment = f" {{{_escaped(entry.comment)}}}" if entry.comment else ""
    return f"{written_out} @{_seconds(entry.at - began)}{comment}"


def _decision(entry: Entry, game: Game) -> str:
    own, *forced = entry.plies
    return ", ".join([_ply(own, game, *MARKS[entry.what]), *(_ply(ply, game) for ply in forced)])


def _ply(ply: EntryPly, game: Game, opens: str = "", closes: str = "") -> str:
    return f"{ply.n}. {ply.role} {opens}{game.notation(ply.action)}{closes}"


def _event(entry: Entry) -> str:
    words = ["*", entry.what, *([entry.role] if entry.role else [])]
    for name in FIELDS:
        value = getattr(entry, name)
        if value or (value == 0 and name == "to"):
            words.append(f"{name}={quoted(value) if name == 'name' else value}")
    return " ".join(words)


def _seconds(ms: int) -> str:
    whole, rest = divmod(abs(ms), 1000)
    return f"{'-' if ms < 0 else ''}{whole}{f'.{rest:03}' if rest else ''}"


def _escaped(comment: str) -> str:
    return comment.replace("\\", r"\\").replace("}", r"\}").replace("\n", r"\n")
