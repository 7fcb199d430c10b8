"""The single address of a match: its page depends on the reader, and opening it never takes a seat."""

from datetime import timedelta

import pytest

from games_app.lib import clock
from games_app.models import Event, Match, Player
from games_app.services.commands.matches import INVITATION_LASTS
from games_app.store.writer import writer
from tests.pages.people import begun, join, make, row, seated

pytestmark = pytest.mark.django_db(transaction=True)


def text(answer):
    return answer.content.decode()


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_at_an_invitation_seats_nobody(alice, mallory, method):
    address = make(alice)
    events, people = Event.objects.count(), Player.objects.count()
    for _ in range(3):
        assert getattr(mallory, method)(address).status_code == 200
    assert mallory.get(f"{address}/join").url == address
    assert seated(address) == ["alice"]
    assert (Event.objects.count(), Player.objects.count()) == (events, people)


def test_a_name_like_the_makers_comes_back_as_a_mistake_in_the_form(alice, bob):
    address = make(alice)
    answer = join(bob, address, "ALICE")
    assert answer.status_code == 409
    assert answer.context["form"].errors["name"]
    assert 'value="ALICE"' in text(answer)
    assert seated(address) == ["alice"]
    assert join(bob, address, "bob").status_code == 302


def test_a_cancelled_match_says_so_and_offers_a_new_one(alice, bob):
    address = make(alice, "morris")
    assert alice.post(f"{address}/cancel").status_code == 302
    page = bob.get(address)
    assert page.status_code == 410
    assert "was cancelled" in text(page)
    assert 'href="/new/morris"' in text(page)
    assert join(bob, address).status_code == 409


@pytest.fixture
def a_day_later(monkeypatch):
    """Function that lets the site's clock jump past the end of an invitation."""
    later = clock.now() + INVITATION_LASTS + timedelta(minutes=1)
    return lambda: monkeypatch.setattr(clock, "now", lambda: later)


def test_an_expired_invitation_says_so_and_seats_nobody(alice, bob, a_day_later):
    address = make(alice)
    a_day_later()
    page = bob.get(address)
    assert page.status_code == 410
    assert "has expired" in text(page)
    answer = join(bob, address)
    assert answer.status_code == 409
    assert "This invitation has expired" in text(answer)
    assert seated(address) == ["alice"]


def test_nobody_but_the_maker_cancels(alice, bob, mallory):
    address = make(alice)
    answer = mallory.post(f"{address}/cancel")
    assert answer.status_code == 409
    assert "Only the person who made this match" in text(answer)
    assert row(address).status == Match.Status.WAITING
    begun_address = begun(alice, bob)
    assert alice.post(f"{begun_address}/cancel").status_code == 409
    assert row(begun_address).status == Match.Status.PLAYING


def left(address, days):
    """Let nothing have happened in the match for so many days."""
    then = clock.now() - timedelta(days=days)
    Match.objects.filter(pk=row(address).pk).update(acted_at=then, started_at=then)
    writer.forget()


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
