"""Fixtures for tests of faults in each run and nightly: the small site and the big one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.backing.postgres import Postgres
from tests.site import Kind, Site


@pytest.fixture(scope="package")
def cluster(kind: Kind, request: pytest.FixtureRequest) -> Postgres | None:
    """Return the resource of this kind of site."""
    return request.getfixturevalue("postgres") if kind == "big" else None


@pytest.fixture(scope="package")
def small_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(tmp_path_factory.mktemp("small")) as running:
        yield running


@pytest.fixture(scope="package")
def big_site(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Processes of the site: some faults need several."""
    with Site(tmp_path_factory.mktemp("big"), postgres) as running:
        yield running


@pytest.fixture
def site(kind: Kind, request: pytest.FixtureRequest) -> Site:
    """A running site for all tests that leave it as they found it."""
    running: Site = request.getfixturevalue(f"{kind}_site")
    return running


@pytest.fixture
def own_site(cluster: Postgres | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with an empty record, whose processes a test may end."""
    with Site(tmp_path_factory.mktemp("own"), cluster) as running:
        yield running
