"""Faces of players: chosen, or those of the animals in their names."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from games_app.lib.names import WITHDRAWN
from games_app.lib.random_names import WORDS
from games_app.models import Player, Seat
from games_app.people import faces

DRAWN = re.findall(
    r'<symbol id="(\w+)"', (settings.BASE_DIR / "static/icons/faces.svg").read_text(encoding="utf-8")
)


def test_every_face_is_drawn_once_and_each_drawing_is_a_face():
    assert sorted(DRAWN) == sorted([*faces.FACES, faces.COMPUTER])


@pytest.mark.parametrize("language", WORDS)
def test_every_animal_of_random_names_has_a_face(language):
    words = WORDS[language]
    for animal in words.animals:
        shown = {
            faces.face_of_name(words.pattern.format(adjective=adjective, animal=animal))
            for adjective in words.adjectives
        }
        assert len(shown) == 1, animal
        assert faces.face_of_name(animal) in shown


def test_a_name_without_an_animal_keeps_one_face():
    assert faces.face_of_name("alice") == faces.face_of_name("Alice")
    assert faces.face_of_name("alice") in faces.FACES


def test_a_chosen_face_replaces_that_of_the_name():
    assert faces.face_of_player(Player(name="Quiet Heron")) == "heron"
    assert faces.face_of_player(Player(name="Quiet Heron", face="owl")) == "owl"


def test_a_face_that_a_later_release_has_removed_is_replaced_by_that_of_the_name():
    assert faces.face_of_player(Player(name="Quiet Heron", face="unicorn")) == "heron"


def test_seats_of_nobody_and_of_sides_at_one_screen_have_no_face():
    for name in ("", "North", WITHDRAWN):
        assert faces.face_of_seat(Seat(role="north", name=name)) == ""
    assert faces.face_of_player(Player(name=WITHDRAWN)) == ""


def test_computers_have_a_face_of_their_own():
    assert faces.face_of_seat(Seat(role="north", name="Computer (Easy)", level="easy")) == faces.COMPUTER
