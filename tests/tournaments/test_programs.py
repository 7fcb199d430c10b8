"""Programs in tournaments: they begin the games that they owe, by the API."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from games_app.lib import clock
from games_app.models import Match, Player
from games_app.people import accounts, api_tokens
from games_app.tournaments.record import System
from tests.cast import guest, new_cmd
from tests.tournaments.hall import CLOCK, DAYS, Hall

pytestmark = pytest.mark.django_db(transaction=True)


def token_of(player: Player, *scopes: str) -> str:
    account = accounts.open_account(player, "a long password", clock.now())
    return api_tokens.make(account, "program", clock.now(), scopes=scopes or ("read", "play"))


def begin(hall: Hall, secret: str, opponent: int):
    body = json.dumps({"cmd": new_cmd(), "opponent": opponent})
    address = f"/api/v1/tournaments/{hall.id}/games"
    return Client().post(address, body, "application/json", HTTP_AUTHORIZATION=f"Bearer {secret}")


def test_program_begins_a_game_once_however_often_it_asks():
    hall = Hall(System.ROUND_ROBIN, 3, DAYS)
    secret = token_of(hall.people["bob"])
    first, second = begin(hall, secret, 3).json(), begin(hall, secret, 3).json()
    assert first == second == {"match": Match.objects.get().public_id}


def test_game_with_a_clock_begins_when_both_programs_have_asked():
    hall = Hall(System.ROUND_ROBIN, 2, CLOCK)
    alice, bob = token_of(hall.alice), token_of(hall.people["bob"])
    assert begin(hall, alice, 2).json() == {"match": None}
    assert begin(hall, alice, 2).json() == {"match": None}
    assert begin(hall, bob, 1).json() == {"match": Match.objects.get().public_id}


@pytest.mark.parametrize("opponent", [0, 2, 9, -1])
def test_game_with_oneself_or_nobody_is_refused(opponent):
    hall = Hall(System.ROUND_ROBIN, 3, DAYS)
    assert begin(hall, token_of(hall.people["bob"]), opponent).json()["code"] == "no_pairing"
    assert not Match.objects.exists()


def test_others_and_tokens_that_only_read_begin_nothing():
    hall = Hall(System.ROUND_ROBIN, 3, DAYS)
    hidden = Hall(System.ROUND_ROBIN, ["alice", "bob"], DAYS, visibility=Match.Visibility.SEATS)
    mallory = token_of(guest("mallory"))
    assert begin(hall, mallory, 2).json()["code"] == "not_entered"
    assert begin(hidden, mallory, 2).status_code == 404
    assert begin(hall, token_of(hall.people["bob"], "read"), 3).status_code == 403
    assert not Match.objects.exists()
