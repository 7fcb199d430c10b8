"""The synchronous client library plays whole matches, from one thread of the program."""

from __future__ import annotations

import importlib.util
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import closing, suppress

import pytest
from boardgames_client.sync import Refused, Site, Turn, run

from tests.nightly.clients.people import Person
from tests.web_server import ROOT, Server

LIBRARY = ROOT / "clients" / "python"
TERMS = {"time": {"kind": "days", "days": 1}}
DICE = random.Random(36)
TYPED = """
from boardgames_client import Site
from boardgames_client import sync

async def asynchronous(site: Site) -> list[str]:
    [line["winnner"] async for line in site.matches()]
    return [line["winner"] async for line in site.matches(game="congkak")]

def synchronous(site: sync.Site) -> str | None:
    site.say_phrase("id", room="players", phrase="hullo")
    site.me()["nam"]
    result = site.match("id").play(lambda turn: turn.legal[0])
    return result["winner"] if result else None
"""
"""A program with a mistake in lines 6, 10 and 11."""


def a_legal_one(turn: Turn) -> str:
    return DICE.choice(turn.legal)


@pytest.fixture
def site_of(people: dict[str, Person], server: Server) -> Iterator[Callable[[str], Site]]:
    """`site_of("alice")`: the site as a program of hers sees it, until the end of the test."""
    sites = []

    def opened(name: str) -> Site:
        sites.append(Site(server.url, people[name].token("read", "play", "challenge")))
        return sites[-1]

    yield opened
    for site in sites:
        site.close()


@pytest.fixture
def alice(site_of: Callable[[str], Site]) -> Site:
    return site_of("alice")


@pytest.fixture
def bot(site_of: Callable[[str], Site]) -> Iterator[Site]:
    """A bot that takes challenges and plays in a thread until its site is closed."""
    site = site_of("bot")

    def play() -> None:
        with suppress(CancelledError):
            run(site, a_legal_one, lambda invitation: invitation["name"] == "alice")

    thread = threading.Thread(target=play)
    thread.start()
    yield site
    site.close()
    thread.join()


def test_player_and_bot_play_a_whole_match(alice, bot):
    match = alice.match(alice.challenge(bot.me()["id"], "mancala", terms=TERMS))
    result = match.play(a_legal_one)
    view = alice.match_view(match.public_id)
    assert (match.status, match.result) == ("over", result)
    assert view["match"]["result"] == result
    assert [event["seq"] for event in alice.events(match.public_id)] == list(range(1, view["seq"] + 1))
    assert match.public_id in [line["id"] for line in alice.matches(game="mancala")]


def test_choice_runs_in_the_thread_of_the_program_and_may_call_the_site(alice, bot):
    match, threads = alice.challenge(bot.me()["id"], "morris", terms=TERMS), set()

    def choose(turn: Turn) -> str:
        threads.add(threading.get_ident())
        return alice.match_view(match)["position"]["legal"][turn.role][0]

    assert alice.match(match).play(choose)
    assert threads == {threading.get_ident()}


def test_errors_are_those_of_the_asynchronous_site(alice, bot):
    with pytest.raises(Refused) as refused:
        alice.player("2222222222")
    assert refused.value.status == 404
    match = alice.challenge(bot.me()["id"], "checkers", terms=TERMS)
    with pytest.raises(ValueError, match="isn't legal"):
        alice.match(match).play(lambda turn: "jump over the moon")


def test_interrupted_match_goes_on_later(alice, bot):
    match = alice.match(alice.challenge(bot.me()["id"], "mancala", terms=TERMS))

    def interrupt(turn: Turn) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        match.play(interrupt)
    assert match.play(a_legal_one)


def test_interrupted_stream_ends_and_the_site_goes_on(alice):
    stream = alice.stream()
    assert next(stream)["kind"] == "stream"
    interruption = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    interruption.start()
    with pytest.raises(KeyboardInterrupt):
        next(stream)
    interruption.join()
    assert alice.me()["name"] == "alice"


def test_stream_and_lobby_are_iterated(alice, site_of):
    mallory = site_of("mallory")
    match = alice.make_match("oware", opponent="anybody", terms=TERMS)
    assert match in [offer["match"] for offer in mallory.lobby()]
    with closing(alice.stream()) as stream:
        assert next(stream)["kind"] == "stream"
        mallory.join(match)
        assert next(entry["match"] for entry in stream if entry["kind"] == "match_started") == match


def test_closed_site_says_so(site_of):
    site = site_of("alice")
    stream = site.stream()
    assert next(stream)["kind"] == "stream"
    site.close()
    with pytest.raises(RuntimeError, match="This site has been closed"):
        next(stream)


def test_example_lists_finished_matches(people, server, alice, bot):
    match = alice.challenge(bot.me()["id"], "oware", terms=TERMS)
    result = alice.match(match).play(a_legal_one)
    spec = importlib.util.spec_from_file_location("my_games", LIBRARY / "examples" / "my_games.py")
    my_games = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(my_games)
    row = next(row for row in my_games.rows(server.url, people["alice"].token("read")) if row["id"] == match)
    assert row["winner"] == (result["winner"] or "")
    assert "alice" in row.values()


def test_type_checker_knows_calls_and_answers(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(TYPED)
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", tmp_path, program],
        env={"MYPYPATH": str(LIBRARY)},
        capture_output=True,
        text=True,
    )
    lines = checked.stdout.splitlines()
    faults = {int(line.split(":")[1]) for line in lines if ": error:" in line}
    assert faults == {6, 10, 11}, checked.stdout + checked.stderr
