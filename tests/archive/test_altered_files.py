"""A match file with one other character is refused, unless it tells another match that can be."""

from __future__ import annotations

import json
import random
import string
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import pytest

from games_app.archive.import_checks import Unplayable
from games_app.archive.imports import import_match
from games_app.archive.notation import BadJson, BadNotation, MatchFile, read, read_json, text
from games_app.games.rules import RULE_SETS
from games_app.match.terms import Terms
from tests.archive.test_imports import back_and_forth, written
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)

CHANGES = 25
"""Characters changed in each form of each file."""
OTHERS = set(string.ascii_letters + string.digits + string.punctuation) - set(".\\")
"""Without those that can be written in two ways: ``@4.7`` is ``@4.700``, and ``\\/`` is ``/``."""


@dataclass(frozen=True)
class Form:
    """A form of match files: its writer, its reader, and what a file holds besides blanks."""

    write: Callable[[MatchFile], str]
    read: Callable[[str], MatchFile]
    content: Callable[[str], object]


FORMS = (
    Form(text, read, str.split),
    Form(lambda match: msgspec.json.encode(match).decode(), read_json, json.loads),
)


def end(match: MatchFile) -> object:
    """Return what the moves decide."""
    return match.result, match.how, match.goals, match.series and (match.series.game, match.series.score)


def assert_nothing_is_passed_over(match: MatchFile, form: Form) -> None:
    """Change single characters. Any file that is accepted must be read in full, and have the same end."""
    file, dice = form.write(match), random.Random(match.game)
    for place in dice.sample(range(len(file)), CHANGES):
        altered = file[:place] + dice.choice(sorted(OTHERS - {file[place]})) + file[place + 1 :]
        try:
            other = form.read(altered)
            import_match(other)
        except (BadNotation, BadJson, Unplayable):
            continue
        assert form.content(form.write(other)) == form.content(altered)
        assert end(other) == end(match), altered


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("form", FORMS)
def test_no_altered_character_of_a_file_is_passed_over(rule_set, form):
    one_round = {"rounds": "1"} if "rounds" in RULE_SETS[rule_set].options else {}
    ended_by_the_rules = Told(rule_set, Terms(games=2), **one_round).play_on(seed=7)
    for match in (written(back_and_forth(rule_set)), written(ended_by_the_rules)):
        file = form.write(match)
        assert form.content(form.write(form.read(file))) == form.content(file)
        import_match(form.read(file))
        assert_nothing_is_passed_over(match, form)
