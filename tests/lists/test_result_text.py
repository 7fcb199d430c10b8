"""Results in words, as lists, files and previews say them."""

from __future__ import annotations

import re

import pytest
from django.utils.translation import override

from games_app.games.rules import get_game
from games_app.lists.result_text import score, sentence
from games_app.models import Match
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)

COUNTED = {
    "mancala": "stones?",
    "morris": "stones?",
    "checkers": "pawns? taken",
    "congkak": "shells?",
    "oware": "seeds?",
}


@pytest.mark.parametrize("game", COUNTED)
def test_a_result_by_the_rules_says_what_was_counted_and_no_points(game):
    told = Told(game).play_on(seed=3)
    row = Match.objects.get(public_id=told.store())
    numbers = sorted(get_game(game).score(row.facts).values())
    assert re.fullmatch(rf"\d+ {COUNTED[game]} (to \d+|each)", score(row))
    assert {int(n) for n in re.findall(r"\d+", score(row))} == set(numbers)
    assert sentence(row, told.match.seats).endswith(f", {score(row)}.")


def test_the_number_of_the_winner_comes_first():
    told = Told("mancala").play_on(seed=3)
    counted = get_game("mancala").score(told.match.row.facts)
    ours = counted.pop(told.match.row.winner)
    assert score(told.match.row) == f"{ours} stones to {next(iter(counted.values()))}"
    with override("es"):
        assert score(told.match.row).startswith(f"{ours} semillas a ")


def test_a_match_that_something_else_ended_has_no_score():
    told = Told("mancala").play_on(seed=3, decisions=4).resigned()
    assert score(told.match.row) == ""
    assert re.fullmatch(r"\w+ won: \w+ resigned\.", sentence(told.match.row, told.match.seats))


def test_a_rule_set_that_counts_nothing_has_no_score():
    told = Told("draughts").play_on(seed=3)
    assert score(told.match.row) == ""
