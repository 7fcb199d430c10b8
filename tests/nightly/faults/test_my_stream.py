"""A player's stream over HTTP and over a socket: the same entries, through any process, until it ends."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import secrets
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import psycopg
import pytest
from websockets.asyncio.client import connect

from games_app.games.rules import GAMES
from games_app.live.room import SESSION_ENDED
from tests.faults.chatting import Chatter
from tests.faults.client import Client
from tests.faults.visitor import Visitor
from tests.site import Site, on_the_big_site
from tests.web_server import PATIENCE

_names = itertools.cycle(["Indigo", "Crimson", "Amber", "Violet", "Scarlet", "Turquoise"])
"""Names of accounts on a site that other tests use too, where these keep their names to themselves."""


class Lines:
    """A program that reads the stream over HTTP."""

    def __init__(self, url: str, token: str, after: str = "", **headers: str) -> None:
        query = f"?after={after}" if after else ""
        sent = {"Authorization": f"Bearer {token}", **headers}
        request = urllib.request.Request(f"{url}/api/v1/stream{query}", headers=sent)
        self.answer = urllib.request.urlopen(request, timeout=PATIENCE)

    def close(self) -> None:
        self.answer.close()

    def next(self) -> dict[str, Any] | None:
        """Return the next line; None at the end."""
        line = self.answer.readline()
        return json.loads(line) if line else None

    def entries(self) -> Iterator[dict[str, Any]]:
        while told := self.next():
            if told["kind"] not in ("stream", "beat"):
                yield told


@pytest.fixture
def bob(site):
    return with_account(site)


def with_account(site: Site) -> tuple[Visitor, str]:
    """Return a visitor at the last process with an account, and a token of theirs that may read."""
    bob, name = Visitor(site.last.url), f"{next(_names)} reader"
    assert bob.send("/name", name=name)[0] == 302
    assert bob.send("/account", name=name, password="correct horse battery")[0] == 302
    token = f"bg_{secrets.token_hex(8)}"
    site.rows(
        "INSERT INTO games_app_apitoken (account_id, digest, name, scopes, created_at, expires_at)"
        f" SELECT id, '{digest_of(token)}', 'program', 'read', '2026-01-01', '2099-01-01'"
        f" FROM games_app_account WHERE name = '{name}'"
    )
    return bob, token


def some(lines: Lines, number: int) -> list[dict[str, Any]]:
    """Return the next entries of a stream."""
    return list(itertools.islice(lines.entries(), number))


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def make_match(site: Site) -> tuple[Visitor, str]:
    alice = Visitor(site.first.url)
    return alice, alice.make_match("mancala", GAMES["mancala"].roles[0])


async def test_the_stream_has_the_same_entries_in_both_forms_and_goes_on_in_any_process(site, bob):
    person, token = bob
    lines = [await asyncio.to_thread(Lines, one.url, token) for one in (site.first, site.last)]
    begin = lines[0].next()["id"]
    await site.can_ring()
    alice, match = await asyncio.to_thread(make_match, site)
    await asyncio.to_thread(person.join, match, "Robert")
    async with Client(alice, match) as client, Client(person, match) as other:
        assert (await client.act("north", "pick p10"))["ok"]
        await other.until(lambda: other.my_move() is not None)
        assert (await other.ask({"kind": "resign", "cmd": "resign-by-bob"}))["ok"]
    heard = [await asyncio.to_thread(some, one, 3) for one in lines]
    assert [(one["kind"], one["match"]) for one in heard[0]] == [
        ("match_started", match),
        ("turn", match),
        ("match_over", match),
    ]
    lines += [
        await asyncio.to_thread(Lines, site.last.url, token, after) for after in (begin, heard[0][0]["id"])
    ]
    heard += [await asyncio.to_thread(some, *part) for part in zip(lines[2:], (3, 2), strict=True)]
    address = site.first.url.replace("http", "ws", 1) + f"/ws/me?after={begin}"
    async with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        assert json.loads(await socket.recv())["kind"] == "stream"
        heard.append([json.loads(await socket.recv()) for _ in range(3)])
    for part in heard:
        assert [{**one, "id": ""} for one in part] == [{**one, "id": ""} for one in heard[0][-len(part) :]]
    for one in lines:
        one.close()


@on_the_big_site
async def test_a_message_that_is_committed_late_comes_before_later_ones_and_once(site, bob):
    person, token = bob
    name = f"{next(_names)} late"
    lines = await asyncio.to_thread(Lines, site.first.url, token)
    places = [lines.next()["id"]]
    matches = [await asyncio.to_thread(make_match, site) for _ in range(2)]
    for _, match in matches:
        await asyncio.to_thread(person.join, match, name)
    begun = await asyncio.to_thread(some, lines, 2)
    with psycopg.connect(site.postgres.url(site.database)) as late:
        late.execute(
            "INSERT INTO games_app_chatmessage"
            " (match_id, room, number, role, name, text, phrase, hidden, at)"
            " SELECT id, 'players', 9, 'north', 'Alice', 'late', '', false, now()"
            " FROM games_app_match WHERE public_id = %s",
            [matches[0][1]],
        )
        async with Chatter(*matches[1]) as alice:
            assert (await alice.say("players", "early"))["ok"]
        assert (await asyncio.to_thread(lines.next))["kind"] == "beat"
        late.commit()
    entries = begun + await asyncio.to_thread(some, lines, 2)
    assert [one["message"]["text"] for one in entries[2:]] == ["late", "early"]
    places += [one["id"] for one in entries]
    for had, place in enumerate(places[:-1]):
        again = await asyncio.to_thread(Lines, site.last.url, token, place)
        told = await asyncio.to_thread(some, again, len(entries) - had)
        assert [{**one, "id": ""} for one in told] == [{**one, "id": ""} for one in entries[had:]]
        again.close()
    lines.close()


async def test_a_revoked_token_ends_the_stream_over_http(site, bob):
    _, token = bob
    lines = await asyncio.to_thread(Lines, site.first.url, token, **{"Accept-Encoding": "gzip, br"})
    assert lines.answer.headers.get("Content-Encoding") is None
    assert lines.next()["kind"] == "stream"
    site.rows(f"DELETE FROM games_app_apitoken WHERE name = 'program' AND digest = '{digest_of(token)}'")
    told = [await asyncio.to_thread(lines.next)]
    while told[-1]:
        told.append(await asyncio.to_thread(lines.next))
    assert told[-2:] == [{"kind": "closed", "code": SESSION_ENDED}, None]
    with pytest.raises(urllib.error.HTTPError, match="401"):
        await asyncio.to_thread(Lines, site.first.url, token)


def test_a_process_that_ends_says_so_and_another_goes_on(own_site):
    _, token = with_account(own_site)
    with ExitStack() as all_close:
        lines = all_close.enter_context(closing(Lines(own_site.first.url, token)))
        begin = lines.next()["id"]
        own_site.first.ask_to_end()
        assert [*iter(lines.next, None)][-1] == {"kind": "closed", "code": 1012}
        own_site.first.stop()
        own_site.start()
        again = all_close.enter_context(closing(Lines(own_site.first.url, token, begin)))
        assert again.next()["id"].partition(".")[2] == begin.partition(".")[2]
