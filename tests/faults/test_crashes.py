"""R1, R2, R3, R17: what a killed server leaves behind, and how play goes on."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from games_app.rules import GAMES
from tests.faults.client import Client, Disconnected, Visitor, new_cmd
from tests.server import Server

SEED = 20261120
POINTS = ["judged", "before commit", "after commit", "before answer", "amid fan-out"]


@dataclass
class Sent:
    """A command as it was sent, so that it can be sent again."""

    client: Client
    role: str
    action: str
    cmd: str
    base: int

    async def go(self) -> dict:
        return await self.client.act(self.role, self.action, self.cmd, self.base)


def seated(server: Server, game: str) -> tuple[str, list[Visitor]]:
    """A match of alice and bob, and carol who has the link."""
    alice, bob, _ = people = [Visitor(server.url) for _ in range(3)]
    options = {name: option.offered for name, option in GAMES[game].options.items() if name != "sowing"}
    match = alice.make_match(game, GAMES[game].roles[0], **options)
    bob.join(match, "bob")
    return match, people


def next_choice(players: list[Client], dice: random.Random) -> Sent:
    player = next(one for one in players if one.my_move())
    role, action = player.choice(dice)
    return Sent(player, role, action, new_cmd(), player.position["base"][role])


async def play_until_the_server_dies(clients: list[Client], dice: random.Random) -> Sent:
    """Random legal play by the first two clients; the command that was on its way at the end."""
    while True:
        sent = next_choice(clients[:2], dice)
        try:
            answer = await sent.go()
            assert answer["ok"], answer
            for client in clients:
                await client.until(lambda client=client, seq=answer["seq"]: client.seq >= seq)
        except Disconnected:
            return sent


async def play_to_the_end(clients: list[Client], dice: random.Random) -> None:
    while clients[0].status == "playing":
        answer = await next_choice(clients[:2], dice).go()
        assert answer["ok"], answer
        for client in clients:
            await client.until(lambda client=client, seq=answer["seq"]: client.seq >= seq)


@pytest.mark.parametrize("point", POINTS)
async def test_a_server_killed_at_any_point_shows_nothing_unstored_and_does_nothing_twice(tmp_path, point):
    dice = random.Random(f"{SEED} {point}")
    server = Server(tmp_path / "data", env={"DEBUG": "1", "CRASH_AT": f"{point}:{dice.randint(8, 14)}"})
    with server:
        match, people = seated(server, "mancala")
        clients = [Client(visitor, match) for visitor in people]
        for client in clients:
            await client.open()
        cut_off = await play_until_the_server_dies(clients, dice)
        server.restart(env={})
        record = {event["seq"]: event for event in people[2].record(match)}
        for client in clients:
            assert client.shown == {seq: record[seq] for seq in client.shown}, SEED
            for cmd, answers in client.answers.items():
                assert all(answer["seq"] in record for answer in answers), cmd
        for client in clients:
            await client.close()
            await client.open(after=True)
        answer = await cut_off.go()
        assert answer["ok"], answer
        assert answer["again"] == (point in ("after commit", "before answer", "amid fan-out"))
        again = await cut_off.go()
        assert (again["ok"], again["again"], again["seq"]) == (True, True, answer["seq"])
        for client in clients:
            await client.until(lambda client=client: client.seq >= answer["seq"])
        await play_to_the_end(clients, dice)
        record = {event["seq"]: event for event in people[2].record(match)}
        assert list(record) == list(range(1, len(record) + 1))
        for client in clients:
            assert client.shown == {seq: record[seq] for seq in client.shown}
            assert client.seq == len(record)
            await client.close()


@pytest.mark.parametrize("game", GAMES)
async def test_after_a_restart_the_same_player_owes_the_same_step(tmp_path, game):
    dice = random.Random(f"{SEED} {game}")
    with Server(tmp_path / "data") as server:
        match, people = seated(server, game)
        clients = [Client(visitor, match) for visitor in people]
        for _ in range(4):
            for client in clients:
                await client.open()
            for _ in range(dice.randint(1, 5)):
                answer = await next_choice(clients[:2], dice).go()
                assert answer["ok"], answer
                for client in clients:
                    await client.until(lambda client=client, seq=answer["seq"]: client.seq >= seq)
            before = [client.position for client in clients]
            server.kill()
            server.start()
            for client, position in zip(clients, before, strict=True):
                await client.close()
                await client.open()
                public = {**position, "facts": client.position["facts"]}
                assert client.position == public
                assert client.position["to_move"] == position["to_move"]
            for client in clients:
                await client.close()
