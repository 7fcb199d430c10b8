"""The client printed in docs/protocol.md plays whole matches, over a bad connection too."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import subprocess
import sys
import urllib.error
import urllib.request
from typing import Any

from games_app.games.rules import get_game
from tests.example_client import CLIENT, example_client

PATIENCE = 120


def record(address: str) -> list[dict[str, Any]]:
    with urllib.request.urlopen(f"{address}/events") as answer:
        page = json.load(answer)
    assert page["first"]
    assert page["last"]
    return page["events"]


def replayed(game: str, events: list[dict[str, Any]]) -> Any:
    """Return the state after all plies of a record; none may be missing or doubled."""
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    plies = [ply for event in events for ply in event["plies"]]
    assert [ply["n"] for ply in plies] == list(range(1, len(plies) + 1))
    state = get_game(game).initial_state()
    for ply in plies:
        state = state.apply(ply["role"], ply["action"])
    return state


def line(event: dict[str, Any]) -> str:
    """Return the client's output for an event."""
    return " ".join(
        map(str, [event["seq"], event["what"], event["role"], *(p["action"] for p in event["plies"])])
    )


def started(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-u", str(CLIENT), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def test_two_clients_play_a_match_to_its_natural_end_and_a_third_sees_all_of_it(server):
    alice = started(f"{server.url}/new/mancala", "alice")
    address = alice.stdout.readline().strip()
    carol, bob = started(address), started(address, "bob")
    shown = [one.communicate(timeout=PATIENCE)[0].splitlines() for one in (bob, carol)]
    alice.wait(PATIENCE)
    # Not by communicate, which skips what readline has read ahead.
    shown.append([address, *alice.stdout.read().splitlines()])
    events = record(address)
    state = replayed("mancala", events)
    assert state.is_terminal
    assert state.facts() == events[-1]["position"]["facts"]
    assert events[-1]["result"]["how"] == "rules"
    told = [line(event) for event in events]
    assert shown == [[address, *told]] * 3


class BadNetwork:
    """Replacement for `connect` that loses what ``loses`` selects.

    It breaks off after sending what ``breaks`` selects.
    """

    def __init__(self, client: Any, loses=lambda message: False, breaks=lambda message: False) -> None:
        self.connect, client.connect = client.connect, self.open
        self.loses, self.breaks = loses, breaks
        self.opened = 0
        self.heard: list[dict[str, Any]] = []

    @contextlib.asynccontextmanager
    async def open(self, *arguments: Any, **options: Any):
        self.opened += 1
        async with self.connect(*arguments, **options) as self.socket:
            yield self

    async def recv(self) -> str:
        while self.loses(json.loads(text := await self.socket.recv())):
            pass
        self.heard.append(json.loads(text))
        return text

    async def send(self, text: str) -> None:
        await self.socket.send(text)
        await asyncio.sleep(0.05)
        if self.breaks(json.loads(text)):
            self.socket.transport.abort()


def of_kind(kind):
    return lambda message: message["kind"] == kind


def first(condition):
    """Return a condition that is true for the first message that meets ``condition``, and for no other."""
    found = []
    return lambda message: not found and condition(message) and not found.append(message)


async def test_over_a_bad_network_and_a_restart_nothing_is_lost_and_nothing_is_done_twice(
    server, monkeypatch
):
    monkeypatch.setattr(random, "uniform", lambda low, high: low)
    modules = [example_client() for _ in range(3)]
    alice = modules[0].Client(f"{server.url}/new/mancala", "alice")
    bob, carol = modules[1].Client(alice.address, "bob"), modules[2].Client(alice.address)
    networks = [
        BadNetwork(modules[0], loses=first(of_kind("answer")), breaks=first(of_kind("act"))),
        BadNetwork(modules[1], loses=first(of_kind("event"))),
        BadNetwork(
            modules[2], loses=lambda message: message.get("status") == "over" or message.get("seq") == 5
        ),
    ]
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        for client in (alice, bob, carol):
            group.create_task(client.run())
        while carol.seq < 8:
            await asyncio.sleep(0.01)
        server.kill()
        assert carol.status == "playing"
        await asyncio.to_thread(server.start)
    events = record(alice.address)
    assert replayed("mancala", events).is_terminal
    assert alice.seq == bob.seq == carol.seq == len(events)
    assert any(message.get("again") for message in networks[0].heard), "no command was resent"
    assert networks[0].opened >= 3
    assert any(message["kind"] == "events" for message in networks[2].heard), "no gap was repaired"
