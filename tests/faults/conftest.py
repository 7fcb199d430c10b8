"""Tests of faults run on the big site, and say how to repeat one that failed."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from tests.faults.fixtures import big_site, cluster, own_site, site, small_site
from tests.faults.play import SEED
from tests.site import Kind

__all__ = ["big_site", "cluster", "own_site", "site", "small_site"]


@pytest.fixture(scope="package", params=["big"])
def kind(request: pytest.FixtureRequest) -> Kind:
    return request.param


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, Any, pytest.TestReport]:
    report = yield
    if report.failed:
        line = f"SEED={SEED} python3 manage.py test '{item.nodeid}'"
        report.sections.append(("this line repeats it", line))
    return report
