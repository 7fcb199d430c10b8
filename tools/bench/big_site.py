"""The big site as a side: one or more web processes on PostgreSQL, with Redis to signal between them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self
from zlib import crc32

from tests.backing.postgres import Postgres
from tests.server import Server
from tests.site import Site as Backed
from tools.bench import generator
from tools.bench.clients import Accepted
from tools.bench.sides import UNLIMITED, Site


class BigSite(Site):
    """A site whose matches are spread over the processes as by the compose file's proxy, each on one."""

    def __init__(self, folder: Path, postgres: Postgres, processes: int) -> None:
        self.name = "1 process" if processes == 1 else f"{processes} processes"
        self.accepted: list[Accepted] = []
        self._backed = Backed(folder, postgres, UNLIMITED)
        self._servers = [Server(folder / f"web{number}") for number in range(processes)]
        self._backed.servers = self._servers
        self._programs = [postgres, self._backed.redis]
        self.server = self._servers[0]

    def __enter__(self) -> Self:
        self._backed.__enter__()
        return self

    def __exit__(self, *trouble: object) -> None:
        self._backed.__exit__(*trouble)

    @property
    def processor_seconds(self) -> float:
        return sum(server.processor_seconds for server in self._servers)

    @property
    def database_seconds(self) -> float:
        behind = (process for program in self._programs if program for process in program.processes)
        return generator.processor_seconds(behind)

    def address_of(self, match: str) -> tuple[str, int]:
        host, _ = self.address
        return host, self._servers[crc32(match.encode()) % len(self._servers)].port

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        return self._backed.rows(query)

    def check(self) -> None:
        for server in self._servers:
            server.stop()
        super().check()
