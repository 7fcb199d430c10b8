"""The open pages of a tournament: they get what has changed, and nothing that they may not see."""

from __future__ import annotations

import asyncio

import pytest
from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator

from games_app.lib import clock
from games_app.live.room import MATCH_CLOSED
from games_app.live.routing import websockets
from games_app.models import Match
from games_app.tournaments import live, members
from games_app.tournaments.live import TournamentPages
from games_app.tournaments.record import System
from games_app.tournaments.trees import changed_children, tree_of
from tests.live.pages import Page
from tests.live.test_members import HOST, PATIENCE
from tests.tournaments.hall import DAYS, Hall, resign

pytestmark = pytest.mark.django_db(transaction=True)


def opened(hall: Hall, person: str = "~stranger", language: str = "en") -> Page:
    return Page(match=hall.id, person=person, seq=0, language=language)


def parts(page: Page) -> list[dict]:
    return page.told("tournament")


async def test_newcomer_gets_all_parts_and_then_those_that_changed():
    hall = await sync_to_async(Hall)(System.ROUND_ROBIN, 3, DAYS)
    pages, page = TournamentPages(), opened(hall)
    await pages.enter(page.connection)
    (first,) = parts(page)
    assert set(first["blocks"]) == {"status", "head", "row-1", "row-2", "row-3"}
    await sync_to_async(hall.win)("carol", "bob")
    await pages.beat_once()
    changed = parts(page)[-1]
    assert "head" not in changed["blocks"]
    assert changed["order"]["rows"][0] == "row-3"
    await pages.leave(page.connection)


async def test_result_is_sent_as_the_cells_that_it_changes():
    hall = await sync_to_async(Hall)(System.ROUND_ROBIN, 4, DAYS)
    await sync_to_async(hall.win)("alice", "bob")
    pages, page = TournamentPages(), opened(hall)
    await pages.enter(page.connection)
    await sync_to_async(hall.win)("alice", "carol")
    await pages.beat_once()
    changed = {tuple(key.split("/")) for key in parts(page)[-1]["blocks"] if key.startswith("row-")}
    assert {row for row, *_place in changed} == {"row-1", "row-3"}, "of the two people"
    assert all(place for _row, *place in changed), "no whole lines"
    await pages.leave(page.connection)


async def test_pages_that_come_together_are_served_by_one_reading(monkeypatch):
    hall, readings = await sync_to_async(Hall)(System.ROUND_ROBIN, 3, DAYS), []
    rendered = live._rendered
    monkeypatch.setattr(live, "_rendered", lambda *given: readings.append(given) or rendered(*given))
    pages, crowd = TournamentPages(), [opened(hall) for _ in range(20)]
    await asyncio.gather(*(pages.enter(page.connection) for page in crowd))
    assert all(len(parts(page)) == 1 for page in crowd)
    assert len(readings) == 2, "the first page, and all that came meanwhile"
    for page in crowd:
        await pages.leave(page.connection)


def test_changed_children_are_named_by_their_places():
    before = tree_of('<tr id="a"><th>alice</th> <td>0</td> <td>1</td></tr>')
    assert changed_children(before, tree_of('<tr id="a"><th>alice</th> <td>2</td> <td>1</td></tr>')) == {
        1: ["td", {}, "2"]
    }
    assert changed_children(before, tree_of('<tr id="b"><th>alice</th> <td>0</td> <td>1</td></tr>')) is None
    assert changed_children(before, tree_of('<tr id="a"><th>alice</th> <td>0</td></tr>')) is None


async def test_nothing_is_sent_while_nothing_changes():
    hall = await sync_to_async(Hall)(System.ROUND_ROBIN, 2, DAYS)
    pages, page = TournamentPages(), opened(hall)
    await pages.enter(page.connection)
    await pages.beat_once()
    await pages.beat_once()
    assert len(parts(page)) == 1
    assert len(page.told("beat")) == 2
    await pages.leave(page.connection)


