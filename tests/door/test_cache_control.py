"""Pages that show a known person are stored by no browser and nobody between."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import get_resolver

from games_app.models import Player
from tests.pages.people import begun, join, make

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

PUBLIC = set(
    "position-svg position-png moves-gif moves-webp match-code match-picture game-picture site-picture "
    "board-svg sample sample-svg touch-icon small-icon large-icon screenshot manifest".split()
)
"""Addresses whose content is the same for everybody, as long as the match is."""

CONDITIONAL = {"summary"}
"""Data that scripts request again, stored to learn that they are unchanged: numbers, no names."""


@pytest.fixture
def addresses(alice, bob) -> dict[str, str]:
    """Return every address of the site, by its name."""
    match = begun(alice, bob).rsplit("/", 1)[1]
    one, other = Player.objects.order_by("pk").values_list("public_id", flat=True)[:2]
    given = {"match": match, "player": one, "other_id": other, "game": "mancala", "path": "nowhere"}
    found = {}
    for address in get_resolver().url_patterns:
        path = re.sub(r"<player:other_id>", other, str(address.pattern))
        found[address.name or path] = "/" + re.sub(
            r"<(\w+)(?::\w+)?>", lambda part: given.get(part[1], "x"), path
        )
    return found


def kept(answer) -> set[str]:
    """Return the directives without their seconds."""
    return {part.strip().partition("=")[0] for part in answer.headers["Cache-Control"].split(",")}


def test_of_who_is_known_nothing_is_kept_but_what_everybody_gets(alice, addresses):
    assert len(addresses) > 35
    for name, path in addresses.items():
        answer = alice.get(path)
        if name in PUBLIC:
            assert "public" in kept(answer), name
            assert not answer.headers["Content-Type"].startswith("text/html"), name
            assert not answer.cookies, name
        elif name in CONDITIONAL or (name.startswith("api-") and answer.status_code == 200):
            assert kept(answer) == {"private", "no-cache"}, name
        else:
            assert kept(answer) == {"private", "no-store"}, name


def test_strangers_may_keep_pages_but_not_show_them_unasked(mallory, addresses):
    for name, path in addresses.items():
        if name not in PUBLIC:
            assert kept(mallory.get(path)) in ({"private", "no-cache"}, {"private", "no-store"}), name


def test_answer_to_a_form_is_not_kept(alice, bob):
    assert kept(alice.post("/name", {"name": "alice"})) == {"private", "no-store"}
    assert kept(join(bob, make(alice))) == {"private", "no-store"}
    assert kept(Client(enforce_csrf_checks=True).post("/name")) == {"private", "no-cache"}
