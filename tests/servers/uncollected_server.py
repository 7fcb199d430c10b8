"""Daphne, where only what nobody refers to any more is freed, and which tells what it holds."""

from __future__ import annotations

import json
import time
from typing import Any

from tests.faults.visitor import Visitor
from tests.server import Server

LONGEST = 60.0
"""Seconds until all that was closed is gone. Daphne looks after it every second."""


class Uncollected(Server):
    """The site without its garbage collector."""

    application = "tests.servers.uncollected:application"

    def held(self) -> dict[str, int]:
        """How many objects of sockets it holds, by class."""
        found: dict[str, int] = self._told("/held")
        return found

    def wait_until_freed(self, before: dict[str, int]) -> None:
        """Wait until it holds no more objects than before."""
        deadline = time.monotonic() + LONGEST
        # Of what was held before, some may have gone meanwhile.
        while more := {name: count for name, count in self.held().items() if count > before[name]}:
            assert time.monotonic() < deadline, more
            time.sleep(0.05)

    def wait_until_forgotten(self) -> None:
        """Wait until Daphne has looked at every connection that ended: it logs then how it ended."""
        deadline = time.monotonic() + LONGEST
        while known := self._told("/known"):
            assert time.monotonic() < deadline, known
            time.sleep(0.05)

    def _told(self, path: str) -> Any:
        status, text = Visitor(self.url).get(path)
        assert status == 200, text
        return json.loads(text)
