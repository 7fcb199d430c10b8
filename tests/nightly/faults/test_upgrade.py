"""A data folder of the oldest supported release is upgraded, and its matches continue."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing

from tests.backing.management import done
from tests.backing.programs import free_port
from tests.faults import older
from tests.faults.page import Page
from tests.faults.play import close_all, differences, open_all
from tests.faults.scripted import scripted
from tests.faults.visitor import Visitor, cookie
from tests.web_server import DATABASE, Server

MOST = 8
"""Decisions of each match after the upgrade."""


def visitor(url: str, session: str) -> Visitor:
    """Return the browser with this session."""
    known = Visitor(url)
    known.cookies.set_cookie(cookie("sessionid", session, url))
    return known


async def test_matches_of_the_oldest_release_go_on_after_the_upgrade_and_every_record_is_sound(tmp_path):
    older.fill(tmp_path, older.OLDEST)
    with closing(sqlite3.connect(tmp_path / DATABASE)) as record:
        rows = record.execute("SELECT public_id, seq FROM games_app_match ORDER BY id").fetchall()
    running = rows[: older.RUNNING]
    server = Server(tmp_path, {"SECRET_KEY": older.SECRET_KEY, "TRUSTED_PROXIES": "127.0.0.1"})
    server.port = free_port()
    tables = [
        [
            Page(visitor(server.url, f"{number:02}{name}".ljust(32, "x")), match, dice=random.Random(number))
            for name in ("alice", "bob")
        ]
        for number, (match, _) in enumerate(running)
    ]
    everybody = [page for pages in tables for page in pages]
    opening = asyncio.create_task(open_all(everybody))  # they knock until somebody answers
    await asyncio.to_thread(done, "migrate", data=tmp_path, SECRET_KEY=older.SECRET_KEY)
    await asyncio.to_thread(server.start)
    try:
        await opening
        assert all(len(page.you) == 1 for page in everybody), "their sessions still hold"
        await asyncio.gather(
            *(scripted(pages, f"old {number}", MOST, pause=0.1) for number, pages in enumerate(tables))
        )
        for (match, seq), pages in zip(running, tables, strict=True):
            events = pages[0].visitor.record(match)
            assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
            assert len(events) > seq or pages[0].status == "over"
            for page in pages:
                await page.until(lambda page=page, events=events: page.seq == len(events))
                assert differences(page, events) == []
        await close_all(everybody)
    finally:
        await asyncio.to_thread(server.stop)
    said = await asyncio.to_thread(done, "verify", data=tmp_path, SECRET_KEY=older.SECRET_KEY)
    assert f"{len(rows)} matches" in said
