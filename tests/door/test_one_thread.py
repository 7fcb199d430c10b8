"""A page is made in one visit to a thread, whatever the middleware does; a static file needs none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from boardgames.pages import Pages

pytestmark = pytest.mark.django_db(transaction=True)


class Answer:
    """An answer to carol, and how often the event loop had visited a thread by then."""

    def __init__(self, start: dict[str, Any], visits: int) -> None:
        self.status: int = start["status"]
        self.headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
        self.visits = visits


async def answer(path: str) -> Answer:
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
    }
    carol = ApplicationCommunicator(Pages(), scope)
    visits = counted_visits()
    await carol.send_input({"type": "http.request"})
    start = await carol.receive_output(timeout=10)
    found = Answer(start, visits())
    while (await carol.receive_output(timeout=10)).get("more_body"):
        pass
    await carol.wait()
    return found


def counted_visits() -> Callable[[], int]:
    loop = asyncio.get_running_loop()
    run, visits = loop.run_in_executor, 0

    def counting(*args: Any) -> Any:
        nonlocal visits
        visits += 1
        return run(*args)

    loop.run_in_executor = counting  # type: ignore[method-assign]
    return lambda: visits


@pytest.mark.parametrize("path", ["/", "/watch", "/history", "/rules/mancala"])
async def test_a_page_is_made_in_one_visit_to_a_thread(path):
    found = await answer(path)
    assert found.status == 200
    assert found.visits == 1


async def test_a_page_has_the_headers_of_all_middleware():
    found = await answer("/")
    assert "require-trusted-types-for 'script'" in found.headers["content-security-policy"]
    assert found.headers["x-frame-options"] == "DENY"
    assert found.headers["x-content-type-options"] == "nosniff"
    assert found.headers["referrer-policy"] == "same-origin"
    assert "no-cache" in found.headers["cache-control"]
    assert {"Cookie", "Accept-Language"} <= set(found.headers["vary"].split(", "))


async def test_a_static_file_is_not_asked_of_the_pages(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    file = tmp_path / "chunks" / "one-D62XJXKR.js"
    file.parent.mkdir()
    file.write_text("export const one = 1;\n")
    found = await answer("/static/chunks/one-D62XJXKR.js")
    assert found.status == 200
    assert "immutable" in found.headers["cache-control"]
    assert "content-security-policy" not in found.headers
