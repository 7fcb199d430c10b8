"""The soak, a short one: everything at once, and in the end nobody was told anything that is not so."""

from __future__ import annotations

import pytest

from tests.faults.play import SEED
from tests.faults.soak import SHORT, Soak
from tests.site import Site
from tests.turning import TurningClock

SECONDS = 4


@pytest.fixture
def clock(tmp_path):
    return TurningClock(tmp_path)


@pytest.fixture
def turned_site(cluster, clock, tmp_path):
    """Its servers follow ``clock``."""
    with Site(tmp_path / "site", cluster, env=clock.env) as running:
        yield running


async def test_after_a_short_soak_there_are_no_differences(turned_site, clock):
    tally = await Soak(turned_site, clock, SEED, SHORT, only=("kills", "locked records")).run(SECONDS)
    assert tally.differences == []
    assert tally.counts["events"] > 50
    assert tally.counts["resyncs"] + tally.counts["commands sent again"] > 0
