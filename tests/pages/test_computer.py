"""The pages that begin a game against the computer."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games_app.games.engine.levels import LEVELS
from games_app.games.rules import GAMES
from games_app.lib.names import LEVEL_WORDS
from games_app.models import Match, Player
from tests.pages.people import row, seated

pytestmark = pytest.mark.django_db(transaction=True)


def text(answer):
    return answer.content.decode()


def start(person: Client, game: str = "mancala", **fields: str):
    return person.post(f"/computer/{game}", {"name": "alice", "level": "easy", **fields})


@pytest.mark.parametrize("game", [slug for slug in LEVELS if slug in GAMES])
def test_the_form_as_it_is_offered_begins_a_match(alice, game):
    form = alice.get(f"/computer/{game}").context["form"]
    offered = {name: form[name].value() for name in form.fields}
    match = row(alice.post(f"/computer/{game}", offered).headers["Location"])
    assert (match.game, match.status, match.visibility) == (game, "playing", "link")
    assert match.series is None


@pytest.mark.parametrize("level", ["beginner", "master"])
def test_the_computer_takes_the_other_seat_under_the_name_of_its_level(alice, level):
    answer = start(alice, level=level, side="south")
    assert set(seated(answer.headers["Location"])) == {"alice", f"Computer ({level.capitalize()})"}
    assert Player.objects.get(level=level).computer == "mancala"


def test_every_level_has_words():
    assert {level.slug for levels in LEVELS.values() for level in levels} == LEVEL_WORDS.keys()


def test_one_press_on_the_first_page_begins_a_game(alice):
    form = re.search(r'<form id="first-game" method="post" action="([^"]+)"', text(alice.get("/")))
    match = row(alice.post(form[1], {"level": "beginner"}).headers["Location"])
    assert (match.status, match.facts["control"]) == ("playing", "north")
    assert match.seats.get(role="north").player == match.maker


def test_a_form_sent_twice_begins_one_game(alice):
    first, second = (start(alice, cmd="once-only").headers["Location"] for _ in range(2))
    assert first == second
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    "fields", [{"level": "god"}, {"side": "both"}, {"name": "Computer (Easy)"}, {"name": ""}, {"time": "x"}]
)
def test_level_that_is_not_offered_is_refused(alice, fields):
    assert start(alice, **fields).status_code == 422
    assert not Match.objects.exists()


def test_its_game_is_in_the_persons_list_and_in_no_public_one(alice, bob):
    address = start(alice).headers["Location"]
    assert address in text(alice.get("/"))
    assert address not in text(bob.get("/")) + text(bob.get("/watch")) + text(bob.get("/history"))
