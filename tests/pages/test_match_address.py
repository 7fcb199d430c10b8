"""The single address of a match: its page depends on the reader, and opening it never takes a seat."""

from datetime import timedelta

import pytest

from games_app.lib import clock
from games_app.models import Event, Match, Player
from games_app.record.commands.matches import INVITATION_LASTS
from games_app.record.writer import writer
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


def test_only_the_maker_cancels(alice, bob, mallory):
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


ID = "x3mqng9nht"

WITH_SIGNS = (
    *("/", "//", "/?", ".", "...", ")", ">", ">).", "*_", "%22", "%5C", "%20", "%2520", "%C2%A0%0A"),
    *("%E2%80%8B", "%EF%BB%BF", "%EF%BC%8C", "%E3%80%82", "%F0%9F%99%82", "%EF%B8%8F", "%E2%80"),
)
"""Additions of chat programs and people to a link: invisible signs, foreign full stops, half a sign."""


@pytest.mark.parametrize("added", WITH_SIGNS)
def test_a_link_with_signs_after_it_leads_to_the_page(carol, added):
    for page in ("/m", "/player", "/puzzles"):
        assert carol.get(f"{page}/{ID}{added}").url == f"{page}/{ID}", page


def test_a_link_in_capitals_leads_to_the_page_with_its_query(carol):
    assert carol.get(f"/M/{ID.upper()}").url == f"/m/{ID}"
    assert (
        carol.get(f"/m/{ID.title()}./?ply=3&next=//mallory.example").url
        == f"/m/{ID}?ply=3&next=//mallory.example"
    )
    assert carol.head(f"/m/{ID.upper()}").status_code == 302


OTHERS = (
    "x3mqng9nh",
    "x3mqng9nhtz",
    "x3mqng9nh0.",
    "x3mqng9nh%C5%BF",
    f"{ID}.z",
    f"{ID}%E7%8E%A9",
    f"{ID}//b.example",
)


@pytest.mark.parametrize("path", OTHERS)
def test_a_link_with_other_letters_leads_nowhere(carol, path):
    assert carol.get(f"/m/{path}").status_code == 404
