"""A deserted match: its players are told before it begins, and can end it after a week."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.lib import clock
from games_app.models import Match
from games_app.store.writer import writer
from tests.pages.people import begun, make, row

pytestmark = pytest.mark.django_db(transaction=True)


def text(answer):
    return answer.content.decode()


def left(address, days):
    """Let nothing have happened in the match for so many days."""
    then = clock.now() - timedelta(days=days)
    Match.objects.filter(pk=row(address).pk).update(acted_at=then, started_at=then)
    writer.forget()


def test_what_happens_if_a_player_leaves_is_said_before_the_match_begins(alice, bob):
    address = make(alice)
    for reader in (alice, bob):
        assert "After a week without them and without a move" in text(reader.get(address))
    with_a_clock = make(alice, time="days")
    assert "After a week" not in text(bob.get(with_a_clock))


def test_after_a_week_both_players_are_offered_the_end_and_nobody_else(alice, bob, carol):
    address = begun(alice, bob)
    left(address, 6)
    assert "End the match" not in text(alice.get(address))
    left(address, 8)
    for player in (alice, bob):
        assert "End the match" in text(player.get(address))
    assert "End the match" not in text(carol.get(address))
    assert bob.post(f"{address}/abandon").headers["Location"] == address
    assert (row(address).status, row(address).how) == ("over", "aborted")
    assert "End the match" not in text(alice.get(address))


def test_nobody_else_ends_it_and_opening_the_address_ends_nothing(alice, bob, mallory):
    address = begun(alice, bob)
    left(address, 8)
    assert mallory.post(f"{address}/abandon").status_code == 409
    assert bob.get(f"{address}/abandon").headers["Location"] == address
    assert row(address).status == "playing"


def test_before_the_week_is_over_the_players_are_refused(alice, bob):
    address = begun(alice, bob)
    answer = alice.post(f"{address}/abandon")
    assert answer.status_code == 409
    assert "after 7 days" in text(answer)


def test_public_matches_are_listed_as_long_as_a_turn_lasts_and_others_for_minutes(alice, bob, carol):
    daily, other = begun(alice, bob, time="days", days="5"), begun(alice, bob)
    left(daily, 3)
    then = clock.now() - timedelta(minutes=10)
    Match.objects.filter(pk=row(other).pk).update(acted_at=then)
    for path in ("/", "/watch"):
        page = text(carol.get(path))
        assert daily in page
        assert other not in page
    assert other in text(alice.get("/"))
