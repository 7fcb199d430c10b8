"""Making and joining matches: one transaction with the name, one policy."""

from __future__ import annotations

import dataclasses

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from games_app.lib import clock
from games_app.match.match_state import load
from games_app.match.messages import BOTH, NO_ID, RANDOM, MatchConfig
from games_app.match.terms import CLOCK_PRESETS, Claim, Daily, Pause, RealTime, Terms, Wait, rated_preset
from games_app.models import Match, Player, Seat
from games_app.people.accounts import open_account
from games_app.people.client_marks import Client
from games_app.record import use_cases
from games_app.record.commands.matches import MOST_WAITING, new_match
from games_app.record.use_cases import Sender
from games_app.record.writer import writer
from tests.cast import guest, waiting_match

pytestmark = pytest.mark.django_db(transaction=True)

CONFIG = MatchConfig("mancala", {}, RANDOM, "public")
RATED = rated_preset(CLOCK_PRESETS["5+3"], "morris")


@pytest.fixture(autouse=True)
def in_this_thread(monkeypatch, settings):
    """The writer works in the test's thread, whose queries can be seen."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    monkeypatch.setattr(writer, "ask", lambda command, first=True: writer.run([command])[0])
    monkeypatch.setattr(writer, "ask_all", lambda commands: writer.run(commands) if commands else [])


def sender(player: Player) -> Sender:
    return Sender(player, Client("198.51.100.7", "browser"))


def name_of(player: Player) -> tuple[str, bool]:
    return Player.objects.values_list("name", "chose_name").get(pk=player.pk)


def test_a_match_and_its_makers_name_are_stored_in_one_transaction():
    alice = guest("quick otter")
    with CaptureQueriesContext(connection) as queries:
        answer = use_cases.make_match(sender(alice), CONFIG, "alice", NO_ID)
    assert answer.refusal is None
    assert name_of(alice) == ("alice", True)
    assert sum(one["sql"] == "COMMIT" for one in queries) == 1


def test_player_who_may_have_no_match_keeps_their_name():
    alice = guest("alice")
    for _ in range(MOST_WAITING):
        waiting_match("mancala", alice, "north")
    answer = use_cases.make_match(sender(alice), CONFIG, "alicia", NO_ID)
    assert answer.refusal
    assert answer.refusal.code == "too_many_waiting"
    assert name_of(alice) == ("alice", False)


def test_the_new_name_stands_at_the_other_matches_that_wait():
    alice = guest("alice")
    waiting = waiting_match("mancala", alice, "north")
    assert use_cases.make_match(sender(alice), CONFIG, "alicia", NO_ID).refusal is None
    assert Seat.objects.get(match__public_id=waiting, player=alice).name == "alicia"


@pytest.mark.parametrize("joins", [False, True])
def test_a_name_that_becomes_anothers_meanwhile_is_refused_with_the_match(monkeypatch, joins):
    """Between the check of the name's owner and its change, somebody opens an account under it."""
    alice, bob = guest("alice"), guest("bob")
    open_account(alice, "correct horse battery", clock.now())
    open_account(guest("zoe"), "correct horse battery", clock.now())
    monkeypatch.setattr("games_app.record.commands.matches.accounts.is_reserved", lambda name, player: False)
    waiting = load([waiting_match("mancala", bob, "north")]).popitem()[1]
    before = Match.objects.count()
    if joins:
        answer = use_cases.join(sender(alice), waiting, "zoe")
    else:
        answer = use_cases.make_match(sender(alice), CONFIG, "zoe", NO_ID)
    assert answer.refusal
    assert answer.refusal.code == "name_reserved"
    assert name_of(alice)[0] == "alice"
    assert Match.objects.count() == before
    assert Match.objects.get(public_id=waiting.row.public_id).status == "waiting"


def test_joiner_takes_the_name_with_the_seat():
    bob = guest("quick otter")
    waiting = load([waiting_match("mancala", guest("alice"), "north")]).popitem()[1]
    assert use_cases.join(sender(bob), waiting, "bob").refusal is None
    assert name_of(bob) == ("bob", True)


@pytest.mark.parametrize(
    ("game", "changes", "problems"),
    [
        ("mancala", {}, []),
        ("mancala", {"side": "white"}, [("side", "no_such_side")]),
        ("mancala", {"open_offer": True, "terms": CLOCK_PRESETS["days"]}, []),
        ("mancala", {"open_offer": True, "terms": CLOCK_PRESETS["5+3"]}, []),
        (
            "mancala",
            {"open_offer": True, "side": BOTH},
            [("side", "stranger_at_one_screen"), ("time", "stranger_without_time")],
        ),
        (
            "mancala",
            {"open_offer": True, "terms": Terms(time=RealTime(5, 0))},
            [("absence", "stranger_without_claim")],
        ),
        ("mancala", {"terms": Terms(absence=Pause(5))}, [("absence", "pause_without_clock")]),
        ("mancala", {"terms": Terms(time=Daily(3), absence=Pause(5))}, [("absence", "pause_without_clock")]),
        ("mancala", {"terms": Terms(time=Daily(3), absence=Claim(60))}, [("absence", "claim_within_days")]),
        ("mancala", {"terms": Terms(absence=Claim(60))}, []),
        ("mancala", {"terms": Terms(start="8", balanced=True)}, [("start", "chosen_start")]),
        ("morris", {"terms": replace(RATED, start="a1")}, [("start", "chosen_start")]),
        ("morris", {"terms": Terms(balanced=True)}, [("start", "no_even_opening")]),
        ("morris", {"terms": RATED}, []),
        ("morris", {"terms": replace(RATED, hints=True)}, [("rated", "rated_with_help")]),
        ("morris", {"terms": replace(RATED, takebacks=True)}, [("rated", "rated_with_help")]),
        ("morris", {"terms": replace(RATED, time=None, absence=Wait())}, [("time", "rated_without_time")]),
        ("morris", {"terms": RATED, "side": BOTH}, [("side", "rated_at_one_screen")]),
        ("morris", {"terms": RATED, "open_offer": True, "within": 100}, []),
        ("morris", {"terms": RATED, "open_offer": True, "within": 150}, [("within", "unrated_bound")]),
        ("morris", {"terms": RATED, "within": 100}, [("within", "unrated_bound")]),
        (
            "mancala",
            {"open_offer": True, "terms": CLOCK_PRESETS["5+3"], "within": 100},
            [("within", "unrated_bound")],
        ),
    ],
)
def test_the_policy_says_which_field_is_wrong(game, changes, problems):
    config = dataclasses.replace(CONFIG, game=game, **changes)
    assert config.problems() == problems
    if problems:
        with pytest.raises(ValueError, match=problems[0][1]):
            new_match(config, 1, "alice", clock.now())
