"""The benchmarks' arithmetic, and their reading of websockets."""

from __future__ import annotations

import asyncio
import random
import struct

import msgspec
import pytest

from games_app.rules import GAMES
from tests.server import ROOT
from tools.bench.clients import PeerClient, Ticket, Turn
from tools.bench.join import Bystander
from tools.bench.report import Report, spread
from tools.bench.rounds import Setup
from tools.bench.rules import measure
from tools.bench.websocket import FINAL, PING, TEXT, Lost, Socket


def test_figures_are_told_as_medians_with_their_spread_and_ratios_within_each_round():
    report = Report("live")
    section = report.section("congkak")
    for site, peer in ((100.0, 400.0), (300.0, 600.0), (200.0, 1000.0)):
        section.add("site", {"actions/s": site})
        section.add("peer", {"actions/s": peer})
    lines = {line.split("  ")[1]: line for line in report.text().splitlines() if line.startswith("  ")}
    assert "200 (100-300)" in lines["site"]
    assert "0.25 (0.2-0.5)" in lines["site / peer"]
    assert report.data()["ratios"][0]["site / peer"][1] == {"actions/s": 0.5}


def test_a_single_round_has_no_spread_and_large_figures_are_told_in_thousands():
    assert (spread([0.1234]), spread([12.34]), spread([123.4]), spread([12345.6])) == (
        "0.12",
        "12.3",
        "123",
        "12 346",
    )


def test_the_rules_of_two_checkouts_are_timed_for_every_game():
    report = measure(Setup(rounds=1, against=str(ROOT)), actions=50)
    sides = report.sections[0].sides
    assert set(sides) == {"site", "against"}
    for [figures] in sides.values():
        assert set(figures) == {f"{game} us" for game in GAMES}
        assert min(figures.values()) > 0


def frame(kind: int, said: bytes) -> bytes:
    if len(said) < 126:
        return struct.pack("!BB", FINAL | kind, len(said)) + said
    if len(said) < 2**16:
        return struct.pack("!BBH", FINAL | kind, 126, len(said)) + said
    return struct.pack("!BBQ", FINAL | kind, 127, len(said)) + said


class Wire(asyncio.Transport):
    """The other end of a socket: it keeps what was written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""

    def write(self, data: bytes) -> None:
        self.written += data


@pytest.mark.parametrize("pieces", [1, 2, 3, 7, 5000])
async def test_frames_are_read_wherever_the_wire_cuts_them(pieces):
    texts = [b"", b"short", b"x" * 125, b"y" * 126, b"z" * 70_000, b"last"]
    heard: list[bytes] = []
    socket, wire = Socket(heard.append, pytest.fail), Wire()
    socket.connection_made(wire)
    told = b"HTTP/1.1 101 Switching Protocols\r\n\r\n"
    told += b"".join(frame(TEXT, text) for text in texts[:3]) + frame(PING, b"there?")
    told += b"".join(frame(TEXT, text) for text in texts[3:])
    for begin in range(0, len(told), -(-len(told) // pieces)):
        socket.data_received(told[begin : begin + -(-len(told) // pieces)])
    assert heard == texts
    assert wire.written.endswith(b"\x8a\x86\0\0\0\0there?")


async def test_a_refused_handshake_says_what_the_server_said():
    socket = Socket(pytest.fail, pytest.fail)
    socket.connection_made(Wire())
    socket.data_received(b"HTTP/1.1 403 Forbidden\r\n\r\n")
    with pytest.raises(Lost, match="403 Forbidden"):
        await socket._opened


async def test_a_page_of_the_peer_plays_a_full_house_of_its_own_until_the_match_has_its_length():
    said: list[bytes] = []
    page = PeerClient(Ticket("m1", "1", {}), Bystander(), length=3)
    page.say = said.append  # type: ignore[method-assign]
    state = {"G": {"houses": [1, 2, 0, 4]}, "ctx": {"currentPlayer": "1"}, "_stateID": 2}
    page._heard(b"40/sowing," + b'{"sid":"x"}')
    page._heard(b"42/sowing," + msgspec.json.encode(["sync", "m1", {"state": state}]))
    assert page.turn == Turn("1", 2, ["3"])
    page.act(page.turn, random.Random(1))
    joined, moved = (msgspec.json.decode(text.removeprefix(b"42/sowing,")) for text in said)
    assert joined == ["sync", "m1", "1", None, 2]
    assert moved[1]["payload"] == {"type": "sow", "args": [3], "playerID": "1"}
    update = msgspec.json.encode(["update", "m1", state | {"_stateID": 3}, []])
    assert page.turn_after(update).role == ""
