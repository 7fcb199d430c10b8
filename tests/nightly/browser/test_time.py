"""Clocks on the page: right at any moment, also after a sleep, and the timely end of a match."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.contexts import Contexts
from tests.browser.lobby import begin
from tests.browser.playing import Person
from tests.server import DATABASE, Server
from tests.turning import TurningClock, on_sqlite

FIVE = {"time": "real", "minutes": "5", "increment": "3"}
LOST = re.compile("^No connection, trying again|^Connecting$")
MARGIN = 30.0
"""Seconds that a busy machine may take to read the page. A wrong clock is off by more."""


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
    """Begin a match of five minutes in which alice's time runs; return its link and start."""
    link = begin(alice, bob, "mancala", "north", **terms)
    matters = alice.page.get_by_role("list", name="Offers and notices")
    expect(
        matters.get_by_text(re.compile("^Make your first move within .* s, or the game is cancelled"))
    ).to_be_visible()
    alice.play("p6")
    bob.play("p1")
    expect(shown(alice, "alice")).to_have_attribute("data-state", "runs")
    return link, time.monotonic()


def shown(person, name):
    return person.page.get_by_role("timer", name=f"Clock of {name}")


def between(person):
    return person.page.get_by_role("list", name="Offers and notices")


def leaves(person, other, turn):
    """Close the page for longer than a reload takes."""
    person.page.goto("about:blank")
    expect(other.page.locator("#seat-far").get_by_text("away", exact=True)).to_be_visible()
    turn(6)


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
    link, since = running(alice, bob)
    assert seconds(alice, "bob") == 300
    alice.page.clock.fast_forward(100_000)
    turn(100)
    for one, comes_back in ((alice, False), (bob, False), (bob, True)):
        if comes_back:
            one.player.open(link)
        expect(shown(one, "alice")).to_have_text(re.compile("^[23]:"))
        assert abs(seconds(one, "alice") - (200 - (time.monotonic() - since))) < MARGIN
    left = seconds(bob, "alice")
    site.stop()
    for one in (alice, bob):
        expect(one.page.get_by_text(LOST)).to_be_visible()
    clock.turn_unnoticed(600)
    site.start()
    for one in (alice, bob):
        expect(one.page.get_by_text(LOST)).to_be_hidden()
        assert left - 60 < seconds(one, "alice") < left + MARGIN, "nothing of the ten minutes"
    turn(seconds(alice, "alice") - 28)
    expect(shown(alice, "alice")).to_contain_text("little time")
    expect(alice.page.get_by_text("seconds left")).to_be_attached()
    alice.player.check_accessibility()
    alice.button("First").click()
    expect(shown(alice, "alice")).to_contain_text("little time")


@pytest.mark.nightly
def test_a_match_ends_on_time_though_nobody_looks(alice, bob, carol, turn):
    alice, bob, carol = Person(alice), Person(bob), Person(carol)
    link, _ = running(alice, bob)
    for one in (alice, bob):
        one.page.goto("about:blank")
    turn(301)
    carol.player.open(link)
    expect(carol.page.get_by_role("region", name="bob won")).to_contain_text("alice ran out of time")
    expect(shown(carol, "alice")).to_contain_text("time is up")
    carol.button("First").click()
    expect(shown(carol, "alice")).to_have_text("5:00")


def test_who_stays_away_can_be_claimed_against_and_who_comes_back_cannot(alice, bob, turn):
    alice, bob = Person(alice), Person(bob)
    link = begin(alice, bob, "checkers", "black", absence="claim", claim="60")
    leaves(alice, bob, turn)
    expect(between(bob)).to_contain_text("alice is away. You can claim a win in")
    turn(50)
    alice.player.open(link)
    expect(bob.told("alice is back")).to_be_visible()
    expect(between(bob)).to_be_hidden()
    leaves(alice, bob, turn)
    expect(between(bob)).to_contain_text("You can claim a win in")
    expect(bob.button("Claim a win")).to_be_hidden()
    turn(60)
    bob.button("Claim a win").click()
    expect(bob.result).to_contain_text("alice was away too long")
    alice.player.open(link)
    expect(alice.result).to_contain_text("You were away too long")


@pytest.mark.nightly
def test_a_clock_waits_once_for_a_player_who_is_away(alice, bob, turn):
    alice, bob = Person(alice), Person(bob)
    terms = FIVE | {"absence": "pause", "pause": "5"}
    link, _ = running(alice, bob, terms)
    leaves(alice, bob, turn)
    expect(shown(bob, "alice")).to_have_attribute("data-state", "waits")
    expect(between(bob)).to_contain_text("alice is away: clock paused, up to")
    left = seconds(bob, "alice")
    turn(90)
    expect(between(bob)).to_contain_text(re.compile("clock paused, up to [123]:"))
    assert seconds(bob, "alice") == left
    alice.player.open(link)
    expect(shown(bob, "alice")).to_have_attribute("data-state", "runs")
    assert left - seconds(bob, "alice") < MARGIN
