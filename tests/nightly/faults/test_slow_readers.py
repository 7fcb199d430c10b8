"""R14: pages that read nothing from their sockets can't slow the players, nor fill the server's memory.

Messages of the hub to watchers who never acknowledge them: tests/live/test_unseen.py.
"""

from __future__ import annotations

from tests.faults import test_slow_readers as each_run
from tests.faults.client import Client
from tests.faults.play import options_of
from tests.faults.test_slow_readers import EVERYTHING, UNREADABLE, ask_and_never_read
from tests.faults.visitor import Visitor
from tests.servers.uncollected_server import Uncollected
from tests.site import on_the_big_site


async def test_pages_that_leave_while_something_is_said_to_them_leave_nothing_in_the_log(tmp_path):
    with Uncollected(tmp_path) as server:
        match = Visitor(server.url).make_match("congkak", "south", **options_of("congkak"))
        for _ in range(5):
            page = await ask_and_never_read(Visitor(server.url), match)
            for _ in range(20):
                await page.send(EVERYTHING)
            page.transport.abort()
        server.wait_until_forgotten()
        async with Client(Visitor(server.url), match) as there:
            assert there.connected
        assert server.last_words() == ""


@on_the_big_site
async def test_pages_that_ask_nonsense_and_never_read_are_let_go_while_the_players_go_on(site):
    await each_run.test_pages_that_never_read_are_let_go_while_the_players_go_on(site, UNREADABLE)
