"""Members of a club: limits, the link, the next owner, and people who log in or withdraw."""

from __future__ import annotations

import pytest

from games_app.clubs import identity, members, notices
from games_app.clubs.record import Visibility
from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.models import Club, ClubMember, ClubPost
from games_app.people.client_marks import NO_CLIENT
from games_app.record import use_cases
from games_app.record.commands import identity as players_identity
from tests.cast import guest
from tests.clubs.club import Circle, with_account

pytestmark = pytest.mark.django_db(transaction=True)


def refused(code: str, act, *arguments, **named) -> None:
    with pytest.raises(Refused) as error:
        act(*arguments, **named)
    assert error.value.refusal.key == code


def test_form_sent_twice_makes_one_club():
    alice = with_account("alice")
    for _ in range(2):
        members.make(alice, "Cafe", Club.Colour.TEAL, Visibility.PUBLIC, "cmd-1", clock.now())
    assert Club.objects.count() == 1


def test_guest_joins_but_makes_no_club():
    circle = Circle()
    circle.join("bob")
    assert circle.roles() == {"alice": "owner", "bob": "member"}
    refused(
        "club_needs_account",
        members.make, guest("carol"), "Cafe", Club.Colour.TEAL, Visibility.PUBLIC, "", clock.now(),
    )  # fmt: skip


def test_numbers_of_members_and_of_clubs_are_limited(monkeypatch):
    circle = Circle("bob")
    monkeypatch.setattr(members, "MEMBERS_LIMIT", 2)
    refused("club_full", circle.join, "carol")
    monkeypatch.setattr(members, "OWNED_LIMIT", 1)
    refused(
        "too_many_clubs",
        members.make, circle.alice, "Second", Club.Colour.RED, Visibility.PUBLIC, "", clock.now(),
    )  # fmt: skip
    monkeypatch.setattr(members, "MEMBERS_LIMIT", 9)
    monkeypatch.setattr(members, "JOINED_LIMIT", 0)
    refused("too_many_clubs.joined", circle.join, "carol")


def test_person_taken_out_does_not_come_back_by_the_link_they_have():
    circle = Circle("bob")
    link = circle.row.invitation
    members.take_out(circle.id, circle.alice.pk, circle.people["bob"].public_id, clock.now())
    refused("club_link", members.join, link, circle.people["bob"], NO_CLIENT, clock.now())
    assert circle.roles() == {"alice": "owner"}


def test_person_who_leaves_and_comes_back_keeps_the_time_since_when_games_count():
    circle = Circle("bob")
    before = ClubMember.objects.get(player=circle.people["bob"]).joined_at
    circle.make_helper("bob")
    members.leave(circle.id, circle.people["bob"].pk, clock.now())
    circle.join("bob", circle.people["bob"])
    again = ClubMember.objects.get(player=circle.people["bob"])
    assert (again.joined_at, again.left_at, again.role) == (before, None, "member")


def test_new_owner_has_an_account_and_the_earlier_one_helps():
    circle = Circle("bob")
    bob = circle.people["bob"]
    refused("club_needs_account.other", members.hand_over, circle.id, circle.alice.pk, bob.public_id)
    circle.join("carol", with_account("carol"))
    members.hand_over(circle.id, circle.alice.pk, circle.people["carol"].public_id)
    assert circle.roles() == {"carol": "owner", "alice": "helper", "bob": "member"}


@pytest.mark.parametrize(("helper", "next_owner"), [("carol", "carol"), ("", "bob")])
def test_club_of_an_owner_who_withdraws_goes_to_the_oldest_helper_or_member(helper, next_owner):
    circle = Circle("bob", "carol", "dave")
    if helper:
        circle.make_helper(helper)
    notices.post(circle.id, circle.alice.pk, "Tonight at eight", "", clock.now())
    assert use_cases.withdraw(circle.alice) is None
    assert circle.roles().get(next_owner) == "owner"
    assert "alice" not in circle.roles()
    assert not ClubPost.objects.exists()


def test_last_member_who_withdraws_takes_the_club_along():
    circle = Circle("bob")
    members.leave(circle.id, circle.people["bob"].pk, clock.now())
    assert use_cases.withdraw(circle.alice) is None
    assert not Club.objects.exists()


def test_guest_who_logs_in_keeps_the_better_of_two_places():
    circle = Circle("bob", "carol")
    bob = circle.join("bobs account", with_account("bob with account"))
    guest_bob = circle.people["bob"]
    circle.make_helper("bob")
    first = ClubMember.objects.get(player=guest_bob).joined_at
    assert players_identity.claim(guest_bob, bob)
    players_identity.carry_over(guest_bob, bob)
    place = ClubMember.objects.get(player=bob)
    assert (place.role, place.joined_at) == ("helper", first)
    assert not ClubMember.objects.filter(player=guest_bob).exists()


def test_download_of_a_person_has_their_clubs_and_notices():
    circle = Circle("bob")
    notices.post(circle.id, circle.people["bob"].pk, "Hello all", "", clock.now())
    text = "".join(identity.listed(circle.people["bob"].pk))
    assert "Chess cafe: member" in text
    assert "Hello all" in text
