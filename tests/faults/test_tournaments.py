"""A site that is killed while it pairs a round of a tournament: no game is begun twice, and none is lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.backing.postgres import Postgres
from tests.faults.visitor import Visitor
from tests.site import Site

NAMES = ("alice", "bob", "carol", "dave", "erin", "frank")
BEGUN = "SELECT count(*) FROM games_app_event WHERE seq = 1 AND cmd LIKE 'pairing:%'"
LINKED = "SELECT count(DISTINCT match_id) FROM games_app_pairing WHERE match_id IS NOT NULL"
PAIRED = "SELECT count(*), count(DISTINCT board) FROM games_app_pairing"


@pytest.fixture(scope="module")
def breakable_site(cluster: Postgres | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site whose processes these tests end, one test after the other."""
    with Site(tmp_path_factory.mktemp("tournaments"), cluster) as running:
        yield running


def act(visitor: Visitor, tournament: str, what: str) -> int:
    """Send a form of the page; return the status, 0 if the site was killed meanwhile."""
    try:
        return visitor.send(f"/tournaments/{tournament}/act", do=what)[0]
    except OSError:
        return 0


@pytest.mark.parametrize("point", ["paired:1", "match begun:1", "match begun:2"])
def test_round_that_is_cut_short_is_begun_completely_and_once(breakable_site, point):
    site = breakable_site
    site.rows("DELETE FROM games_app_pairing")
    before = site.rows(BEGUN)[0][0]
    people = [Visitor(site.first.url) for _ in NAMES]
    form = {"name": "alice", "visibility": "public", "system": "knockout", "time": "days"}
    status, text, path = people[0].send("/tournaments/new/mancala", **form)
    assert status == 302, (status, text)
    tournament = path.rsplit("/", 1)[1]
    for visitor, name in zip(people[1:], NAMES[1:], strict=True):
        assert visitor.send(f"/tournaments/{tournament}/join", name=name)[0] == 302
    site.first.restart(env=site.env(DEBUG="1", CRASH_AT=point))
    assert act(people[0], tournament, "start") == 0
    site.first.restart(env=site.env())
    # Another change begins what was ordered, as a page that is open and the ticker do.
    assert act(people[0], tournament, "close") == 302
    boards = 4
    assert site.rows(PAIRED) == [(boards, boards)]
    byes = boards - len(NAMES) // 2 + 1
    assert site.rows(BEGUN)[0][0] - before == site.rows(LINKED)[0][0] == boards - byes
