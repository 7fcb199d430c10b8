"""Daphne, where only unreferenced objects are freed, and which shows the objects that it holds."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from tests.faults.visitor import Visitor
from tests.web_server import Server

LONGEST = 180.0
"""Seconds until everything closed is gone. Daphne checks every second."""


class Uncollected(Server):
    """The site without its garbage collector."""

    application = "tests.server.uncollected:application"

    def held(self) -> dict[str, int]:
        """Return how many objects of sockets it holds, by class."""
        found: dict[str, int] = self._told("/held")
        return found

    def wait_until_opened(self, pages: int) -> dict[str, int]:
        """Wait until so many sockets have their connections; return what it holds then."""
        _wait_while(lambda: (found := self.held())["Connection"] < pages and found)
        return self.held()

    def wait_until_freed(self, before: dict[str, int]) -> None:
        """Wait until it holds no more objects than before."""
        # Some of the earlier objects may have gone meanwhile.
        _wait_while(lambda: {name: count for name, count in self.held().items() if count > before[name]})

    def wait_until_forgotten(self) -> None:
        """Wait until Daphne has checked every connection that ended: it then logs how it ended."""
        _wait_while(lambda: self._told("/known"))

    def _told(self, path: str) -> Any:
        status, text = Visitor(self.url).get(path)
        assert status == 200, text
        return json.loads(text)


def _wait_while(left: Callable[[], object]) -> None:
    """Wait while anything is ``left``."""
    deadline = time.monotonic() + LONGEST
    while found := left():
        assert time.monotonic() < deadline, found
        time.sleep(0.05)
