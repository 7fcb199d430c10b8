"""A site that is killed while a holiday spreads over matches: none misses it, and none records it twice."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tests.backing.postgres import Postgres
from tests.faults.visitor import Visitor
from tests.site import Site
from tests.web_server import PATIENCE

MATCHES = 25
"""More than one batch records."""
RECORDED = "SELECT count(*), count(DISTINCT match_id) FROM games_app_event WHERE what = 'holiday'"


@pytest.fixture(scope="module")
def breakable_site(cluster: Postgres | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site whose processes these tests end, one test after the other."""
    with Site(tmp_path_factory.mktemp("holidays"), cluster) as running:
        yield running


def recorded(site: Site) -> tuple[int, int]:
    """Return the number of holidays in the record, and of the matches that have one."""
    ((events, matches),) = site.rows(RECORDED)
    return events, matches


def playing(site: Site) -> Visitor:
    """Return alice, who plays so many matches with bob."""
    alice, bob = Visitor(site.first.url), Visitor(site.first.url)
    form = {"name": "alice", "side": "random", "visibility": "public", "time": "days", "days": "3"}
    for _ in range(MATCHES):
        status, text, path = alice.send("/new/morris", **form)
        assert status == 302, (status, text)
        assert bob.send(f"{path}/join", name="bob")[0] == 302
    return alice


@pytest.mark.parametrize("point", ["judged:1", "before commit:2", "after commit:1"])
def test_each_match_records_a_holiday_once_however_the_site_is_killed(breakable_site, point):
    site = breakable_site
    before = recorded(site)
    alice = playing(site)
    site.kill()
    site.first.restart(env=site.env(DEBUG="1", CRASH_AT=point))
    today = datetime.now(UTC).date()
    day = {"first": str(today), "last": str(today + timedelta(days=2)), "zone": "UTC"}
    assert alice.send("/holidays", **day)[0] == 302
    site.first.wait_for_end()
    site.first.env = site.env()
    site.start()
    whole = (before[0] + MATCHES, before[1] + MATCHES)
    deadline = time.monotonic() + PATIENCE
    while recorded(site) != whole:
        assert time.monotonic() < deadline, recorded(site)
        time.sleep(0.1)
