"""R15: the rate of all requests of an address. Above it they are slowed down, and then refused."""

from __future__ import annotations

import asyncio
from itertools import islice
from typing import Any

import msgspec
import pytest
from asgiref.testing import ApplicationCommunicator

from boardgames.pages import Pages
from games_app.door import limits, middleware
from games_app.lib.loop_limit import LoopLimit
from games_app.lib.rate_limit import RateLimit

pytestmark = pytest.mark.django_db(transaction=True)

TWO_PAGES = 2 * limits.PAGE_COST


@pytest.fixture
def site(monkeypatch) -> Pages:
    """Give an address two pages, and hardly any more."""
    paced(monkeypatch, TWO_PAGES, 0.01)
    monkeypatch.setattr(middleware, "HELD_SECONDS", 0.01)
    return Pages()


def paced(monkeypatch: pytest.MonkeyPatch, burst: int, per_second: float) -> None:
    monkeypatch.setattr(limits, "REQUESTS", LoopLimit(RateLimit("requests", burst, per_second)))


async def answer(
    site: Pages, path: str, address: str = "203.0.113.5", *, headers: list[tuple[bytes, bytes]] | None = None
) -> tuple[int, dict[str, str], bytes]:
    """Return the status, the headers and the body that a client at the address gets."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "client": (address, 1),
        "headers": [(b"host", b"localhost"), *(headers or [])],
    }
    client = ApplicationCommunicator(site, scope)
    await client.send_input({"type": "http.request"})
    start = await client.receive_output(timeout=20)
    body, part = b"", {"more_body": True}
    while part.get("more_body"):
        part = await client.receive_output(timeout=20)
        body += part.get("body", b"")
    await client.wait()
    return start["status"], {name.decode().lower(): value.decode() for name, value in start["headers"]}, body


async def statuses(site: Pages, *paths: str, **about: Any) -> list[int]:
    return [(await answer(site, path, **about))[0] for path in paths]


async def test_an_address_that_asks_for_too_many_pages_is_told_when_to_come_back(site):
    assert await statuses(site, "/about", "/nothing/here") == [200, 404]
    status, headers, body = await answer(site, "/about")
    assert (status, 250 <= int(headers["retry-after"]) <= 300) == (429, True)
    assert b"Too many requests came from your address" in body
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert await statuses(site, "/about", address="203.0.113.6") == [200]


async def test_scripts_pay_less_and_are_told_so_that_they_can_read_it(site):
    paths = ["/news"] * (TWO_PAGES + 1)
    assert await statuses(site, *paths) == [200] * TWO_PAGES + [429]
    _, headers, body = await answer(site, "/news")
    told = msgspec.json.decode(body)
    assert (told["code"], told["retry_ms"] > 0, headers["content-type"]) == (
        "too_many_forms",
        True,
        "application/json",
    )


async def test_static_files_and_health_checks_do_not_count(site, settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    (tmp_path / "chunks").mkdir()
    (tmp_path / "chunks" / "one-D62XJXKR.js").write_text("export const one = 1;\n")
    assert await statuses(site, "/about", "/about", "/about") == [200, 200, 429]
    assert await statuses(Pages(), *["/static/chunks/one-D62XJXKR.js"] * 5) == [200] * 5
    assert set(await statuses(site, "/healthz", "/readyz")) <= {200, 503}
    assert (await statuses(site, *["/healthz"] * TWO_PAGES))[-1] == 429, "they have a budget of their own"


async def test_slightly_too_fast_request_waits_a_little(monkeypatch):
    paced(monkeypatch, limits.PAGE_COST, 20 * limits.PAGE_COST)
    monkeypatch.setattr(middleware, "HELD_SECONDS", 60)
    site = Pages()
    assert await asyncio.gather(*(statuses(site, "/about") for _ in range(5))) == [[200]] * 5


async def test_a_host_is_told_once_that_a_proxy_may_not_be_trusted(site, caplog):
    forwarded = [(b"x-forwarded-for", b"203.0.113.7")]
    await statuses(site, *["/about"] * 3)
    assert "TRUSTED_PROXIES" not in caplog.text
    await statuses(site, *["/about"] * 3, headers=forwarded)
    assert caplog.text.count("TRUSTED_PROXIES") == 1


async def test_only_so_many_requests_are_held(site, monkeypatch):
    monkeypatch.setattr(middleware, "HELD_SECONDS", 60)
    monkeypatch.setattr(middleware, "MOST_HELD", 2)
    await statuses(site, "/about", "/about")
    asked = [asyncio.create_task(statuses(site, "/about")) for _ in range(5)]
    refused = [await one for one in islice(asyncio.as_completed(asked), 3)]
    assert refused == [[429]] * 3
    assert sum(not one.done() for one in asked) == 2
    for one in asked:
        one.cancel()


async def test_a_program_of_another_site_reads_when_to_go_on(site):
    """No other middleware sees this answer."""
    token = [(b"authorization", b"Bearer bg_unknown")]
    for _ in range(TWO_PAGES + 1):
        status, headers, _body = await answer(site, "/api/v1/games", headers=token)
    assert (status, headers["access-control-allow-origin"]) == (429, "*")
    assert "Retry-After" in headers["access-control-expose-headers"]
    assert "Authorization" in headers["vary"]
