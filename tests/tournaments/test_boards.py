"""Running games as small boards: bounded, encoded once, and only for those who may see them."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.urls import reverse

from games_app.live.hub import Hub
from games_app.live.routing import websockets
from games_app.live.wall import Walls
from games_app.match.messages import OpenTo
from games_app.models import Match
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from games_app.tournaments.record import System
from games_app.tournaments.running import SHOWN, RunningGames, running_games
from tests.cast import guest, new_cmd
from tests.live.pages import until
from tests.live.test_members import HOST, PATIENCE
from tests.live.test_wall import Page
from tests.tournaments.hall import CLOCK, DAYS, Hall, resign
from tests.tournaments.test_pages import body, browser

pytestmark = pytest.mark.django_db(transaction=True)

PUBLIC, LINK, SEATS = Match.Visibility.PUBLIC, Match.Visibility.LINK, Match.Visibility.SEATS


def running(visibility: str = PUBLIC) -> tuple[Hall, str]:
    """Return a tournament of three, and the game that alice and bob play."""
    hall = Hall(System.ROUND_ROBIN, 3, DAYS, visibility=visibility)
    return hall, hall.play("alice", "bob")


async def looking(walls: Walls, selection: RunningGames | str) -> Page:
    page = Page()
    await walls.enter(page.connection, selection, "", shown=SHOWN)
    return page


@pytest.mark.parametrize("visibility", [PUBLIC, LINK])
async def test_page_of_a_tournament_shows_its_running_games_and_the_public_wall_only_public_ones(visibility):
    hall, match = await sync_to_async(running)(visibility)
    walls = Walls(Hub())
    page = await looking(walls, running_games(await sync_to_async(lambda: hall.row)()))
    public = await looking(walls, "")
    assert page.order == [match]
    assert public.order == ([match] if visibility == PUBLIC else [])
    await sync_to_async(resign)(match, hall.alice)
    await until(lambda: page.told("moved") and (visibility == LINK or public.told("moved")))
    assert page.told("moved")[-1]["standing"]["result"]["winner"]
    await walls.beat_once()
    assert bool(public.told("moved")) == (visibility == PUBLIC)


def test_private_tournament_has_no_boards():
    hall, _ = running(SEATS)
    assert running_games(hall.row) is None
    assert 'id="live-boards"' not in body(browser(hall.alice).get(reverse("tournament", args=[hall.id])))


@pytest.mark.parametrize("visibility", [PUBLIC, LINK])
async def test_game_that_a_player_closes_leaves_the_boards(visibility):
    hall, match = await sync_to_async(running)(visibility)
    walls = Walls(Hub())
    page = await looking(walls, running_games(await sync_to_async(lambda: hall.row)()))
    command = Command(OpenTo(new_cmd(), who="seats"), match, hall.people["bob"].pk)
    answers = await sync_to_async(writer.run)([command])
    assert answers[0].refusal is None
    await walls.beat_once()
    assert page.order == []


async def test_public_tournament_shows_no_game_that_only_people_with_its_link_may_see():
    hall, match = await sync_to_async(running)(PUBLIC)
    await sync_to_async(Match.objects.filter(public_id=match).update)(visibility=LINK)
    page = await looking(Walls(Hub()), RunningGames(hall.id, with_link=False))
    assert page.order == []


async def test_watchers_share_one_encoding_of_each_move():
    hall, match = await sync_to_async(running)()
    walls = Walls(Hub())
    pages = [await looking(walls, RunningGames(hall.id, with_link=False)) for _ in range(20)]
    await sync_to_async(resign)(match, hall.alice)
    await until(lambda: all(page.told("moved") for page in pages))
    assert len({id(page.texts[-1]) for page in pages}) == 1


def test_number_of_boards_is_bounded():
    hall = Hall(
        System.EVENING, [f"p{n}{chr(97 + n)}" if n else "alice" for n in range(20)], CLOCK, minutes=20
    )
    hall.start()
    picks = RunningGames(hall.id, with_link=False).picked(hall.row.created_at)
    assert len(picks) == SHOWN


def test_one_tournament_shows_no_game_of_another():
    first, match = running()
    second, other = running()
    assert [pick.match for pick in RunningGames(first.id, with_link=False).picked(first.row.created_at)] == [
        match
    ]
    assert [pick.match for pick in RunningGames(second.id, with_link=True).picked(first.row.created_at)] == [
        other
    ]


@pytest.mark.parametrize(("visibility", "walls"), [(PUBLIC, 1), (LINK, 1), (SEATS, 0)])
async def test_socket_of_a_tournament_brings_its_boards(visibility, walls):
    hall, match = await sync_to_async(running)(visibility)
    session = await sync_to_async(browser)(hall.people["carol"])
    cookie = f"sessionid={session.cookies['sessionid'].value}".encode()
    path = f"/ws/tournaments/{hall.id}"
    socket = WebsocketCommunicator(URLRouter(websockets), path, headers=[*HOST, (b"cookie", cookie)])
    assert (await socket.connect(timeout=PATIENCE))[0]
    try:
        told = await socket.receive_json_from(timeout=PATIENCE)
        while told["kind"] != ("wall" if walls else "beat"):
            told = await socket.receive_json_from(timeout=PATIENCE)
        assert told.get("order", []) == [match] * walls
    finally:
        await socket.disconnect(timeout=PATIENCE)


async def test_socket_of_the_wall_shows_no_tournament():
    hall, _ = await sync_to_async(running)(LINK)
    socket = WebsocketCommunicator(URLRouter(websockets), f"/ws/watch?wall={hall.id}", headers=HOST)
    assert (await socket.connect(timeout=PATIENCE))[0]
    try:
        assert (await socket.receive_output(timeout=PATIENCE))["type"] == "websocket.close"
    finally:
        await socket.disconnect(timeout=PATIENCE)


@pytest.mark.parametrize("visibility", [PUBLIC, LINK])
def test_screen_of_a_hall_shows_standings_boards_and_how_to_join(visibility):
    hall, _ = running(visibility)
    page = body(Client().get(reverse("tournament-screen", args=[hall.id])))
    assert "carol" in page
    assert 'id="live-boards"' in page
    assert "noindex" in page
    hidden, _ = running(SEATS)
    assert Client().get(reverse("tournament-screen", args=[hidden.id])).status_code == 404
    assert browser(guest("mallory")).get(reverse("tournament-screen", args=[hidden.id])).status_code == 404
