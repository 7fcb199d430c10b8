"""The rule sets of a game on the pages: each has its own rules, and lists of a game show all of them."""

from __future__ import annotations

import html

import pytest

from games_app.games.engine.levels import LEVELS
from games_app.games.rule_sets import fitting, questions, rule_sets
from games_app.games.rules import FAMILIES, RULE_SETS
from games_app.match.messages import MatchConfig
from games_app.match.terms import Daily, Terms
from games_app.models import Match
from tests.pages.people import begun
from tests.pages.test_history import finished, found

SEVERAL = [slug for slug, family in FAMILIES.items() if len(family) > 1]
RATED = Terms(hints=False, takebacks=False, time=Daily(3), rated=True, games=2)


def text(client, address):
    answer = client.get(address)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def ways(slug):
    """Return how to play a rule set: its forms against a friend, the computer and somebody at one screen."""
    forms = ("new", "computer", "together") if slug in LEVELS else ("new", "together")
    return [f'href="/{form}/{slug}"' for form in forms]


@pytest.mark.django_db
def test_the_rules_of_each_rule_set_lead_to_all_ways_to_play_it(client):
    for slug in RULE_SETS:
        page = text(client, f"/rules/{slug}")
        assert all(way in page for way in ways(slug)), slug
    for way in ways("kalah64") + ways("draughts"):
        assert client.get(way.removeprefix('href="').rstrip('"')).status_code == 200


@pytest.mark.parametrize("slug", SEVERAL)
def test_three_questions_find_each_rule_set(slug):
    assert len(questions(slug)) == 3
    assert fitting(slug, {}) == fitting(slug, {"q0": "x", "q99": "1", "q1": ""}) == []
    for one in rule_sets(slug):
        aspects = [aspect for aspect, _ in one.aspects]
        answers = {
            question.name: str([str(each) for each in question.answers].index(str(said.value)))
            for question in questions(slug)
            if not (said := aspects[int(question.name[1:])]).is_open
        }
        assert one.game in [each.game for each in fitting(slug, answers)]


def test_matches_by_own_terms_are_never_rated():
    def problems(game):
        return MatchConfig(game, {}, "north", Match.Visibility.PUBLIC, RATED).problems()

    assert ("rated", "rated_own_rules") in problems("kalah6")
    assert problems("kalah64") == []


@pytest.mark.django_db(transaction=True, databases=["default", "engine"])
class TestMatches:
    def test_history_of_a_game_lists_all_its_rule_sets_and_one_of_them_by_its_own_name(self, alice, bob):
        sheet, other = finished(alice, bob), finished(alice, bob, "kalah64")
        morris = finished(alice, bob, "morris", "black", side="white")
        assert found(alice, "?game=mancala") == [other, sheet]
        assert found(alice, "?game=kalah64") == [other]
        assert morris not in found(alice, "?game=mancala")

    def test_player_of_one_rule_set_gets_no_analysis_of_another(self, alice, bob):
        begun(alice, bob, "kalah64", side="north")
        facts = RULE_SETS["kalah6"].initial_state().facts()
        asked = {"game": "kalah6", "facts": facts}
        assert alice.post("/analyse", asked, content_type="application/json").status_code == 409
