"""Whoever has withdrawn does nothing more, whatever pages they left open and wherever."""

from __future__ import annotations

import asyncio
import copy

from games_app.live.room import SESSION_ENDED
from tests.faults.client import Client, new_cmd
from tests.faults.play import seated


async def test_open_pages_of_who_withdrew_do_nothing_more_and_are_closed(site):
    """Also those that came to another process, and with the cookie that was valid."""
    match, (alice, bob, _) = seated(site, "mancala")
    before = copy.copy(alice)
    before.cookies = copy.copy(alice.cookies)
    before.url = site.last.url
    async with Client(alice, match) as here, Client(before, match) as there, Client(bob, match) as opponent:
        assert (await here.ask(command("resign")))["ok"]
        assert (await there.ask(command("rematch")))["ok"]
        status, page, _ = await asyncio.to_thread(alice.post, "/withdraw", sure="yes")
        assert (status, "Your name is gone" in page) == (200, True)
        answer = await there.ask(command("rematch"))
        assert (answer["ok"], answer["code"]) == (False, "withdrawn")
        assert (await opponent.ask(command("rematch")))["ok"], "an offer, since alice's is gone"
        for page in (here, there):
            await page.until(lambda page=page: page.closed_with is not None, seconds=20)
            assert page.closed_with == SESSION_ENDED
        assert opponent.connected
        assert (opponent.shown[opponent.seq]["what"], opponent.status) == ("rematch_offered", "over")
    async with Client(before, match) as again:
        assert again.you == []
        assert (await again.ask(command("rematch")))["code"] == "not_seated"


def command(kind: str) -> dict[str, str]:
    return {"kind": kind, "cmd": new_cmd()}
