"""The client library plays whole matches on a real site, and its examples do what they say."""

from __future__ import annotations

import asyncio
import os
import random
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing, asynccontextmanager, suppress
from typing import Any

import pytest
from boardgames_client import PRESETS, Closed, Site, Turn, run

from games_app.games.rules import RULE_SETS, get_game
from tests.faults.proxy import Faults, Proxy
from tests.nightly.clients.people import Person
from tests.web_server import ROOT, Server

LIBRARY = ROOT / "clients" / "python"
EXAMPLES = LIBRARY / "examples"
PATIENCE = 120
TERMS = {"time": {"kind": "days", "days": 1}}
DICE = random.Random(35)
BAD = Faults(drop=0.03, delay=0.1, duplicate=0.05, reorder=0.05, half_close=0.01)


def a_legal_one(turn: Turn) -> str:
    return DICE.choice(turn.legal)


def replayed(line: list[dict[str, Any]], game: str, options: dict[str, str]) -> Any:
    """Return the state after all plies of the events; none may be missing or doubled."""
    assert [event["seq"] for event in line] == list(range(1, len(line) + 1))
    state = get_game(game).initial_state(**options)
    for ply in [ply for event in line for ply in event["plies"]]:
        state = state.apply(ply["role"], ply["action"])
    return state


async def record(site: Site, match: str) -> list[dict[str, Any]]:
    return [event async for event in site.events(match)]


@asynccontextmanager
async def meanwhile(work: Any) -> AsyncIterator[None]:
    """Let a coroutine run beside, which is cancelled at the end."""
    task = asyncio.create_task(work)
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


@pytest.mark.parametrize("game", RULE_SETS)
async def test_a_bot_that_is_challenged_plays_to_the_end(game, site_of):
    async with site_of("alice") as alice, site_of("bot") as bot:
        me = await bot.me()
        async with asyncio.timeout(PATIENCE), meanwhile(run(bot, a_legal_one)):
            match = await alice.challenge(me["id"], game, terms=TERMS)
            result = await alice.match(match).play(a_legal_one)
        events = await record(alice, match)
        about = await alice.match_view(match)
    assert result is not None
    assert replayed(events, game, about["match"]["options"]).facts() == about["position"]["facts"]


async def test_a_plain_challenge_is_taken_by_a_bot_with_default_limits(site_of):
    async with site_of("alice") as alice, site_of("bot") as bot:
        me = await bot.me()
        for preset in PRESETS:
            match = await alice.challenge(me["id"], "checkers", preset=preset)
            await bot.decline(match)
        match = await alice.challenge(me["id"], "checkers")
        about = await alice.match_view(match)
    assert about["match"]["terms"]["time"] == {"kind": "real", "minutes": 5, "increment": 3}


async def test_a_bot_whose_token_lacks_a_scope_is_told_which(site_of):
    async with site_of("bot", "play") as bot:
        with pytest.raises(Closed, match='lacks the scope "read"'):
            await run(bot, a_legal_one)


async def test_an_action_that_is_not_legal_is_the_error_that_ends_a_bot(site_of):
    async with site_of("alice") as alice, site_of("bot") as bot:
        match = await alice.challenge((await bot.me())["id"], "checkers")
        async with asyncio.timeout(PATIENCE), meanwhile(alice.match(match).play(a_legal_one)):
            with pytest.raises(ValueError, match="isn't legal"):
                await run(bot, lambda _: "jump over the moon")


async def test_a_match_over_a_bad_network_loses_and_doubles_nothing(people, server, site_of):
    token = people["alice"].token("read", "play", "challenge")
    async with Site(server.url, token) as alice, site_of("bot") as bot:
        match = await alice.challenge((await bot.me())["id"], "mancala", terms=TERMS)
        await bot.join(match)
        async with (
            asyncio.timeout(PATIENCE),
            Proxy(server.url, 35, to_server=BAD, to_client=BAD) as proxy,
            Site(proxy.url, token) as shaken,
            meanwhile(bot.match(match).play(a_legal_one)),
        ):
            result = await shaken.match(match).play(a_legal_one)
        assert proxy.harmed
        events = await record(alice, match)
        about = await alice.match_view(match)
    assert result == about["match"]["result"]
    assert replayed(events, "mancala", {}).facts() == about["position"]["facts"]


async def test_a_program_finds_an_offer_in_the_lobby_and_says_hello(site_of):
    async with site_of("alice") as alice, site_of("mallory") as mallory:
        match = await alice.make_match("oware", opponent="anybody", terms=TERMS)
        assert match in [offer["match"] async for offer in mallory.lobby()]
        await mallory.join(match)
        async with asyncio.timeout(PATIENCE), aclosing(alice.stream()) as stream:
            assert (await anext(stream))["kind"] == "stream"
            await mallory.say(match, "Hello!")
            told = await anext(entry async for entry in stream if entry["kind"] == "chat")
        assert told["message"]["text"] == "Hello!"


@pytest.fixture
def running(people: dict[str, Person], server: Server) -> Iterator[Callable[..., None]]:
    """`running("random_bot")`: the example plays as bob, as its first lines say."""
    begun = []

    def start(name: str, *more: str) -> None:
        command = [
            sys.executable,
            EXAMPLES / f"{name}.py",
            server.url,
            people["bot"].token("read", "play"),
            *more,
        ]
        env = os.environ | {"PYTHONPATH": os.pathsep.join((str(LIBRARY), str(ROOT)))}
        begun.append(subprocess.Popen(command, env=env))

    yield start
    for process in begun:
        assert process.poll() is None, "The example has ended."
        process.terminate()
        process.wait()


@pytest.mark.parametrize("command", [("random_bot",), ("engine_bot", "easy")])
async def test_the_bots_of_the_examples_accept_challenges_and_play(command, running, site_of):
    async with site_of("alice") as alice, site_of("bot") as bot:
        match = await alice.challenge((await bot.me())["id"], "morris", terms=TERMS)
        running(*command)
        async with asyncio.timeout(PATIENCE):
            assert await alice.match(match).play(a_legal_one)


async def test_the_quick_start_plays_a_match_as_it_is_written(people, server, computer):
    program = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "api.md").read_text(), re.DOTALL)[1]
    for word, meant in (
        ("https://play.example", server.url),
        ("bg_...", people["alice"].token("read", "play")),
    ):
        assert word in program
        program = program.replace(word, meant)
    run = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", program),
        env=os.environ | {"PYTHONPATH": str(LIBRARY)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, wrong = await asyncio.wait_for(run.communicate(), PATIENCE)
    assert (run.returncode, wrong) == (0, b"")
    assert "'how': 'rules'" in said.decode()
