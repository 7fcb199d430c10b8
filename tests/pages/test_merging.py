"""Moving a guest's matches to an account."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from games_app.archive import verify
from games_app.lib.names import WITHDRAWN
from games_app.models import Block, Match, Member, Note, Player, PuzzleDay, PuzzleRating, Sanction
from games_app.people import players
from games_app.record.commands import identity
from tests.pages.people import act, begun, join, loaded, make, row
from tests.pages.test_inviting import invite, over

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "correct horse battery"


@pytest.fixture
def account(carol) -> Player:
    """Carol's player, who has an account."""
    return opened(carol, "carol")


def opened(person: Client, name: str) -> Player:
    person.post("/account", {"name": name, "password": PASSWORD})
    found = players.current(person.session)
    assert found
    return found


def log_in(person: Client, name: str = "carol", **sent: str):
    return person.post("/login", {"name": name, "password": PASSWORD, **sent})


def sitters(address: str) -> set[int | None]:
    return set(loaded(address).sitters.values())


def test_guest_who_has_played_here_is_asked_whether_to_bring_it_along(alice, bob, account):
    begun(alice, bob, "checkers", side="black")
    over(alice, bob)
    asked = log_in(alice)
    assert asked.status_code == 409
    text = asked.content.decode()
    assert "Add this device's 2 matches" in text
    assert 'value="yes" checked' in text
    assert players.current(alice.session) != account


def test_seats_and_notes_go_over_in_the_middle_of_a_match(alice, bob, account):
    match = begun(alice, bob, "checkers", side="black")
    act(match, "black", "move 3 3 4 4")
    guest = players.current(alice.session)
    Note.objects.create(match=row(match), player=guest, ply=1, text="bold")
    assert log_in(alice, bring="yes").status_code == 302
    assert players.current(alice.session) == account
    assert sitters(match) == {account.pk, players.current(bob.session).pk}
    assert loaded(match).seats["black"].name == "alice"
    assert loaded(match).seats["red"].opponent_id == account.pk
    assert Note.objects.get().player == account
    act(match, "red", "move 2 6 1 5")
    act(match, "black", "move 4 4 3 5")
    assert verify.verify(row(match).public_id) == []


def test_login_without_the_guests_matches_brings_nothing(alice, bob, account):
    match = begun(alice, bob)
    guest = players.current(alice.session)
    assert log_in(alice, bring="no").status_code == 302
    assert guest.pk in sitters(match)


def test_a_match_against_the_account_itself_stays_and_that_is_said(alice, carol, account):
    match = make(alice)
    join(carol, match, "carol")
    before = sitters(match)
    asked = unescape(log_in(alice).content.decode())
    assert "1 match can't be added" in asked
    assert "Add this device" not in asked
    assert log_in(alice, bring="yes").status_code == 302
    assert sitters(match) == before


def test_waiting_matches_go_over_too(alice, bob, account):
    over(alice, bob)
    made = make(alice)
    invitation = invite(bob, "alice").headers["Location"]
    log_in(alice, bring="yes")
    assert row(made).maker == account
    assert alice.post(f"{made}/cancel").status_code == 302
    assert join(alice, invitation, "carol").status_code == 302
    assert account.pk in sitters(invitation)


def test_blocks_and_sanctions_go_over_so_that_nobody_gets_rid_of_them(alice, bob, account):
    make(alice)
    make(bob, name="bob")
    guest, other = players.current(alice.session), players.current(bob.session)
    Block.objects.create(player=other, blocked=guest)
    Block.objects.create(player=guest, blocked=account)
    Sanction.objects.create(person=guest, kind="mute", until=timezone.now() + timedelta(days=1))
    log_in(alice, bring="yes")
    assert list(Block.objects.values_list("player", "blocked")) == [(other.pk, account.pk)]
    assert Sanction.objects.get().person == account


def test_puzzles_and_the_membership_of_a_closed_site_go_over(alice, account):
    make(alice)
    guest, today = players.current(alice.session), timezone.now()
    for whose, days in ((guest, (1, 2)), (account, (2, 3))):
        PuzzleDay.objects.bulk_create([PuzzleDay(player=whose, day=f"2026-11-0{day}") for day in days])
    PuzzleRating.objects.create(player=guest, game="mancala", rating=1700, at=today)
    Member.objects.create(player=guest, since=today)
    log_in(alice, bring="yes")
    assert sorted(PuzzleDay.objects.filter(player=account).values_list("day__day", flat=True)) == [1, 2, 3]
    assert PuzzleRating.objects.get().player == account
    assert Member.objects.get().player == account


def test_simultaneous_logins_to_two_accounts_bring_all_to_one_of_them(alice, bob, carol, mallory):
    mine = [begun(alice, bob) for _ in range(3)]
    accounts = [opened(carol, "carol"), opened(mallory, "mallory")]
    guest = players.current(alice.session)
    tabs = [Client(), Client()]
    for tab in tabs:
        tab.cookies = alice.cookies.copy()

    def go(tab: Client, name: str) -> int:
        try:
            return int(log_in(tab, name, bring="yes").status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor() as pool:
        assert set(pool.map(go, tabs, ["carol", "mallory"])) == {302}
    guest.refresh_from_db()
    assert guest.merged_into in accounts
    assert {sitter for match in mine for sitter in sitters(match)} == {
        guest.merged_into_id,
        players.current(bob.session).pk,
    }


def test_a_guest_goes_over_to_the_account_that_was_first(alice, bob, carol, mallory):
    begun(alice, bob)
    guest, first, second = players.current(alice.session), opened(carol, "carol"), opened(mallory, "mallory")
    assert identity.claim(guest, first)
    assert not identity.claim(guest, second)
    assert identity.claim(guest, first), "the form may be sent again"


def test_rated_matches_stay(alice, bob, account):
    match = begun(alice, bob, "checkers", time="real")
    Match.objects.update(terms=row(match).terms | {"rated": True, "hints": False, "takebacks": False})
    assert identity.going_over(players.current(alice.session), account) == ([], 1)


def test_later_withdrawal_leaves_no_name_in_matches_that_stayed(alice, bob, carol, account):
    match = make(alice)
    join(carol, match, "carol")
    log_in(alice, bring="yes")
    assert alice.post("/withdraw", {"sure": "yes", "present": PASSWORD}).status_code == 200
    assert {seat.name for seat in loaded(match).seats.values()} == {WITHDRAWN}
