"""The JSON form of match files: each field is known, is there once, and has its type."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given

from games_app.archive.notation import BadJson, MatchFile, read_json
from tests.archive.matches import matches
from tests.archive.test_examples_of_the_page import json_example


@given(matches())
def test_the_json_form_is_read_again(written):
    file = msgspec.json.encode(written).decode().replace("\u00a0", " ")
    assert read_json(file) == msgspec.json.decode(file, type=MatchFile)


def test_a_file_whose_blanks_became_no_break_spaces_is_read_like_the_file_itself():
    assert read_json(json_example().replace(" ", "\u00a0")) == read_json(json_example())


def sound() -> dict[str, Any]:
    """Return the example of docs/notation.md."""
    data: dict[str, Any] = json.loads(json_example())
    return data


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (["hwo"], "time", r"\$ can't have 'hwo'. Allowed here: format, site, match, game,"),
        (["terms", "tima"], None, r"\$.terms can't have 'tima'. Allowed here: hints, time,"),
        (["terms", "time", "pause"], 3, r"\$.terms.time can't have 'pause'. Allowed here: kind, minutes"),
        (["entries", 1, "ply"], 3, r"\$.entries\[1\] can't have 'ply'. Allowed here: what, at, role"),
        (["entries", 1, "plies", 0, "move"], "3", r"plies\[0\] can't have 'move'. Allowed here: n, role"),
        (["began"], "5", r"Expected `int`, got `str` - at `\$.began`"),
        (["rules"], True, r"Expected `int`, got `bool` - at `\$.rules`"),
        (["options", "rounds"], 3, r"Expected `str`, got `int` - at `\$.options"),
        (["terms", "games"], 99, r"Expected `int` <= 12 - at `\$.terms.games`"),
        (["entries"], {}, r"Expected `array`, got `object` - at `\$.entries`"),
        (["format"], "pgn", r"Invalid enum value 'pgn' - at `\$.format`"),
    ],
)
def test_unknown_fields_and_wrong_types_are_refused_with_their_place(path, value, told):
    data = part = sound()
    for name in path[:-1]:
        part = part[name]
    part[path[-1]] = value
    with pytest.raises(BadJson, match=told):
        read_json(json.dumps(data))


def test_a_field_that_appears_twice_is_refused():
    with pytest.raises(BadJson, match="The field 'how' appears twice"):
        read_json(json_example().replace('"how":', '"how": "time", "how":'))


@pytest.mark.parametrize("spoilt", ["{", '{"a": 1', '{"a": }'])
def test_malformed_json_is_refused_with_the_line(spoilt):
    with pytest.raises(BadJson, match="line 2 column"):
        read_json("\n" + spoilt)
