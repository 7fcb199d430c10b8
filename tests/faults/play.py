"""Matches of the cast, and invariants of everything that people got of them."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games_app.games.rules import GAMES, get_game
from tests.faults.client import CHANGES_THE_BOARD, Client, new_cmd, view_hash
from tests.faults.visitor import Visitor
from tests.site import Site

SEED = int(os.environ.get("SEED", "20261120"))
"""Seed of every fault. A failing test prints its seed and the line that repeats it."""


BUSY = 3
"""Beats that a move may take on a busy machine."""


INVITATIONS = 10
"""Number of invitations before the cast gives up."""
LONGEST_STALL = 300.0
"""Seconds after which a server that can't store has a fault, and not only a slow disk."""


@dataclass
class Sent:
    """A command as it was sent, so that it can be sent again."""

    client: Client
    role: str
    action: str
    cmd: str
    base: int

    async def go(self) -> dict[str, Any]:
        return await self.client.act(self.role, self.action, self.cmd, self.base)

    async def go_until_stored(self) -> dict[str, Any]:
        """Send it until the server can store it, as pages do: a disk may stall for seconds."""
        async with asyncio.timeout(LONGEST_STALL):
            while (answer := await self.go()).get("code") == "unavailable":
                await asyncio.sleep(answer["retry_ms"] / 1000)
        return answer


def cast(site: Site, addresses: Sequence[str] = ("", "", "")) -> list[Visitor]:
    """Return the cast: alice on the first process, bob on the last, carol on either, each at an address."""
    urls = (site.first.url, site.last.url, site.last.url)
    return [Visitor(url, address) for url, address in zip(urls, addresses, strict=True)]


def seated(
    site: Site, game: str, addresses: Sequence[str] = ("", "", ""), **options: str
) -> tuple[str, list[Visitor]]:
    """Return a match of alice and bob, and carol, who has the link.

    If a starved site has put off the deadline of the invitation meanwhile, they begin another match: tests
    count on ``started`` being the second event.
    """
    people = cast(site, addresses)
    for _ in range(INVITATIONS):
        match = people[0].make_match(game, GAMES[game].roles[0], **(options_of(game) | options))
        people[1].join(match, "bob")
        if people[2].record(match)[1]["what"] == "started":
            return match, people
    raise AssertionError("Between an invitation and its match there was always an outage.")


def options_of(game: str) -> dict[str, str]:
    """The options with which the cast plays."""
    return {name: option.offered for name, option in GAMES[game].options.items()}


def next_choice(players: Sequence[Client], dice: random.Random) -> Sent:
    player = next(one for one in players if one.my_move())
    role, action = player.choice(dice)
    return Sent(player, role, action, new_cmd(), player.position["base"][role])


async def play(clients: Sequence[Client], dice: random.Random, most: int = 10_000) -> int:
    """Let the first two clients play at random, until the end or so many commands; return their number."""
    for number in range(most):
        if clients[0].status != "playing":
            return number
        answer = await next_choice(clients[:2], dice).go_until_stored()
        assert answer["ok"], answer
        await everybody_at(clients, answer["seq"])
    return most


async def beats_of_a_move(clients: Sequence[Client], dice: random.Random) -> int:
    """Play one decision; return the most beats that one of them heard until all knew of it.

    It measures how long a move takes by the server's own clock, which a busy machine slows as well.
    """
    before = [client.beats for client in clients]
    await play(clients, dice, most=1)
    return max(client.beats - beats for client, beats in zip(clients, before, strict=True))


async def everybody_at(clients: Iterable[Client], seq: int) -> None:
    for client in clients:
        await client.until(lambda client=client: client.seq >= seq)


async def open_all(clients: Iterable[Client], after: bool = False) -> None:
    await asyncio.gather(*(client.open(after) for client in clients))


async def close_all(clients: Iterable[Client]) -> None:
    await asyncio.gather(*(client.close() for client in clients))


def differences(client: Client, record: Sequence[dict[str, Any]]) -> list[str]:
    """Return what this client got that contradicts the record. Empty if all is well."""
    by_seq = {event["seq"]: event for event in record}
    views = own_views(record, client.you)
    found = [
        f"was shown event {seq} otherwise" for seq, event in client.shown.items() if by_seq.get(seq) != event
    ]
    found += [
        f"saw another position at {seq}"
        for seq, view in client.views.items()
        if view not in views.get(seq, {view}) or seq not in by_seq
    ]
    found += [
        f"was told of other clocks or offers at {seq}"
        for seq, told in client.beside.items()
        if seq in by_seq and told != (by_seq[seq].get("clocks"), by_seq[seq].get("offers", {}))
    ]
    found += [
        f"was told {cmd} is done as {answer['seq']}"
        for cmd, answers in client.answers.items()
        for answer in answers
        if answer["ok"] and answer["seq"] not in by_seq
    ]
    found += [
        f"got different answers to {cmd}: {seqs}"
        for cmd, answers in client.answers.items()
        if cmd not in client.words and len(seqs := {answer["seq"] for answer in answers if answer["ok"]}) > 1
    ]
    return found


def own_views(record: Sequence[dict[str, Any]], you: Sequence[str]) -> dict[int, set[str]]:
    """Seq -> hashes of the position as somebody on these seats may have seen it.

    Who sealed a choice sees it once the answer has come, like everybody else until then, and whatever happens
    beside the board, until both are opened. What was sealed is read from the event that revealed it; if none
    did, as where it was opened and chosen anew, nothing is said of these seqs.
    """
    views, hidden, house = {}, False, None
    for index, event in enumerate(record):
        position = event["position"]
        if event["what"] in CHANGES_THE_BOARD:
            hidden = event["what"] == "sealed" and list(you) == [event["role"]]
            house = revealed(record[index + 1 :], event["role"]) if hidden else None
        if hidden and house is None:
            continue
        views[event["seq"]] = {view_hash(position)}
        if house is not None:
            sealed = position["facts"]["sealed"] | {you[0]: house}
            views[event["seq"]].add(view_hash(position | {"facts": position["facts"] | {"sealed": sealed}}))
    return views


def revealed(later: Sequence[dict[str, Any]], role: str) -> int | None:
    """Return the house that ``role`` had sealed, from the later events; None if they never tell."""
    for event in later:
        if event["what"] == "unsealed" and event["role"] == role:
            return None
        for ply in event["plies"]:
            if ply["role"] == role:
                return int(ply["action"].split()[1])
    return None


def flaws(record: Sequence[dict[str, Any]], game: str, options: dict[str, str]) -> list[str]:
    """Return gaps of a match's record, and positions that do not replay by the rules."""
    found = []
    if [event["seq"] for event in record] != list(range(1, len(record) + 1)):
        found.append("the record has gaps")
    states, head, last, unsealed = {0: get_game(game).initial_state(**options)}, 0, 0, 0
    told = None
    for event in record:
        if event["what"] == "taken_back":
            head = event["position"]["ply"]
        unsealed += event["what"] == "unsealed"
        for ply in event["plies"]:
            states[ply["n"]] = states[head].apply(ply["role"], ply["action"])
            if ply["n"] != last + 1 + unsealed:
                found.append(f"ply {ply['n']} follows ply {last}")
            head, last, unsealed = ply["n"], ply["n"], 0
        before, told = told, event["position"]["facts"]
        expected = states[head].view(None) if event["what"] in CHANGES_THE_BOARD else before
        if event["what"] != "sealed" and told != expected:
            found.append(f"event {event['seq']} shows a position that its plies do not lead to")
    return found
