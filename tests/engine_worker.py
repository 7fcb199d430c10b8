"""A worker of the engine as a separate process, on the data of a site under test."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from tests.backing.processes import Process, begin
from tests.site import Site
from tests.web_server import PATIENCE, ROOT, bare_environment


class EngineWorker:
    """`with EngineWorker(folder):` does the jobs in a data folder."""

    def __init__(
        self,
        data: Path,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._env = bare_environment(data, data) | {"SECRET_KEY": "only for tests"} | dict(env or {})
        self._process: Process | None = None

    @classmethod
    def of(cls, site: Site) -> Self:
        """Return a worker of a site, which may have several."""
        return cls(site.first.data, site.env())

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        command = [sys.executable, "manage.py", "engine"]
        self._process = begin(command, cwd=ROOT, env=self._env, output=Path(os.devnull))

    def kill(self) -> None:
        """Kill it, as in a power cut."""
        if self._process:
            self._process.kill()
            self._process.wait(PATIENCE)

    def end(self) -> int:
        """Ask it to end; return the exit code."""
        assert self._process
        self._process.terminate()
        return self._process.wait(PATIENCE)
