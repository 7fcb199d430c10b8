"""The bare limit as a side: the same server program with `tools.bench.bare_app`, and the same database."""

from __future__ import annotations

import contextlib
import itertools
import random
import shutil
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from games_app.models.compressed_text import decompressed
from games_app.rules import get_game
from tests.server import DATABASE as SITE_DATABASE
from tests.server import ROOT, Server
from tools.bench import generator
from tools.bench.bare_app import DATABASE, SAMPLE, SEQ
from tools.bench.clients import Accepted, Client, Listener, SiteClient, Ticket
from tools.bench.generator import Run, Table
from tools.bench.record import Unsound
from tools.bench.rows import Row, Rows, Sample, commits, connect
from tools.bench.sides import Side, Site

PLAYED = 0.5
"""Seconds of play on the site from which the sample is taken."""
COMMITTING = 1.0
"""Seconds for which each way of committing is measured."""

_numbers = itertools.count()


def sample_of(site: Site, game: str) -> Sample:
    """Let one table play on the site, and return an action of about the usual size."""
    [tickets] = site.tables(1, game)
    roles = get_game(game).roles
    told = generator.run(_played(site, tickets))
    with contextlib.closing(sqlite3.connect(site.server.data / SITE_DATABASE)) as connection:
        connection.row_factory = sqlite3.Row
        match = _rows(connection, "games_app_match", "public_id = ?", tickets[0].match)[0]
        acted = _rows(connection, "games_app_event", "match_id = ? AND what = 'acted'", match["id"])
        sent = [decompressed(event["frame"]) for event in acted]
        pairs = [
            (event, one, other)
            for event, one, other in zip(acted, sent, sent[1:], strict=False)
            if [_to_move(one), _to_move(other)] == [[roles[0]], [roles[1]]]
        ]
        event, one, other = sorted(pairs, key=lambda pair: len(pair[1]))[len(pairs) // 2]
        moves = _rows(connection, "games_app_ply", "match_id = ? AND seq = ?", match["id"], event["seq"])
    frames = [_templated(frame) for frame in (one, other)]
    snapshots = {role: _templated(text, other) for role, text in told.items()}
    snapshots[""] = _templated(told[roles[0]], other, you=[])
    return Sample(match, event, moves, snapshots, frames)


class Bare(Side):
    """Side that shows the capacity of the server and the database if the site's own work took no time."""

    name = "bare"

    def __init__(self, data: Path, sample: Sample, empty_record: Path) -> None:
        data.mkdir(parents=True)
        (data / SAMPLE).write_bytes(msgspec.json.encode(sample))
        shutil.copy(empty_record, data / DATABASE)
        self.sample = sample
        self.accepted: list[Accepted] = []
        self.server = BareServer(data)

    def client(self, ticket: Ticket, listener: Listener) -> Client:
        return BareClient(ticket, listener, self.accepted)

    def tables(self, number: int, game: str) -> list[list[Ticket]]:
        ids = [f"bare{next(_numbers):06}" for _ in range(number)]
        with contextlib.closing(connect(self.server.data / DATABASE)) as connection:
            Rows(connection, self.sample).add_matches(ids)
        return [[Ticket(match, role, {}) for role in get_game(game).roles] for match in ids]

    def watchers(self, match: str, number: int) -> list[Ticket]:
        return [Ticket(match, "", {})] * number

    async def rematch(self, pages: Sequence[Client]) -> list[Ticket]:
        raise AssertionError("A bare match has no end")

    def commits(self) -> dict[str, float]:
        """Return the actions a second that the database alone takes, with the server at rest."""
        with contextlib.closing(connect(self.server.data / DATABASE)) as connection:
            return commits(connection, self.sample, COMMITTING)

    def check(self) -> None:
        super().check()
        with contextlib.closing(connect(self.server.data / DATABASE)) as connection:
            [stored] = connection.execute(
                "SELECT count(*) FROM games_app_event WHERE cmd LIKE 'bench-%'"
            ).fetchone()
        if stored != len(self.accepted):
            raise Unsound(f"{len(self.accepted)} answered by the bare server, {stored} stored")


class BareClient(SiteClient):
    """A client that is identified only by its address."""

    def path(self) -> str:
        return f"{super().path()}?{self.ticket.role}"


class BareServer(Server):
    def prepare(self) -> tuple[Path, dict[str, str]]:
        return ROOT, {"PATH": "", "BARE_DATA": str(self.data)}

    def command(self, listener: int) -> list[str]:
        daphne = [sys.executable, "-m", "daphne", "--verbosity", "0"]
        return [*daphne, "--fd", str(listener), "tools.bench.bare_app:application"]


async def _played(site: Site, tickets: Sequence[Ticket]) -> dict[str, str]:
    """Play for a moment; return the first snapshots, by role."""
    run = Run(site, PLAYED, warm_up=0)
    table = Table(tickets, run, random.Random(1))
    await table.open()
    told = {page.ticket.role: page.snapshot.decode() for page in table.pages if isinstance(page, SiteClient)}
    await run.play([table])
    return told


def _rows(connection: sqlite3.Connection, table: str, where: str, *values: Any) -> list[Row]:
    query = f"SELECT * FROM {table} WHERE {where} ORDER BY id"
    return [dict(row) for row in connection.execute(query, values)]


def _to_move(frame: str) -> list[str]:
    return list(msgspec.json.decode(frame)["position"]["to_move"])


def _templated(text: str, frame: str = "", **changes: Any) -> str:
    """Return the message with SEQ for its seq; with the position of ``frame``, if one is given."""
    told = msgspec.json.decode(text) | changes
    position = msgspec.json.decode(frame or text)["position"]
    position["base"] = dict.fromkeys(position["base"], SEQ)
    return msgspec.json.encode(told | {"seq": SEQ, "position": position}).decode().replace(f'"{SEQ}"', SEQ)
