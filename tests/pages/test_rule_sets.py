"""The rule sets of a game on the pages: each has its own rules, and lists of a game show all of them."""

from __future__ import annotations

import html
import re
from itertools import product

import pytest

from games_app.engine.levels import LEVELS
from games_app.games.catalogue import SHEETS
from games_app.games.rule_sets import fitting, questions, rule_sets
from games_app.models import Match
from games_app.rules import FAMILIES, GAMES, RULE_SETS
from games_app.services.commands.messages import MatchConfig
from games_app.services.state.terms import Daily, Terms
from tests.pages.people import begun, make
from tests.pages.test_history import finished, found

SEVERAL = [slug for slug, family in FAMILIES.items() if len(family) > 1]
BESIDE = [slug for slug in RULE_SETS if slug not in GAMES]
RATED = Terms(hints=False, takebacks=False, time=Daily(3), rated=True, games=2)


def text(client, address):
    answer = client.get(address)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize("slug", BESIDE)
def test_the_rules_page_of_a_rule_set_holds_every_line(client, slug):
    page = text(client, f"/rules/{slug}")
    for section in SHEETS[slug].sections:
        assert all(str(line.text) in page for line in section.lines)


@pytest.mark.parametrize("slug", BESIDE)
def test_every_match_has_a_short_card_with_the_five_lines_for_newcomers(slug):
    sheet, options = SHEETS[slug], RULE_SETS[slug].options
    brief = {str(line.text) for line in sheet.brief}
    assert len(brief) == 5
    for values in product(*(option.values for option in options.values())):
        card = [str(line.text) for line in sheet.card(dict(zip(options, values, strict=True)))]
        assert 4 <= len(card) <= 16
        assert brief <= set(card)


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SEVERAL)
def test_a_page_compares_the_rule_sets_with_what_differs_in_bold(client, slug):
    page = text(client, f"/rules/{slug}/compare")
    for one in rule_sets(slug):
        card = page.split(f'id="{one.game.slug}">')[1].split("</article>")[0]
        assert str(one.sheet.because) in card
        assert all(str(source.title) in card for source in one.sheet.sources)
        for dispute in one.sheet.disputes:
            assert str(dispute.text) in card
            assert all(f'href="{source.address}"' in card for source in dispute.sources)
        assert re.findall("<b>(.*?)</b>", card) == [str(aspect.value) for aspect in one.differing]
    assert rule_sets(slug)[0].differing == []


def ways(slug):
    """Return how to play a rule set: its forms against a friend, the computer and somebody at one screen."""
    forms = ("new", "computer", "together") if slug in LEVELS else ("new", "together")
    return [f'href="/{form}/{slug}"' for form in forms]


@pytest.mark.django_db
@pytest.mark.parametrize("slug", RULE_SETS)
def test_the_rules_of_each_rule_set_lead_to_all_ways_to_play_it(client, slug):
    page = text(client, f"/rules/{slug}")
    assert all(way in page for way in ways(slug))
    for address in re.findall(f'href="(/(?:new|computer|together)/{slug})"', page):
        assert client.get(address).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SEVERAL)
def test_the_comparison_leads_to_all_ways_to_play_each_rule_set(client, slug):
    page = text(client, f"/rules/{slug}/compare")
    assert all(way in page for one in FAMILIES[slug] for way in ways(one.slug))


@pytest.mark.django_db
def test_the_page_of_a_rule_set_compares_those_of_its_game(client):
    assert client.get("/rules/kalah64/compare")["Location"] == "/rules/mancala/compare"


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


@pytest.mark.django_db
def test_the_form_says_what_differs_and_offers_the_choices_of_the_rule_set(client):
    page = text(client, "/new/kalah64")
    assert "Stones in each pit: <b>4</b>" in page
    assert 'name="pie"' in page
    assert 'name="stones"' not in page
    assert 'name="stones"' in text(client, "/new/kalah6")


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

    def test_the_invitation_names_the_rule_set_and_what_was_agreed(self, alice, bob):
        address = make(alice, "kalah64", side="north", pie="yes")
        page = text(bob, address)
        assert "Kalah 6x4" in page
        assert "the second player may swap sides after the first turn" in page

    def test_files_name_the_rule_set(self, alice, bob):
        address = finished(alice, bob, "kalah64", pie="yes")
        assert '[Game "kalah64"]' in alice.get(f"{address}.txt").content.decode()
        assert alice.get(f"{address}.json").json()["game"] == "kalah64"

    def test_the_wall_of_a_game_shows_all_its_rule_sets(self, alice, bob, carol):
        address = begun(alice, bob, "kalah64", side="north")
        assert address in text(carol, "/watch?game=mancala")
        assert address not in text(carol, "/watch?game=morris")

    def test_who_plays_one_rule_set_gets_no_analysis_of_another(self, alice, bob):
        begun(alice, bob, "kalah64", side="north")
        facts = RULE_SETS["kalah6"].initial_state().facts()
        asked = {"game": "kalah6", "facts": facts}
        assert alice.post("/analyse", asked, content_type="application/json").status_code == 409
