"""Rated matches that don't count: between people who may be one, resigned at once, or one too many."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from games_app.games.rules import GAMES
from games_app.lib import clock
from games_app.lists.match_ratings import why_not_to_count, why_uncounted
from games_app.management.commands.ratings import REASONS
from games_app.match.match_state import load
from games_app.match.messages import NO_ID, Accept, Act, Offer, Resign
from games_app.match.terms import Daily, Terms
from games_app.models import ClientMark, Match, RatedResult, Rating, UncountedMatch
from games_app.people import client_marks, uncounted
from games_app.people.client_marks import BROWSER_LASTS, NETWORK_LASTS, Client
from games_app.record.commands import identity
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.rated import NOWHERE, RATED, begun, lose, person, play_on, send

pytestmark = pytest.mark.django_db(transaction=True)

HOME, ELSEWHERE = Client("203.0.113.7", "browser one"), Client("198.51.100.9", "browser two")
SAME_ADDRESS = Client(HOME.address, "browser two")
SAME_BROWSER = Client(ELSEWHERE.address, HOME.browser)
EVEN = Terms(hints=False, takebacks=False, time=Daily(3), rated=True, balanced=True)
Why = UncountedMatch.Why


@pytest.fixture
def alice():
    return person("alice")


@pytest.fixture
def bob():
    return person("bob")


def why() -> list[str]:
    return list(UncountedMatch.objects.order_by("pk").values_list("why", flat=True))


def counted() -> int:
    return RatedResult.objects.count() // 2


def told(match: str, reader) -> str:
    return why_uncounted(load([match])[match], reader.pk)


def verified() -> str:
    out = StringIO()
    call_command("ratings", stdout=out, stderr=out)
    return out.getvalue()


@pytest.mark.parametrize("other", [SAME_ADDRESS, SAME_BROWSER])
def test_a_match_between_accounts_that_share_an_address_or_a_browser_does_not_count(alice, bob, other):
    match = begun(alice, bob, clients=(HOME, other))
    assert why() == [Why.SHARED], "known from the start"
    lose(bob, match)
    assert (counted(), why()) == (0, [Why.SHARED])


def test_people_of_different_addresses_and_browsers_and_those_of_unknown_ones_are_rated(alice, bob):
    lose(bob, begun(alice, bob, clients=(HOME, ELSEWHERE)))
    carol, dave = person("carol"), person("dave")
    lose(dave, begun(carol, dave, clients=(NOWHERE, NOWHERE)))
    assert (counted(), why()) == (2, [])


def test_an_address_that_both_have_used_in_other_matches_is_remembered(alice, bob):
    carol = person("carol")
    begun(alice, carol, clients=(HOME, NOWHERE))
    begun(bob, carol, clients=(SAME_ADDRESS, NOWHERE))
    lose(bob, begun(alice, bob, clients=(Client("192.0.2.1"), Client("192.0.2.2"))))
    assert (counted(), why()) == (0, [Why.SHARED])


def test_visit_from_the_opponents_address_during_the_match_is_noticed_at_its_end(alice, bob):
    match = begun(alice, bob, clients=(HOME, ELSEWHERE))
    assert told(match, alice) == ""
    client_marks.record([(bob.pk, SAME_ADDRESS)], clock.now())  # as the socket does, see tests/live
    lose(bob, match)
    assert (counted(), why()) == (0, [Why.SHARED])


def test_addresses_and_browsers_are_forgotten_in_time(alice, bob):
    begun(alice, bob, clients=(HOME, ELSEWHERE))
    client_marks.record([(bob.pk, SAME_ADDRESS)], clock.now())
    now = clock.now()
    assert client_marks.are_shared(alice.pk, bob.pk, now)
    later = now + NETWORK_LASTS
    assert client_marks.are_shared(alice.pk, bob.pk, later) is False
    client_marks.sweep(later)
    assert set(ClientMark.objects.values_list("player__name", flat=True)) == {"alice", "bob"}, "browsers"
    client_marks.sweep(now + BROWSER_LASTS)
    assert not ClientMark.objects.exists()


def test_neither_addresses_nor_browsers_are_stored_and_casual_matches_leave_no_marks(alice, bob):
    begun(alice, bob, Terms(), clients=(HOME, ELSEWHERE))
    assert not ClientMark.objects.exists()
    begun(alice, bob, clients=(HOME, ELSEWHERE))
    stored = " ".join(ClientMark.objects.values_list("mark", flat=True))
    assert len(stored.split()) == 4
    assert not any(part in stored for part in ("203.0.113", "browser"))
    identity.erase(alice)
    assert not ClientMark.objects.filter(player=alice).exists()


def test_players_read_why_before_anything_is_played_and_others_only_that_it_does_not_count(alice, bob):
    match = begun(alice, bob, clients=(HOME, SAME_ADDRESS))
    for player in (alice, bob):
        assert "the same internet address" in told(match, player)
    assert told(match, person("carol")) == "This match doesn't count for the ratings."


def test_an_invitation_says_whether_the_match_would_count_for_its_reader(alice, bob):
    config = begun(alice, person("carol"), clients=(HOME, NOWHERE))
    match = load([config])[config]
    now = clock.now()
    for seat in match.seats.values():
        if seat.player_id != alice.pk:
            seat.player_id = None
    assert why_not_to_count(match, bob.pk, ELSEWHERE, now) == ""
    for client in (SAME_ADDRESS, SAME_BROWSER):
        assert "the same internet address" in why_not_to_count(match, bob.pk, client, now)


@pytest.mark.parametrize("game", GAMES)
def test_early_resignation_does_not_count_and_a_later_one_does(alice, bob, game):
    """Moves of an opening drawn by lot are nobody's decisions."""
    terms = EVEN if game == "mancala" else RATED
    least = GAMES[game].least_decisions
    lose(bob, begun(alice, bob, terms, game), decisions=least - 1)
    assert (counted(), why()) == (0, [Why.SHORT])
    lose(bob, begun(alice, bob, terms, game), decisions=least)
    assert (counted(), why()) == (1, [Why.SHORT])
    assert "1 rated matches: every rating follows" in verified()


