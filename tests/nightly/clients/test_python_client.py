"""The client library plays whole matches on a real site, and its examples do what they say."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import random
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing, asynccontextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from boardgames_client import PRESETS, Closed, Site, Turn, run

from games_app.games.rules import RULE_SETS, get_game
from tests.backing.processes import begin
from tests.faults.proxy import Faults, Proxy
from tests.faults.visitor import Visitor
from tests.server import ROOT, Server

LIBRARY = ROOT / "clients" / "python"
EXAMPLES = LIBRARY / "examples"
PASSWORD = "correct horse battery"
PATIENCE = 120
TERMS = {"time": {"kind": "days", "days": 1}}
DICE = random.Random(35)
BAD = Faults(drop=0.03, delay=0.1, duplicate=0.05, reorder=0.05, half_close=0.01)


def a_legal_one(turn: Turn) -> str:
    return DICE.choice(turn.legal)


class Person:
    """A person with an account, and tokens for their program."""

    def __init__(self, url: str, name: str) -> None:
        self.url, self.name = url, name
        self._visitor = Visitor(url)
        self._tokens: dict[tuple[str, ...], str] = {}
        assert self._visitor.send("/account", name=name, password=PASSWORD)[0] == 302

    def token(self, *scopes: str) -> str:
        """Return a token with these scopes, as the page shows it once."""
        if scopes in self._tokens:
            return self._tokens[scopes]
        form = {"do": "make", "program": "bot", "days": "30", "present": PASSWORD, "scopes": list(scopes)}
        status, page, _ = self._visitor.post("/account/tokens", **form)
        assert status == 200, page
        self._tokens[scopes] = re.search(r"bg_[\w-]{43}", page).group()
        return self._tokens[scopes]

    def turn_into_bot(self, owner: Person) -> None:
        """Make the account a bot of this owner."""
        sent = {"do": "turn", "name": self.name, "password": PASSWORD, "sure": "yes"}
        assert owner._visitor.send("/bots", **sent)[0] == 302


@pytest.fixture(scope="module")
def people(server: Server) -> dict[str, Person]:
    """alice and mallory, and carol's bot."""
    found = {name: Person(server.url, name) for name in ("alice", "carol", "mallory")}
    found["bot"] = Person(server.url, "robin")
    found["bot"].turn_into_bot(owner=found["carol"])
    return found


@pytest.fixture
def site_of(people: dict[str, Person], server: Server) -> Callable[..., Site]:
    """`site_of("alice")`: the site as a program with a token of hers sees it."""
    return lambda name, *scopes: Site(
        server.url, people[name].token(*scopes or ("read", "play", "challenge"))
    )


def replayed(line: list[dict[str, Any]], game: str, options: dict[str, str]) -> Any:
    """Return the state after all plies of the events; none may be missing or doubled."""
    assert [event["seq"] for event in line] == list(range(1, len(line) + 1))
    state = get_game(game).initial_state(**options)
    for ply in [ply for event in line for ply in event["plies"]]:
        state = state.apply(ply["role"], ply["action"])
    return state


async def record(site: Site, match: str) -> list[dict[str, Any]]:
    return [event async for event in site.lines(f"matches/{match}/events")]


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
        me = await bot.get("me")
        async with asyncio.timeout(PATIENCE), meanwhile(run(bot, a_legal_one)):
            match = await alice.challenge(me["id"], game, terms=TERMS)
            result = await alice.match(match).play(a_legal_one)
        events = await record(alice, match)
        about = await alice.get(f"matches/{match}")
    assert result is not None
    assert replayed(events, game, about["match"]["options"]).facts() == about["position"]["facts"]


async def test_a_plain_challenge_is_taken_by_a_bot_with_default_limits(site_of):
    async with site_of("alice") as alice, site_of("bot") as bot:
        me = await bot.get("me")
        for preset in PRESETS:
            match = await alice.challenge(me["id"], "checkers", preset=preset)
            await bot.decline(match)
        match = await alice.challenge(me["id"], "checkers")
        about = await alice.get(f"matches/{match}")
    assert about["match"]["terms"]["time"] == {"kind": "real", "minutes": 5, "increment": 3}


async def test_a_bot_whose_token_lacks_a_scope_is_told_which(site_of):
    async with site_of("bot", "play") as bot:
        with pytest.raises(Closed, match='lacks the scope "read"'):
            await run(bot, a_legal_one)


async def test_an_action_that_is_not_legal_is_the_error_that_ends_a_bot(site_of):
    async with site_of("alice") as alice, site_of("bot") as bot:
        match = await alice.challenge((await bot.get("me"))["id"], "checkers")
        async with asyncio.timeout(PATIENCE), meanwhile(alice.match(match).play(a_legal_one)):
            with pytest.raises(ValueError, match="isn't legal"):
                await run(bot, lambda _: "jump over the moon")


async def test_a_match_over_a_bad_network_loses_and_doubles_nothing(people, server, site_of):
    token = people["alice"].token("read", "play", "challenge")
    async with Site(server.url, token) as alice, site_of("bot") as bot:
        match = await alice.challenge((await bot.get("me"))["id"], "mancala", terms=TERMS)
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
        about = await alice.get(f"matches/{match}")
    assert result == about["match"]["result"]
    assert replayed(events, "mancala", {}).facts() == about["position"]["facts"]


async def test_a_program_finds_an_offer_in_the_lobby_and_says_hello(site_of):
    async with site_of("alice") as alice, site_of("mallory") as mallory:
        match = await alice.make_match("oware", opponent="anybody", terms=TERMS)
        assert match in [offer["match"] async for offer in mallory.open_offers()]
        await mallory.join(match)
        async with asyncio.timeout(PATIENCE), aclosing(alice.stream()) as stream:
            assert (await anext(stream))["kind"] == "stream"
            await mallory.say(match, "Hello!")
            told = await anext(entry async for entry in stream if entry["kind"] == "chat")
        assert told["message"]["text"] == "Hello!"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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
        match = await alice.challenge((await bot.get("me"))["id"], "morris", terms=TERMS)
        running(*command)
        async with asyncio.timeout(PATIENCE):
            assert await alice.match(match).play(a_legal_one)


@pytest.fixture
def computer(server: Server) -> Iterator[None]:
    """The worker that chooses for the computer."""
    root, env = server.prepare()
    command = [sys.executable, "manage.py", "engine", "--only", "replies"]
    worker = begin(command, cwd=root, env=env, output=Path(os.devnull))
    yield
    worker.terminate()
    worker.wait()


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
