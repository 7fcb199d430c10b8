"""A site that is killed while it begins a round of a club: no game is begun twice, and none is lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.backing.postgres import Postgres
from tests.faults.visitor import Visitor
from tests.site import Site

NAMES = ("bob", "carol", "dave", "erin", "frank")
BEGUN = "SELECT count(*) FROM games_app_event WHERE seq = 1 AND cmd LIKE 'round:%'"
LINKED = "SELECT count(DISTINCT match_id) FROM games_app_clubboard WHERE match_id IS NOT NULL"
ROUNDS = "SELECT count(*) FROM games_app_clubround"


@pytest.fixture
def breakable_site(cluster: Postgres | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site whose processes this test ends."""
    with Site(tmp_path_factory.mktemp("rounds"), cluster) as running:
        yield running


def sent(visitor: Visitor, club: str, form: dict[str, str | list[str]]) -> int:
    """Send the form of a round; return the status, 0 if the site was killed meanwhile."""
    try:
        return visitor.send(f"/clubs/{club}/round", **form)[0]
    except OSError:
        return 0


def test_round_that_is_cut_short_is_begun_completely_and_once(breakable_site):
    site = breakable_site
    alice = Visitor(site.first.url)
    assert alice.send("/account", name="alice", password="a long password")[0] == 302
    status, text, path = alice.send("/clubs/new", name="Cafe", colour="teal", visibility="visible")
    assert status == 302, text
    club = path.rsplit("/", 1)[1]
    link = site.rows("SELECT invitation FROM games_app_club")[0][0]
    for name in NAMES:
        assert Visitor(site.first.url).send(f"/clubs/join/{link}", name=name)[0] == 302
    people = [row[0] for row in site.rows("SELECT public_id FROM games_app_player")]
    form = {"game": "kalah64", "time": "none", "pairing": "random", "player": people}
    for number, point in enumerate(("paired:1", "match begun:1", "match begun:2"), 1):
        site.rows("UPDATE games_app_match SET status = 'over'")
        form["cmd"] = f"round-number-{number}"
        site.first.restart(env=site.env(DEBUG="1", CRASH_AT=point))
        assert sent(alice, club, form) == 0
        site.first.restart(env=site.env())
        # The same form sent again begins what was ordered, as the ticker does.
        assert sent(alice, club, form) == 302
        assert site.rows(ROUNDS)[0][0] == number
        assert site.rows(BEGUN)[0][0] == site.rows(LINKED)[0][0] == 3 * number
