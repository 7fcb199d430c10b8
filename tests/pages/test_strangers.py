"""A browser that hides the names of strangers: invitations, news and pages about people name friends only."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.core.cache import cache

from games_app.lib import clock
from games_app.models import Player
from games_app.people import friends
from tests.pages.people import make
from tests.pages.test_inviting import invite, over, public_id, text, with_accounts

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bob(bob):
    bob.cookies["preferences"] = "people=unnamed"
    return bob


def befriend(*names: str) -> None:
    one, other = (Player.objects.get(name=name) for name in names)
    friends.ask(one, other, clock.now())
    friends.ask(other, one, clock.now())


def heading(answer):
    words = re.sub(
        r"<svg.*?</svg>", "", re.search(r"<h1[^>]*>(.*?)</h1>", text(answer), re.DOTALL)[1], flags=re.S
    )
    return " ".join(unescape(words).split())


def test_an_invitation_names_friends_only(alice, bob, carol):
    with_accounts(alice=alice, bob=bob)
    over(alice, bob)
    address = invite(alice, "bob").headers["Location"]
    assert heading(bob.get(address)) == "Player invites you to Nine Men's Morris"
    assert "tell Player why" in text(bob.get(address))
    assert "<title>Player invites you" in re.sub(r">\s+", ">", text(bob.get(address)))
    befriend("alice", "bob")
    assert heading(bob.get(address)) == "alice invites you to Nine Men's Morris"
    assert heading(carol.get(make(alice))) == "alice invites you to Mancala"


def test_a_visitor_without_a_player_sees_no_names(alice, client):
    client.cookies["preferences"] = "people=unnamed"
    assert heading(client.get(make(alice))) == "Player invites you to Mancala"


def test_news_names_friends_only(alice, bob):
    with_accounts(alice=alice, bob=bob)
    over(alice, bob)
    invite(alice, "bob")
    words = [one["words"] for one in bob.get("/news").json()["news"]]
    assert words == ["Player invites you: Nine Men's Morris"]
    befriend("alice", "bob")
    words = [one["words"] for one in bob.get("/news").json()["news"]]
    assert words == ["alice invites you: Nine Men's Morris"]


def test_pages_about_people_name_friends_and_the_reader_only(alice, bob):
    with_accounts(alice=alice, bob=bob)
    over(alice, bob)
    one, other = public_id("alice"), public_id("bob")
    pages = [f"/player/{one}", f"/player/{one}/{other}", f"/history?of={one}", f"/watch?follow={one}"]
    for path in (*pages, f"/player/{other}", f"/player/{one}/invite"):
        cache.clear()
        page = text(bob.get(path, follow=True))
        named = re.sub(r'<(bdi|span)[^>]* data-of="[^"]+">[^<]*', "", page)
        assert "alice" not in re.sub(r'<span class="unseen">[^<]*', "", named), path
    befriend("alice", "bob")
    assert heading(bob.get(pages[0])) == "alice"
