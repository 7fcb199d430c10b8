"""Pages of the guide, the course and the sowing trainer as a browser gets them."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from games_app.door import limits
from games_app.games.catalogue import COURSES, GUIDES
from games_app.games.registry import RULE_SETS
from games_app.games.sowing_series import LENGTH, Level, levels
from games_app.lib.rate_limit import RateLimit
from tests.clubs.club import Circle
from tests.tournaments.test_permissions import signed_in

pytestmark = pytest.mark.django_db


def body(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def data(page: str, name: str):
    """Return the data of a page's script."""
    return json.loads(re.search(rf'<script id="{name}"[^>]*>(.*?)</script>', page)[1])


def test_rule_sets_of_a_game_with_a_guide_have_one_each():
    assert {slug for slug, game in RULE_SETS.items() if game.family in GUIDES} == set(GUIDES)


@pytest.mark.parametrize("slug", GUIDES)
def test_guide_leads_to_pictures_on_the_rules_page(client, slug):
    page = body(client, reverse("rules", args=[slug]))
    assert reverse("learn", args=[slug]) in page
    # The pictures use the parts of a whole board.
    assert "<game-board" in page
    assert page.count('class="diagram-pair"') == len([step for step in GUIDES[slug].steps if step.picture])
    assert len(data(body(client, reverse("learn", args=[slug])), "steps")) == len(GUIDES[slug].steps)


@pytest.mark.parametrize("slug", COURSES)
def test_course_asks_without_naming_the_move(client, slug):
    steps = data(body(client, reverse("course", args=[slug])), "steps")
    assert len(steps) == len(COURSES[slug].lessons)
    assert all(step["moves"][0]["sought"] and not step["moves"][0]["named"] for step in steps)


def test_rule_set_without_a_course_leads_to_that_of_its_game(client):
    page = body(client, reverse("learn", args=["kalah64"]))
    assert reverse("course", args=["mancala"]) in page
    assert client.get(reverse("course", args=["kalah64"])).status_code == 404


@pytest.mark.parametrize("slug", [slug for slug, game in RULE_SETS.items() if levels(game)])
def test_trainer_has_ten_sowings_of_each_level(client, slug):
    for level in levels(RULE_SETS[slug]):
        page = body(client, reverse("sowing-series", args=[slug, level, "abc"]))
        assert len(data(page, "sowings")) == LENGTH


def test_everybody_with_the_link_gets_the_same_series(client):
    address = reverse("sowing-series", args=["congkak", Level.RELAYS, "class7"])
    first, second = (data(body(browser, address), "sowings") for browser in (client, Client()))
    assert first == second
    other = reverse("sowing-series", args=["congkak", Level.RELAYS, "class8"])
    assert data(body(client, other), "sowings") != first


def test_trainer_begins_at_the_first_level_that_is_not_passed(client):
    def level() -> str:
        return client.get(reverse("sowing", args=["congkak"]))["Location"].split("/")[-2]

    assert level() == "short"
    client.cookies["sowing"] = "congkak=9.3"
    assert level() == "round"
    client.cookies["sowing"] = "congkak=9.8.10.10"
    assert level() == "relays"
    client.cookies["sowing"] = "congkak=nonsense.²"
    assert level() == "short"


def test_trainer_refuses_what_it_does_not_have(client):
    for address in (
        reverse("sowing", args=["morris"]),
        reverse("sowing-series", args=["oware", Level.RELAYS, "abc"]),
        reverse("sowing-series", args=["oware", Level.SHORT, "a" * 21]),
        "/learn/oware/sowing/unknown/abc",
    ):
        assert client.get(address).status_code == 404, address


def test_new_series_are_limited_for_each_address(client, monkeypatch):
    monkeypatch.setattr(limits, "SOWINGS", RateLimit("few", burst=2, per_second=0.01))
    address = reverse("sowing-series", args=["mancala", Level.SHORT, "abc"])
    assert [client.get(address).status_code for _ in range(3)] == [200, 200, 429]


def test_people_who_run_a_club_are_led_from_the_trainer_to_its_question():
    circle = Circle("bob")
    address = reverse("sowing-series", args=["congkak", Level.RELAYS, "abc"])
    assert f"{reverse('ask-some-club', args=['congkak'])}?sowing=relays" in body(
        signed_in(circle.alice), address
    )
    assert "Ask the club" not in body(signed_in(circle.people["bob"]), address)