async def test_results_are_taken_over_while_somebody_looks():
    hall = await sync_to_async(Hall)(System.ROUND_ROBIN, 2, DAYS)
    pages, page = TournamentPages(), opened(hall)
    await pages.enter(page.connection)
    match = await sync_to_async(hall.play)("alice", "bob")
    await sync_to_async(resign)(match, hall.alice)
    await pages.beat_once()
    assert (await sync_to_async(hall.outcome)("alice", "bob"))[0] == "bob"
    assert "No game" not in str(parts(page)[-1])
    await pages.leave(page.connection)


async def test_own_games_go_to_their_person_only():
    hall = await sync_to_async(Hall)(System.ROUND_ROBIN, 2, DAYS)
    pages, bob, carol = TournamentPages(), opened(hall, str(hall.people["bob"].pk)), opened(hall)
    await pages.enter(bob.connection)
    await pages.enter(carol.connection)
    assert any("own" in told["blocks"] for told in parts(bob))
    assert not any("own" in told["blocks"] for told in parts(carol))
    for page in (bob, carol):
        await pages.leave(page.connection)


async def test_each_reader_gets_their_language():
    hall = await sync_to_async(Hall)(System.ROUND_ROBIN, 2, DAYS)
    pages, english, malay = TournamentPages(), opened(hall), opened(hall, language="ms")
    await pages.enter(english.connection)
    await pages.enter(malay.connection)
    assert set(parts(english)[0]["blocks"]) == set(parts(malay)[0]["blocks"])
    for page in (english, malay):
        await pages.leave(page.connection)


@pytest.mark.parametrize(("visibility", "kind"), [("public", "send"), ("link", "send"), ("seats", "close")])
async def test_socket_of_a_private_tournament_is_closed_to_strangers(visibility, kind):
    hall = await sync_to_async(Hall)(System.ROUND_ROBIN, 2, DAYS, visibility=Match.Visibility(visibility))
    path = f"/ws/tournaments/{hall.id}"
    socket = WebsocketCommunicator(URLRouter(websockets), path, headers=HOST)
    assert (await socket.connect(timeout=PATIENCE))[0]
    try:
        assert (await socket.receive_output(timeout=PATIENCE))["type"] == f"websocket.{kind}"
    finally:
        await socket.disconnect(timeout=PATIENCE)


def test_tree_is_the_template_without_its_line_breaks():
    html = '<li data-block="x">\n  <a href="/p?a=1&amp;b=2">One &amp;\n two</a> <use href="#i"></use>\n</li>'
    assert tree_of(html) == [
        "li",
        {"data-block": "x"},
        " ",
        ["a", {"href": "/p?a=1&b=2"}, "One & two"],
        " ",
        ["use", {"href": "#i"}],
        " ",
    ]


async def test_page_that_is_up_to_date_gets_no_parts_and_a_large_one_that_is_behind_is_loaded_again(
    monkeypatch,
):
    hall = await sync_to_async(Hall)(System.ROUND_ROBIN, 2, DAYS)
    pages, fresh, behind = TournamentPages(), opened(hall), opened(hall)
    version = (await sync_to_async(lambda: hall.row)()).version
    await pages.enter(fresh.connection, version)
    assert parts(fresh)[0]["blocks"] == {}
    assert parts(fresh)[0]["order"]["rows"] == ["row-1", "row-2"]
    monkeypatch.setattr(live, "REFRESH_LIMIT", 10)
    await pages.enter(behind.connection, version - 1)
    assert parts(behind)[0]["reload"]
    for page in (fresh, behind):
        await pages.leave(page.connection)


async def test_page_of_somebody_who_is_taken_out_of_a_private_tournament_is_closed():
    hall = await sync_to_async(Hall)(System.ROUND_ROBIN, 3, DAYS, visibility=Match.Visibility.SEATS)
    pages, bob = TournamentPages(), opened(hall, str(hall.people["bob"].pk))
    await pages.enter(bob.connection)
    await sync_to_async(members.remove)(hall.id, hall.alice.pk, 2, clock.now())
    before = len(parts(bob))
    await pages.beat_once()
    assert bob.code == MATCH_CLOSED
    assert len(parts(bob)) == before
