"""R9: two web processes behind a documented proxy are replaced in turn, and every page returns."""

from __future__ import annotations

import asyncio

import pytest

from games_app.games.rules import GAMES
from tests.backing.recipes import Caddy, Nginx, Proxy
from tests.faults.client import Client
from tests.faults.page import Page
from tests.faults.play import close_all, open_all, seated
from tests.faults.visitor import Visitor
from tests.site import Site


@pytest.fixture
def two_processes(postgres, tmp_path):
    with Site(tmp_path / "rolling", postgres) as site:
        yield site


@pytest.mark.parametrize("kind", [Nginx, Caddy])
async def test_a_recipe_passes_sockets_to_the_process_that_runs(kind: type[Proxy], two_processes, tmp_path):
    """No request comes in between that would tell the proxy which process answers again."""
    site = two_processes
    (folder := tmp_path / "proxy").mkdir()
    with kind(folder, [server.port for server in site.servers]) as proxy:
        tables = [seated(site, game) for game in GAMES for _ in range(2)]
        pages = [Page(person, match) for match, people in tables for person in people]
        for page in pages:
            page.visitor.url = proxy.url
        await open_all(pages)
        everybody: list[Client] = [*pages]
        for server in site.servers:
            await asyncio.to_thread(server.stop)
            newcomers = [Client(Visitor(proxy.url), match) for match, _ in tables]
            await open_all(newcomers)
            everybody += newcomers
            await asyncio.gather(*(page.hears_beats(3) for page in pages))
            await asyncio.to_thread(server.start)
        assert all(page.reconnects for page in pages)
        await close_all(everybody)
