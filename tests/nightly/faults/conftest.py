"""Nightly tests of faults run on both sites, unless they are marked."""

from __future__ import annotations

import pytest

from tests.faults.conftest import pytest_runtest_makereport
from tests.faults.fixtures import big_site, cluster, own_site, site, small_site
from tests.site import KINDS, Kind

__all__ = ["big_site", "cluster", "own_site", "pytest_runtest_makereport", "site", "small_site"]


@pytest.fixture(scope="package", params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    return request.param
