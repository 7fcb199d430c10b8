"""Distribution of tests to the workers of a run: a plugin of pytest-xdist.

Browser tests need the processor, while tests that break servers mostly wait. So each worker begins with one
kind and stays with it: there is always something to do, and few workers start the resources of a kind.
Workers that are done help the others, but only the workers of that lane start a browser. The longest tests
come first, so that no worker is left with one in the end.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

BROWSER, BIG, OTHER = "browser", "big", "other"
LANES = (BROWSER, BIG, OTHER, BROWSER, BROWSER, BIG)
"""Lanes of the first worker, the second, and so on: browsers, big sites, the rest."""
IN_BROWSERS = ("tests/browser/", "tests/tools/test_shots.py")
TWICE = ("tests/faults/", "tests/tools/test_soak.py")
"""Tests that run on several sites."""
LONG = (
    "tests/faults/test_silence.py",
    "tests/tools/test_soak.py",
    "tests/faults/test_races.py",
    "tests/faults/test_crashes.py",
    "tests/faults/test_network.py",
    "tests/entrance/test_serve.py",
    "tests/faults/test_rolling_restart.py",
    "tests/faults/test_limits.py",
    "tests/faults/test_hostile_requests.py",
    "tests/docs/test_example_client.py",
    "tests/clients/",
    "tests/browser/test_whole_matches.py",
    "tests/browser/test_lobby.py",
    "tests/browser/test_states.py",
    "tests/browser/test_chat.py",
    "tests/browser/test_table.py",
    "tests/browser/test_accessibility.py",
    "tests/browser/test_rated.py",
    "tests/browser/test_analysis.py",
    "tests/faults/",
    "tests/browser/",
    "tests/pages/test_fairness.py",
    "tests/house/",
    "tests/entrance/",
    "tests/packaging/",
)
"""Modules and folders that take longer than others, longest first."""
SITES = ("small", "big")
"""Parameters of the servers that the tests of a module share."""


def group(nodeid: str) -> str:
    """Tests that one worker runs in sequence: those of a module that share servers."""
    module, _, test = nodeid.partition("::")
    parameters = test.partition("[")[2].rstrip("]").split("-")
    return " ".join([module, *(name for name in SITES if name in parameters and module.startswith(TWICE))])


def lane(name: str) -> str:
    """The lane of a group."""
    return BROWSER if name.startswith(IN_BROWSERS) else BIG if name.endswith(f" {BIG}") else OTHER


def choice(own: str, groups: Iterable[str]) -> str | None:
    """Return a worker's next group in this lane, or None if only browser tests are left, which it leaves."""
    mine = [name for name in groups if own == BROWSER or lane(name) != BROWSER]
    return next((name for name in mine if lane(name) == own), mine[0] if mine else None)


def place(item: pytest.Item) -> int:
    """Return the place in the queue."""
    return next((n for n, long in enumerate(LONG) if item.nodeid.startswith(long)), len(LONG))


class Lanes(LoadScopeScheduling):
    """Scheduler that gives each worker the next group of its own lane, or of another if there is none."""

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid)

    def _assign_work_unit(self, node: WorkerController) -> None:
        number = int(node.gateway.id.removeprefix("gw"))
        chosen = choice(LANES[number % len(LANES)], self.workqueue)
        if chosen is None:
            node.shutdown()
        else:
            self.workqueue.move_to_end(chosen, last=False)
            super()._assign_work_unit(node)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=place)


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Lanes | None:
    return Lanes(config, log) if config.getvalue("dist") == "loadscope" else None
