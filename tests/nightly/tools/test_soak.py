"""A short soak: everything at once, and in the end nobody was told anything untrue."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace

import pytest

from tests.backing.postgres import Postgres
from tests.faults.play import SEED
from tests.site import KINDS, Kind, Site
from tests.turning import TurningClock
from tools.soak.hostile import WEAK
from tools.soak.soak import SHORT, Soak
from tools.soak.troubles import Lengths

SIZE = replace(SHORT, calm=(0.3, 0.8), undisturbed=0.01)
LONGEST = 120
"""Seconds; on a busy machine, each trouble takes longer."""
LENGTHS = Lengths(stopped=(0.7, 3.0), locked=(0.7, 3.0), turned=(0.5, 1.0))
"""Lengths of troubles, from as short as an outage is: players may lose half a second."""
TROUBLES = (
    "stopped sites",
    "long locks",
    "clocks turned forward",
    "full disks",
    "nearly full disks",
    "restarts",
    "clocks set back",
    "power cuts",
)


@pytest.fixture(params=KINDS)
def kind(request) -> Kind:
    return request.param


@pytest.fixture
def clock(tmp_path):
    return TurningClock(tmp_path)


@pytest.fixture
def turned_site(kind, clock, tmp_path):
    """A site whose servers follow ``clock``. Its PostgreSQL is its own, since that will go down."""
    with ExitStack() as stack:
        postgres = stack.enter_context(Postgres()) if kind == "big" else None
        yield stack.enter_context(Site(tmp_path / "site", postgres, env=clock.env))


async def test_after_a_short_soak_there_are_no_differences_and_nobody_was_charged_for_an_outage(
    turned_site, clock
):
    soak = Soak(turned_site, clock, SEED, SIZE, only=TROUBLES, lengths=LENGTHS, hostile=WEAK)
    tally = await soak.run(LONGEST, once=True)
    assert tally.differences == [], f"SEED={SEED} repeats it: {tally.story}"
    assert tally.counts["events"] > 50
    assert tally.counts["matches with clocks"] > 3
    assert tally.counts["resyncs"] + tally.counts["commands sent again"] > 0
    assert tally.counts["outages told"] > 0
    assert [name for name in TROUBLES if not tally.counts[name]] == []