def test_both_players_must_have_decided_often_enough(alice, bob):
    match = begun(alice, bob, game="checkers")
    play_on(match, GAMES["checkers"].least_decisions - 1)
    known = load([match])[match]
    (role,) = known.state.to_move
    action = Act("one-more", known.row.bases[role], known.state.legal_actions(role)[0])
    assert writer.ask(Command(action, match, known.sitters[role])).refusal is None
    send(Resign(NO_ID), match, bob)
    assert (counted(), why()) == (0, [Why.SHORT])


def test_an_early_draw_by_agreement_changes_nothing_either(alice, bob):
    match = begun(alice, bob)
    play_on(match, 2)
    offered = writer.ask(Command(Offer("draw-offer", "draw"), match, alice.pk))
    assert writer.ask(Command(Accept("draw-taken", "draw", offered.seq), match, bob.pk)).refusal is None
    assert (counted(), why()) == (0, [Why.SHORT])
    assert "before both players had made 9 moves" in told(match, bob)


def test_a_match_that_the_rules_end_counts_however_short_it_was(alice, bob):
    match = begun(alice, bob)
    play_on(match, 2)
    row = Match.objects.get(public_id=match)
    row.how, row.winner = Match.How.RULES, "white"
    assert uncounted.is_void(row, (alice.pk, bob.pk), clock.now()) is False


def test_the_same_two_are_rated_so_often_a_day_and_no_more(alice, bob):
    for _ in range(uncounted.MOST_A_DAY):
        lose(bob, begun(alice, bob))
    one_more = begun(alice, bob)
    assert "already have 6 that count" in told(one_more, alice)
    lose(bob, one_more)
    assert (counted(), why()) == (uncounted.MOST_A_DAY, [Why.OFTEN])
    RatedResult.objects.update(at=clock.now() - timedelta(days=2))
    lose(bob, begun(alice, bob))
    assert counted() == uncounted.MOST_A_DAY + 1


def test_matches_begun_at_once_are_counted_at_their_end(alice, bob):
    many = [begun(alice, bob) for _ in range(uncounted.MOST_A_DAY + 2)]
    for match in many:
        lose(bob, match)
    assert (counted(), why()) == (uncounted.MOST_A_DAY, [Why.OFTEN] * 2)
    assert Rating.objects.get(player=alice).games == uncounted.MOST_A_DAY


def test_a_match_of_which_nothing_says_whether_it_counts_is_noticed(alice, bob):
    lose(bob, begun(alice, bob), decisions=1)
    UncountedMatch.objects.all().delete()
    with pytest.raises(CommandError, match="1 differences"):
        verified()


def test_a_match_that_ended_before_reasons_were_stored_needs_none(alice, bob):
    old, new = (begun(alice, bob) for _ in range(2))
    for match in (old, new):
        lose(bob, match, decisions=1)
    UncountedMatch.objects.all().delete()
    app, name = REASONS
    since = MigrationRecorder(connection).migration_qs.get(app=app, name=name).applied
    Match.objects.filter(public_id=old).update(ended_at=since - timedelta(seconds=1))
    with pytest.raises(CommandError, match="1 differences"):
        verified()
    Match.objects.filter(public_id=new).update(ended_at=since - timedelta(seconds=1))
    assert "0 rated matches: every rating follows" in verified()
    assert counted() == 0


def test_a_match_that_counts_and_does_not_is_noticed(alice, bob):
    match = begun(alice, bob)
    lose(bob, match)
    row = Match.objects.get(public_id=match)
    UncountedMatch.objects.create(match=row, why=Why.SHARED, at=clock.now())
    with pytest.raises(CommandError, match="1 differences"):
        verified()
