"""Clocks on the page: right at any moment, also after a sleep, and the timely end of a match."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.contexts import Contexts
from tests.browser.lobby import begin
from tests.browser.playing import Person
from tests.turning import TurningClock, on_sqlite
from tests.web_server import DATABASE, Server

FIVE = {"time": "real", "minutes": "5", "increment": "3"}
LOST = re.compile("^No connection, trying again|^Connecting$")
MARGIN = 5.0
"""Seconds of an increment, and of rounding."""


@pytest.fixture(scope="module")
def clock(tmp_path_factory):
    return TurningClock(tmp_path_factory.mktemp("clock"))


@pytest.fixture(scope="module")
def site(clock, tmp_path_factory):
    with Server(tmp_path_factory.mktemp("timed"), env=clock.env) as running:
        yield running


@pytest.fixture(scope="module")
def server_url(site):
    return site.url


@pytest.fixture(scope="module")
def contexts(browser, server_url):
    return Contexts(browser, server_url)


@pytest.fixture
def turn(site, clock):
    """Let so many seconds pass at the server."""
    return lambda seconds: clock.turn(seconds, on_sqlite(site.data / DATABASE))


def running(alice, bob, terms=FIVE):
    """Begin a match of five minutes in which alice's time runs; return its link and a moment before it."""
    link = begin(alice, bob, "mancala", "north", **terms)
    matters = alice.page.get_by_role("list", name="Offers and notices")
    expect(
        matters.get_by_text(re.compile("^Make your first move within .* s, or the game is cancelled"))
    ).to_be_visible()
    before = time.monotonic()
    alice.play("p6")
    bob.play("p1")
    expect(shown(alice, "alice")).to_have_attribute("data-state", "runs")
    return link, before


def shown(person, name):
    return person.page.get_by_role("timer", name=f"Clock of {name}")


def seconds(person, name):
    """Return a clock on the page, as a number."""
    minutes, rest = (shown(person, name).text_content() or "").split(":")
    return int(minutes) * 60 + float(re.match(r"[\d.]+", rest)[0])


def test_both_clocks_are_right_after_a_sleep_a_wrong_clock_a_reload_and_a_restart(
    alice, bob, site, clock, turn
):
    for one in (alice, bob):
        one.forgive("WebSocket connection|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE|ERR_EMPTY_RESPONSE")
    alice, bob = Person(alice), Person(bob)
    alice.player.alter_browser().clock.install(time=time.time() - 7200)
    link, began = running(alice, bob)
    assert seconds(alice, "bob") == 300
    alice.page.clock.fast_forward(100_000)
    turn(100)
    for one, comes_back in ((alice, False), (bob, False), (bob, True)):
        if comes_back:
            one.player.open(link)
        expect(shown(one, "alice")).to_have_text(re.compile("^[0-3]:"))
        there = seconds(one, "alice")
        assert 200 - (time.monotonic() - began) - MARGIN < there < 200 + MARGIN
    stopped, left = time.monotonic(), seconds(bob, "alice")
    site.stop()
    for one in (alice, bob):
        expect(one.page.get_by_text(LOST)).to_be_visible()
    clock.turn_unnoticed(600)
    site.start()
    for one in (alice, bob):
        expect(one.page.get_by_text(LOST)).to_be_hidden()
        there = seconds(one, "alice")
        assert left - (time.monotonic() - stopped) - MARGIN < there < left + MARGIN, "no ten minutes less"
    turn(seconds(alice, "alice") - 28)
    expect(shown(alice, "alice")).to_contain_text("little time")
    expect(alice.page.get_by_text("seconds left")).to_be_attached()
    alice.player.check_accessibility()
    alice.button("First").click()
    expect(shown(alice, "alice")).to_contain_text("little time")
