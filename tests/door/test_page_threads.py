"""Pages are made one at a time; one that waits for something else doesn't hold up the others."""

from __future__ import annotations

import asyncio
import sys
from threading import Event

import pytest

from games_app.lib import page_threads
from games_app.lib.page_threads import PageThreads


async def until(condition) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.005)


async def test_pages_are_made_one_at_a_time_in_the_order_of_their_requests(monkeypatch):
    monkeypatch.setattr(page_threads, "TURN_SECONDS", 60)
    threads, first, began = PageThreads(), Event(), []

    def page(name: str) -> str:
        began.append(name)
        if name == "a":
            first.wait(30)
        return name

    pages = [asyncio.create_task(threads.run(page, name)) for name in "abc"]
    await until(lambda: began)
    assert began == ["a"]
    first.set()
    assert await asyncio.gather(*pages) == ["a", "b", "c"]
    assert began == ["a", "b", "c"]


async def test_a_page_that_waits_for_something_else_ends_its_turn(monkeypatch):
    monkeypatch.setattr(page_threads, "TURN_SECONDS", 0)
    threads, mail = PageThreads(), Event()
    waiting = asyncio.create_task(threads.run(mail.wait, 30))
    assert await asyncio.wait_for(threads.run(lambda: "another"), 30) == "another"
    assert not waiting.done()
    mail.set()
    await waiting


async def test_an_error_of_a_page_ends_its_turn_too():
    threads = PageThreads()
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            await threads.run(lambda: 1 / 0)
    assert await threads.run(lambda: "page") == "page"


async def test_a_client_that_leaves_gives_up_its_place_and_the_page_in_progress_is_awaited(monkeypatch):
    monkeypatch.setattr(page_threads, "TURN_SECONDS", 60)
    threads, go_on, made = PageThreads(), Event(), []
    began = asyncio.Event()
    loop = asyncio.get_running_loop()

    def page() -> None:
        loop.call_soon_threadsafe(began.set)
        go_on.wait(30)
        made.append("page")

    running = asyncio.create_task(threads.run(page))
    queued = asyncio.create_task(threads.run(made.append, "never"))
    following = asyncio.create_task(threads.run(made.append, "following"))
    await began.wait()
    running.cancel()
    queued.cancel()
    await asyncio.sleep(0)
    assert not running.done()
    go_on.set()
    await asyncio.wait([running, queued, following])
    assert made == ["page", "following"]
    assert running.cancelled()
    assert queued.cancelled()


async def test_threads_switch_sooner_while_any_page_is_in_progress(monkeypatch):
    monkeypatch.setattr(page_threads, "TURN_SECONDS", 0)
    threads, mail = PageThreads(), Event()
    waiting = asyncio.create_task(threads.run(mail.wait, 30))
    during = await threads.run(sys.getswitchinterval)
    assert during == sys.getswitchinterval() == pytest.approx(page_threads.SWITCH_SECONDS)
    mail.set()
    await waiting
    assert sys.getswitchinterval() == pytest.approx(page_threads.USUAL_SWITCH_SECONDS)
