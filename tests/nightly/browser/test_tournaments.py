"""Tournaments from the invitation to the winner: two weeks of friends, a knockout, a Swiss, an evening."""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress
from itertools import combinations

import pytest
from boardgames_client import Site, Turn, run
from playwright.sync_api import Locator, expect

from tests.backing.management import done
from tests.browser.contexts import Contexts
from tests.browser.playing import Person, play_on
from tests.browser.tournaments import join, line, make, manage
from tests.nightly.clients.people import Person as Programmer
from tests.turning import TurningClock, on_sqlite
from tests.web_server import DATABASE, Server

FRIENDS = ("alice", "bob", "carol", "dave", "erin", "frank")
EIGHT = (*FRIENDS, "grace", "heidi")
DAY = 86_400
PHONE = {"viewport": {"width": 390, "height": 844}}
OVER = re.compile(r"has won this tournament|Winners:")
CYCLES = 12
"""Number of rounds that exceeds a knockout of eight."""


@pytest.fixture(scope="module")
def clock(tmp_path_factory):
    return TurningClock(tmp_path_factory.mktemp("clock"))


@pytest.fixture(scope="module")
def site(clock, tmp_path_factory):
    env = clock.env | {"TRUSTED_PROXIES": "127.0.0.1"}
    with Server(tmp_path_factory.mktemp("tournaments"), env=env) as running:
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


@pytest.fixture
def people(player):
    """`people("alice", "bob")`: persons by their names, every second one at a phone."""
    return lambda *names: {
        name: Person(player(name, **(PHONE if number % 2 else {})), by_confirming)
        for number, name in enumerate(names)
    }


def by_confirming(target: Locator) -> None:
    """Click, and confirm what needs it: moves of games with days a turn do."""
    target.click()
    confirm = target.page.get_by_role("button", name="Confirm")
    if confirm.is_visible():
        confirm.click()


def standings_are(person: Person, link: str, points: Mapping[str, float]) -> None:
    """Wait until the page shows these points; somebody without a counted game has a dash."""
    person.player.open(link)
    for name, number in points.items():
        words = f"{number:g}".replace("0.5", "½").replace(".5", "½")
        expect(line(person, name).locator(".points")).to_have_text(re.compile(rf"^\s*({words}|–)\s*$"))


def winner(person: Person, *names: str) -> str:
    """Return who of the two has won, once the person's page shows it."""
    expect(person.result).to_be_visible()
    region = person.page.get_by_role("region", name=re.compile(r"won\b"))
    label = region.first.inner_text()
    return next(name for name in names if label.startswith(name) or f"{name} won" in label)


def press_play(person: Person, link: str, opponent: str) -> None:
    """Begin the game against the opponent; return when its board is there."""
    person.player.open(link)
    person.page.get_by_role("button", name=f"Play : {opponent}").click()
    expect(person.board).to_be_visible()


def continued(person: Person, link: str) -> bool:
    """Open the person's running game, if they have one."""
    page = person.player.open(link)
    go = page.get_by_role("link", name="Continue")
    if not go.count():
        return False
    go.first.click()
    expect(person.board).to_be_visible()
    return True


def test_six_friends_meet_over_two_weeks_and_one_of_them_leaves(people, turn, site):
    cast = people(*FRIENDS)
    alice, frank = cast["alice"], cast["frank"]
    link = make(alice, "")
    for name in FRIENDS[1:]:
        join(cast[name], link, name)
    won = Counter(dict.fromkeys(FRIENDS, 0.0))

    # The first day: two friends play to the end, and frank loses a game.
    press_play(alice, link, "bob")
    cast["bob"].player.open(alice.page.url)
    play_on([alice, cast["bob"]], random.Random(3))
    won[winner(alice, "alice", "bob")] += 1
    press_play(frank, link, "erin")
    frank.resign()
    standings_are(alice, link, {**won, "erin": 1.0})
    turn(DAY)

    # frank leaves: none of his games counts, since he has played less than half.
    frank.player.open(link)
    frank.page.get_by_text("Leave this tournament").click()
    frank.page.get_by_role("button", name="Leave", exact=True).click()
    standings_are(alice, link, won)

    # The other days: one game each, in which one of the two resigns, except in the last one.
    games = [pair for pair in combinations(FRIENDS[:-1], 2) if pair != ("alice", "bob")]
    for first, second in games[:-1]:
        press_play(cast[first], link, second)
        cast[first].resign()
        won[second] += 1
        turn(DAY)
    # In the last one somebody forgets to move.
    first, second = games[-1]
    press_play(cast[first], link, second)
    cast[second].player.open(cast[first].page.url)
    play_on([cast[first], cast[second]], random.Random(5), decisions=3)
    turn(4 * DAY)
    expect(cast[first].result).to_contain_text("time")
    won[winner(cast[first], first, second)] += 1

    standings_are(alice, link, won)
    manage(alice, link, "Let nobody else join")
    expect(alice.page.get_by_text(OVER)).to_be_visible()
    done("verify", data=site.data)


