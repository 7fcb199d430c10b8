"""The site writes and reads the examples of docs/notation.md."""

from __future__ import annotations

import re

import msgspec
from django.conf import settings

from games_app.archive.imports import import_match
from games_app.archive.notation import MatchFile, portable_text, read, read_json, read_portable, text
from games_app.lib import clock

PAGE = (settings.BASE_DIR / "docs" / "notation.md").read_text(encoding="utf-8")


def as_text() -> MatchFile:
    example = re.search(r"```\n(\[Format.*?)```", PAGE, re.DOTALL)
    assert example
    return read(example[1])


def json_example() -> str:
    example = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert example
    return example[1]


def test_the_text_example_is_read_and_written_again():
    match = as_text()
    assert read(text(match)) == match
    assert import_match(match).match.row.winner == "south"
    assert [entry.what for entry in match.entries][-2:] == ["acted", "resigned"]


def test_the_json_example_tells_the_same_match_in_fewer_events():
    match = read_json(json_example())
    assert read(text(match)) == match
    assert match.began == match.entries[0].at
    told = as_text()
    assert msgspec.structs.replace(told, entries=match.entries) == match
    assert [entry for entry in match.entries if entry not in told.entries] == []


def test_the_pdn_example_is_read_and_written_again():
    example = re.search(r"```\n(\[Event.*?)```", PAGE, re.DOTALL)
    assert example
    match = read_portable(example[1], clock.now())
    assert import_match(match).match.row.winner == "black"
    played_here = msgspec.structs.replace(
        match, site="https://play.example", match="abcdefghjk", how="resignation"
    )
    assert portable_text(played_here) == example[1]
