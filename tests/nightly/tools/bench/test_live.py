"""The benches of live play: small runs print their figures and check the record; a gap in it is found."""

from __future__ import annotations

import sqlite3

import pytest

from tests.web_server import DATABASE
from tools.bench import live, record
from tools.bench.clients import Accepted
from tools.bench.generator import run
from tools.bench.rounds import Setup
from tools.bench.sides import Site


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with Site(tmp_path_factory.mktemp("bench") / "site") as site:
        yield site


def test_a_second_of_two_matches_with_rematches_prints_its_figures():
    report = live.measure(Setup(rounds=1), matches=[2], games=["mancala"], seconds=1.0, paced=0.0)
    assert "mancala, 2 matches, closed loop" in report.text()
    [section] = report.data()["sections"]
    [figures] = section["sides"]["site"]
    assert figures["actions/s"] > 0
    assert 0 < figures["p50 ms"] <= figures["p99 ms"]
    assert figures["server us each"] > 0


def test_an_answered_action_that_is_not_stored_is_found_and_one_that_nobody_was_answered(tmp_path):
    with Site(tmp_path / "site") as site:
        run(live.play(site, matches=1, game="congkak", seconds=0.3, paced=0.0))
        site.check()
        stored = site.stored()
        assert record.differences(stored, site.accepted) == []
        lost = Accepted("nosuchgame", "bench-lost", 2)
        [missing] = record.differences(stored, [*site.accepted, lost])
        assert missing.startswith("1 answered and not stored")
        [unheard] = record.differences(stored, site.accepted[1:])
        assert unheard.startswith("1 stored and never answered")
        with sqlite3.connect(site.server.data / DATABASE) as connection:
            connection.execute("UPDATE games_app_match SET facts = '{}'")
        with pytest.raises(record.Unsound):
            record.check(site.server, stored, site.accepted)