def test_knockout_of_eight_goes_on_without_somebody_who_never_comes(people, site):
    cast = people(*EIGHT)
    alice = cast["alice"]
    link = make(alice, "Knockout")
    for name in EIGHT[1:]:
        join(cast[name], link, name)
    alice.player.open(link)
    alice.page.get_by_role("button", name="Start now").click()
    present = [name for name in EIGHT if name != "heidi"]
    alice.page.get_by_text("Run this tournament").click()
    choices = alice.page.get_by_label("Decide a game that isn't played").locator("option")
    absent = choices.filter(has_text="heidi").first.text_content() or ""
    alice.page.get_by_label("Decide a game that isn't played").select_option(label=absent)
    first = absent.startswith("heidi")
    alice.page.get_by_label("Result", exact=True).select_option("second" if first else "first")
    alice.page.get_by_role("button", name="Decide", exact=True).click()
    for _ in range(CYCLES):
        ended = [name for name in present if continued(cast[name], link) and resigned(cast[name])]
        if not ended:
            break
    alice.player.open(link)
    expect(alice.page.get_by_text(OVER)).to_be_visible()
    expect(line(alice, "heidi").locator(".place")).to_have_text("5")
    done("verify", data=site.data)


def resigned(person: Person) -> bool:
    """Resign, unless the match is over or cancelled; return whether it was running."""
    over = person.page.locator("#result").or_(person.told("Cancelled"))
    running = person.page.locator("#resign:not([hidden])")
    expect(over.filter(visible=True).or_(running).first).to_be_attached()
    if over.filter(visible=True).count():
        return False
    person.resign()
    expect(person.result).to_be_visible()
    return True


class Programs(AsyncExitStack):
    """Programs of people who take part in a tournament and play at random, in a thread."""

    def __init__(self, url: str, dice: random.Random) -> None:
        super().__init__()
        self._url, self._dice = url, dice
        self._loop = asyncio.new_event_loop()
        self._tasks: list[asyncio.Task[None]] = []
        self._thread = ThreadPoolExecutor(1)
        self._running = self._thread.submit(self._loop.run_forever)

    def join(self, tournament: str, names: Sequence[str]) -> None:
        """Let programs join, each of a person with this name."""
        for name in names:
            token = Programmer(self._url, name).token("read", "play", "challenge")
            asyncio.run_coroutine_threadsafe(self._join(token, tournament), self._loop).result()

    async def _join(self, token: str, tournament: str) -> None:
        site = await self.enter_async_context(Site(self._url, token))
        await site.join_tournament(tournament)
        self._tasks.append(asyncio.create_task(run(site, self._choose)))

    def _choose(self, turn: Turn) -> str:
        return self._dice.choice(turn.legal)

    def end(self) -> list[BaseException]:
        """End them; return what ended one of them before."""
        early = [task.exception() for task in self._tasks if task.done() and not task.cancelled()]
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.shutdown()
        return [error for error in early if error]

    async def _end(self) -> None:
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self.aclose()


@pytest.fixture
def programs(site) -> Iterator[Programs]:
    running = Programs(site.url, random.Random(20))
    yield running
    assert running.end() == []


def test_twenty_programs_play_five_rounds_of_a_swiss_and_three_of_them_come_late(people, site, programs):
    carol = people("alice")["alice"]
    link = make(carol, "Swiss", {"Rounds": "5"}, plays="I only run it")
    tournament = link.rsplit("/", 1)[1]
    names = [f"robin{number:02}" for number in range(20)]
    programs.join(tournament, names[:17])
    carol.player.open(link)
    carol.page.get_by_role("button", name="Start now").click()
    programs.join(tournament, names[17:])
    expect(carol.page.get_by_text(OVER)).to_be_visible()
    points = [float(text.replace("½", ".5")) for text in carol.page.locator(".points").all_inner_texts()[1:]]
    # Each round gives a point for every two people, and one to an odd one; late ones miss rounds.
    assert len(points) == len(names)
    assert 5 * 17 / 2 < sum(points) <= 5 * 20 / 2
    assert max(points) > 3
    done("verify", data=site.data)


def test_evening_of_twelve_gives_free_people_games_for_twenty_minutes(people, turn, site, programs):
    alice, bob = people("alice", "bob").values()
    for person in (alice, bob):
        person.player.forgive("409 .*/act")  # who presses Play again as the evening ends is refused
    link = make(alice, "Evening", {"Length of the evening in minutes": "20"})
    join(bob, link, "bob")
    programs.join(link.rsplit("/", 1)[1], [f"wren{number:02}" for number in range(10)])
    alice.player.open(link)
    alice.page.get_by_role("button", name="Start now").click()
    games = 0
    while alice.page.get_by_text(OVER).count() == 0:
        games += sum(ends_a_game(person, link) for person in (alice, bob))
        turn(150)
    assert games
    expect(alice.page.get_by_role("row")).to_have_count(13)
    done("verify", data=site.data)


def ends_a_game(person: Person, link: str) -> bool:
    """Wait for the next game of the evening, resign it, and go back; return whether it was running.

    A game that began just before the clock was turned is cancelled, since nobody made a first move in time.
    """
    again, over = person.button("Play again"), person.page.get_by_text(OVER)
    expect(person.board.or_(again).or_(over).first).to_be_visible()
    if again.is_visible():
        again.click()
    if not person.board.is_visible():
        return False
    was_running = resigned(person)
    person.player.open(link)
    return was_running
