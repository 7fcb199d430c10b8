"""A withdrawn person can do nothing more, with any open page, anywhere."""

from __future__ import annotations

import asyncio
import copy
from contextlib import suppress

from games_app.live.room import SESSION_ENDED
from tests.faults.client import LONGEST, Client, Disconnected, new_cmd
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
        assert (await opponent.ask(command("rematch")))["ok"], "an offer, since alice's is gone"
        # The next beat closes them; before it comes, nothing that they ask for is done.
        assert await refusals_until_closed(there) <= {"withdrawn"}
        for page in (here, there):
            await page.until(lambda page=page: page.closed_with is not None)
            assert page.closed_with == SESSION_ENDED
        assert opponent.connected
        assert (opponent.shown[opponent.seq]["what"], opponent.status) == ("rematch_offered", "over")
    async with Client(before, match) as again:
        assert again.you == []
        assert (await again.ask(command("rematch")))["code"] == "not_seated"


async def refusals_until_closed(page: Client) -> set[str]:
    """Return the codes that a page gets for repeated requests for a rematch, and "done" if it gets one."""
    told: set[str] = set()
    with suppress(Disconnected):
        async with asyncio.timeout(LONGEST):
            while True:
                answer = await page.ask(command("rematch"))
                told.add("done" if answer["ok"] else answer["code"])
                await asyncio.sleep(0.2)
    return told


def command(kind: str) -> dict[str, str]:
    return {"kind": kind, "cmd": new_cmd()}
