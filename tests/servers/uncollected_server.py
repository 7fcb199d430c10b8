"""Daphne, where only what nobody refers to any more is freed, and which tells what it holds of its sockets."""

from __future__ import annotations

import json
import time

from tests.faults.visitor import Visitor
from tests.server import Server

LONGEST = 60.0
"""Seconds until all that was closed is gone. Daphne looks after it every second."""


class Uncollected(Server):
    """The site without its garbage collector."""

    application = "tests.servers.uncollected:application"

    def held(self) -> dict[str, int]:
        """How many objects of sockets it holds, by class."""
        status, text = Visitor(self.url).get("/held")
        assert status == 200
        found: dict[str, int] = json.loads(text)
        return found

    def wait_until_freed(self, before: dict[str, int]) -> None:
        """Wait until it holds no more than before: Daphne has looked at every socket that was closed since."""
        deadline = time.monotonic() + LONGEST
        # Of what was held before, some may have gone meanwhile.
        while more := {name: count for name, count in self.held().items() if count > before[name]}:
            assert time.monotonic() < deadline, more
            time.sleep(0.05)
