"""The soak, a short one: everything at once, and in the end nobody was told anything that is not so."""

from __future__ import annotations

from tests.faults.play import SEED
from tests.faults.soak import SHORT, soak

SECONDS = 4


async def test_after_a_short_soak_there_are_no_differences(own_site):
    tally = await soak(own_site, SEED, SECONDS, SHORT)
    assert tally.differences == []
    assert tally.counts["events"] > 50
    assert tally.counts["resyncs"] + tally.counts["commands sent again"] > 0
