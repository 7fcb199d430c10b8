"""Boards on pages of other sites: which of them, where, and how other sites find them."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest

from games_app.analysis.puzzle_search import keep_shipped
from games_app.analysis.puzzles.shipped import shipped
from games_app.lib import clock
from games_app.models import Match, Puzzle
from games_app.people import membership
from tests.pages.people import begun, row
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)

SITE = "http://testserver"


def ancestors(answer) -> str:
    return re.search(r"frame-ancestors ([^;]*)", answer.headers["Content-Security-Policy"])[1]


def over(visibility: str = Match.Visibility.PUBLIC) -> str:
    """Return the address of a match that is over."""
    told = Told("mancala", visibility=visibility).play_on(seed=1)
    told.store()
    return f"/m/{told.id}"


def framed(address: str) -> str:
    return address.replace("/m/", "/embed/")


def asked(client, address: str, **more: str):
    return client.get("/oembed", {"url": SITE + address} | more)


@pytest.fixture
def closed(monkeypatch):
    monkeypatch.setattr(membership, "is_closed_to", lambda player: player is None)


def test_any_site_may_show_a_public_match_that_is_over_and_nothing_else(alice, bob, carol):
    assert ancestors(carol.get(framed(over()))) == "*"
    running = begun(alice, bob, visibility="public")
    for address in (framed(running), framed(over("link")), over(), running, "/", "/puzzles", "/account"):
        assert ancestors(carol.get(address)) == "'none'", address
    assert carol.get(framed(over("seats"))).status_code == 403


def test_a_host_allows_more_without_taking_that_away(alice, bob, carol, settings):
    settings.EMBED_ANCESTORS = ["https://club.example"]
    assert ancestors(carol.get(framed(begun(alice, bob)))) == "https://club.example"
    assert ancestors(carol.get(framed(over()))) == "*"


@pytest.mark.usefixtures("closed")
def test_a_closed_site_is_shown_only_where_its_host_allows_it(carol):
    address = over()
    assert ancestors(carol.get(framed(address))) == "'none'"
    assert ancestors(carol.get("/embed/puzzle")) == "'none'"
    assert asked(carol, address).status_code == 404
    assert asked(carol, "/puzzles").status_code == 404


def test_a_match_that_is_over_says_where_its_frame_is_found(alice, bob, carol):
    address = over()
    page = carol.get(address).content.decode()
    found = re.search(r'<link rel="alternate" type="application/json\+oembed"\s+href="([^"]*)"', page)[1]
    assert found == f"/oembed?url={quote(SITE + address, safe='')}"
    told = carol.get(found).json()
    assert (told["version"], told["type"], told["width"], told["height"]) == ("1.0", "rich", 600, 400)
    assert f'src="{SITE}{framed(address)}"' in told["html"]
    assert told["title"]
    assert carol.get(told["thumbnail_url"].removeprefix(SITE)).status_code == 200
    running = begun(alice, bob, visibility="public")
    assert "oembed" not in carol.get(running).content.decode()
    assert f'&lt;iframe src="{SITE}{framed(address)}"' in carol.get(f"{address}/files").content.decode()


def test_nothing_else_has_a_frame(alice, bob, carol):
    running = begun(alice, bob, visibility="public")
    for address in (running, over("link"), over("seats"), "/", "/account", "/nowhere", ""):
        assert asked(carol, address).status_code == 404, address
    for url in ("", "https://elsewhere.example" + over(), "javascript:alert(1)", "http://[", over()):
        assert carol.get("/oembed", {"url": url}).status_code == 404, url


def test_a_name_cannot_break_out_of_the_frame(alice, bob, carol):
    address = begun(alice, bob, name='"><b>x', visibility="public")
    Match.objects.filter(pk=row(address).pk).update(
        status=Match.Status.OVER, how=Match.How.RESIGNATION, winner="south", ended_at=clock.now()
    )
    assert "<b>" not in asked(carol, address).json()["html"]


def test_the_puzzle_of_the_day_can_be_shown_anywhere(carol):
    keep_shipped(shipped("mancala")[:1])
    page = carol.get("/embed/puzzle")
    assert ancestors(page) == "*"
    assert f'href="/puzzles/{Puzzle.objects.get().public_id}"' in page.content.decode()
    told = asked(carol, "/puzzles").json()
    assert f'src="{SITE}/embed/puzzle"' in told["html"]
