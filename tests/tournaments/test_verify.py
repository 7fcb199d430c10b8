"""Verification notices each way in which a tournament can contradict its matches."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.archive.verify import verify as verify_match
from games_app.lib import clock
from games_app.models import Match, Pairing
from games_app.tournaments import members
from games_app.tournaments.record import System
from games_app.tournaments.verify import all_differences
from tests.tournaments.hall import DAYS, Hall, resign

pytestmark = pytest.mark.django_db(transaction=True)


def played() -> Hall:
    hall = Hall(System.ROUND_ROBIN, 3, DAYS)
    hall.win("alice", "bob")
    hall.win("carol", "alice")
    return hall


def test_sound_tournament_has_no_difference_and_its_matches_replay():
    hall = played()
    members.leave(hall.id, hall.people["bob"].pk, clock.now())
    assert list(all_differences()) == []
    assert [verify_match(public_id) for public_id in Match.objects.values_list("public_id", flat=True)] == [
        [],
        [],
    ]


def test_changed_result_is_noticed_in_the_game_and_in_the_standings():
    hall = played()
    Pairing.objects.filter(pk=hall.pairing("carol", "alice").pk).update(outcome=Pairing.Outcome.DRAW)
    noticed = "\n".join(all_differences())
    assert "has the result draw" in noticed
    assert "standings" in noticed


def test_result_without_a_match_is_noticed():
    hall = played()
    Pairing.objects.filter(pk=hall.pairing("carol", "alice").pk).update(match=None)
    noticed = "\n".join(all_differences())
    assert "has a result, but no match" in noticed
    assert "which doesn't know it" in noticed


def test_result_that_nobody_took_over_is_noticed():
    hall = Hall(System.ROUND_ROBIN, 2, DAYS)
    match = hall.play("alice", "bob")
    resign(match, hall.alice)
    assert list(all_differences()) == []
    Match.objects.update(ended_at=clock.now() - timedelta(hours=1))
    assert "has no result, but its match is over" in "\n".join(all_differences())


def test_missing_game_is_noticed():
    hall = played()
    hall.pairing("bob", "carol").delete()
    assert "owe each other no game" in "\n".join(all_differences())
