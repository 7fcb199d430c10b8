"""The benches of live play: small runs print their figures and check the record; a gap in it is found."""

from __future__ import annotations

import sqlite3

import pytest

from tests.server import DATABASE
from tools.bench import generator, live, record, restart, watch
from tools.bench.big_site import BigSite
from tools.bench.clients import Accepted
from tools.bench.join import joined, players_of
from tools.bench.rounds import Setup
from tools.bench.sides import Site


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with Site(tmp_path_factory.mktemp("bench") / "site") as site:
        yield site


def test_a_second_of_two_matches_with_rematches_prints_its_figures_beside_the_limit():
    setup = Setup(rounds=1, bare=True)
    report = live.measure(setup, matches=[2], games=["mancala"], seconds=1.0)
    told = report.text()
    assert "mancala, 2 matches, closed loop" in told
    assert "site / bare" in told
    section, commits = report.data()["sections"]
    assert set(section["sides"]) == {"site", "bare"}
    for [figures] in section["sides"].values():
        assert figures["actions/s"] > 0
        assert 0 < figures["p50 ms"] <= figures["p99 ms"]
        assert figures["server us each"] > 0
    [raw] = commits["sides"]["database"]
    assert 0 < raw["actions/s, a commit each"] < raw["actions/s, 50 a commit"]


def test_a_pace_is_not_exceeded(site):
    figures = live.play(site, 4, "congkak", 1.0, 20.0, 1)
    assert 0 < figures["actions/s"] <= 21


def test_every_watcher_is_waited_for(site):
    figures = generator.run(watch.watched(site, 5, "congkak", 0.5))
    assert figures["deliveries/s"] > 0
    assert figures["last p50 ms"] > 0


def test_all_who_come_at_once_are_let_in(site):
    assert joined(site, players_of(site, 9))["joins/s"] > 0


def test_matches_are_spread_over_web_processes_and_checked_in_the_record_that_these_share(postgres, tmp_path):
    with BigSite(tmp_path / "big", postgres, processes=2) as side:
        # Each match goes to either process by its address, so 20 share one in 1 run of 500 000.
        figures = live.play(side, 20, "congkak", 0.5, 0.0, 1)
        assert figures["actions/s"] > 0
        assert figures["database us each"] > 0
        played = {one.match for one in side.accepted}
        assert len({side.address_of(match) for match in played}) == 2
        side.check()


def test_several_processes_on_sqlite_are_refused():
    with pytest.raises(SystemExit, match="need --database postgres"):
        Setup(processes=(1, 2))


def test_players_and_watchers_come_back_by_themselves_after_a_restart(site):
    figures = restart.restarted(site, restart.tickets_of(site, matches=2, watchers=3))
    assert 0 < figures["server ended, s"] < figures["first page, s"]
    assert figures["first page, s"] <= min(figures["last player, s"], figures["last watcher, s"])


def test_an_answered_action_that_is_not_stored_is_found_and_one_that_nobody_was_answered(tmp_path):
    with Site(tmp_path / "site") as site:
        live.play(site, 1, "congkak", 0.3, 0.0, 1)
        site.check()
        stored = site.rows(record.STORED)
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
