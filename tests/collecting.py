"""A pytest plugin that makes it cheaper for each worker of a run to collect all tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Sequence
from contextlib import suppress

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Disable the garbage collector while everything is kept, and exclude what is kept to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Import this worker's share of the modules of a folder first.

    The first import of a module in a new checkout rewrites its assertions for everybody. In the same order,
    all workers would do so for all modules.
    """
    report = yield
    if isinstance(collector, pytest.Directory):
        for module in share([one for one in report.result or [] if isinstance(one, pytest.Module)]):
            with suppress(Exception):  # errors are reported where the module itself is collected
                _ = module.obj
    return report


def share(modules: Sequence[pytest.Module]) -> Sequence[pytest.Module]:
    """Return those that belong to this worker; none if it works alone."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "0"))
    return modules[int(worker) :: workers] if worker and workers else []
