"""Friends: both agree, a no is never told, a block stands above it, and it goes with the account."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.core.cache import cache

from games_app.lib import clock
from games_app.models import Friendship, Player, Sanction
from games_app.people import friends, sanctions
from games_app.people.friends import REQUEST_LASTS
from tests.pages.people import join, make
from tests.pages.test_inviting import invite, public_id, text, with_accounts

pytestmark = pytest.mark.django_db(transaction=True)

ASK = "Ask {} to be friends"


@pytest.fixture(autouse=True)
def _accounts(alice, bob):
    with_accounts(alice=alice, bob=bob)


def ask(person, name, **fields):
    return person.post(f"/player/{public_id(name)}/friend", fields)


def end(person, name):
    return ask(person, name, do="end")


def befriend(alice, bob):
    assert ask(alice, "bob").status_code == 302
    assert ask(bob, "alice").status_code == 302


def page(person, name):
    return text(person.get(f"/player/{public_id(name)}"))


def listed(person, which="friends"):
    """Return the names in one of the lists of the person's page of friends."""
    part = text(person.get("/friends")).split(f'data-list="{which}"')[1].split("</ul>")[0]
    return [line.split("</bdi>")[0] for line in part.split("<bdi>")[1:]]


def test_a_page_without_names_of_strangers_knows_the_reader_and_their_friends(alice, bob):
    address = make(alice)
    join(bob, address)
    befriend(alice, bob)
    assert "data-known" not in text(alice.get(address))
    alice.cookies["preferences"] = "people=unnamed"
    page = text(alice.get(address))
    known = re.search(r'data-known="([^"]*)"', page)[1]
    players = re.search(r'id="players"[^>]*>(.*?)<', page)[1]
    assert known.split() == [public_id("alice"), public_id("bob")]
    assert set(json.loads(players).values()) == {public_id("alice"), public_id("bob")}
    title = re.search(r"<title>(.*?)</title>", page)[1]
    assert "Mancala" in title
    assert "bob" not in title
    assert 'data-word="north"' in page
    assert ">bob</text>" not in page


def test_two_are_friends_once_the_other_has_agreed(alice, bob):
    assert ASK.format("bob") in page(alice, "bob")
    ask(alice, "bob")
    assert (listed(alice), listed(alice, "asked"), listed(bob, "asking")) == ([], ["bob"], ["alice"])
    assert "alice asks you to be friends" in page(bob, "alice")
    assert "You have asked bob" in page(alice, "bob")
    ask(alice, "bob")
    assert listed(alice) == []
    ask(bob, "alice")
    assert (listed(alice), listed(bob), listed(alice, "asked"), listed(bob, "asking")) == (
        ["bob"],
        ["alice"],
        [],
        [],
    )
    assert "You and alice are friends" in page(bob, "alice")


def test_friends_are_no_strangers_to_the_limit_of_invitations(alice, bob, carol, monkeypatch):
    with_accounts(carol=carol)
    carol.post("/account", {"do": "invitations", "open": "yes"})
    monkeypatch.setattr("games_app.record.commands.invitations.STRANGERS_A_DAY", 1)
    befriend(alice, bob)
    assert [invite(alice, name).status_code for name in ("bob", "bob", "carol")] == [302] * 3


def test_a_declined_request_looks_like_an_unanswered_one(alice, bob):
    ask(alice, "bob")
    before = page(alice, "bob"), listed(alice, "asked")
    end(bob, "alice")
    assert listed(bob, "asking") == []
    assert "asks you" not in page(bob, "alice")
    ask(alice, "bob")
    assert (without_tokens(page(alice, "bob")), listed(alice, "asked")) == (
        without_tokens(before[0]),
        before[1],
    )
    assert listed(bob, "asking") == []


def without_tokens(shown):
    return [line for line in shown.splitlines() if "csrf" not in line]


def test_a_request_declined_and_withdrawn_comes_back_to_nobody(alice, bob):
    ask(alice, "bob")
    end(bob, "alice")
    end(alice, "bob")
    ask(alice, "bob")
    assert listed(bob, "asking") == []


def test_an_unanswered_request_lapses(alice, bob):
    ask(alice, "bob")
    end(bob, "alice")
    Friendship.objects.update(asked_at=clock.now() - REQUEST_LASTS)
    assert listed(alice, "asked") == []
    ask(alice, "bob")
    assert listed(bob, "asking") == ["alice"]
    Friendship.objects.update(asked_at=clock.now() - REQUEST_LASTS)
    friends.sweep(clock.now())
    assert not Friendship.objects.exists()


def test_a_friendship_doesnt_lapse_and_either_ends_it(alice, bob):
    befriend(alice, bob)
    Friendship.objects.update(asked_at=clock.now() - REQUEST_LASTS)
    friends.sweep(clock.now())
    assert listed(alice) == ["bob"]
    end(bob, "alice")
    assert (listed(alice), listed(bob)) == ([], [])
    assert ASK.format("bob") in page(alice, "bob")


@pytest.mark.parametrize("blocker", ["alice", "bob"])
def test_a_block_ends_a_friendship_and_prevents_another_silently(alice, bob, blocker):
    befriend(alice, bob)
    people = {"alice": alice, "bob": bob}
    other = "bob" if blocker == "alice" else "alice"
    people[blocker].post(f"/player/{public_id(other)}/block")
    assert (listed(alice), listed(bob)) == ([], [])
    assert ASK.format(blocker) in page(people[other], blocker)
    assert ask(people[other], blocker).status_code == 302
    assert listed(people[other], "asked") == [blocker]
    assert listed(people[blocker], "asking") == []
    cache.clear()
    assert not re.search(r"request\s*</span>", text(people[blocker].get("/about")))
    assert "Unblock them" in text(ask(people[blocker], other))
    assert not Friendship.objects.exclude(agreed_at=None).exists()


def test_a_guests_block_ends_the_friendship_of_the_account_they_log_in_to(alice, bob, phone):
    befriend(alice, bob)
    phone.post("/name", {"name": "guest"})
    phone.post(f"/player/{public_id('bob')}/block")
    phone.post("/login", {"name": "alice", "password": "correct horse battery", "bring": "yes"})
    assert "You have blocked this person" in page(phone, "bob")
    assert (listed(phone), listed(bob)) == ([], [])
    assert not Friendship.objects.exists()


def test_guests_have_no_friends_and_are_told_what_to_do(alice, carol, phone):
    join(carol, make(alice), "carol")
    shown = page(alice, "carol")
    assert "both of you need an account" in shown
    assert ASK.format("carol") not in shown
    refused = ask(alice, "carol")
    assert refused.status_code == 409
    assert "need an account each" in text(refused)
    for guest in (carol, phone):
        assert ask(guest, "alice").status_code == 409
        assert "Create an account" in text(guest.get("/friends"))
    assert not Friendship.objects.exists()


def test_friend_request_to_oneself_is_refused(alice):
    assert ask(alice, "alice").status_code == 409


def test_a_person_asks_only_so_many_a_day(alice, monkeypatch):
    monkeypatch.setattr(friends, "MOST_A_DAY", 2)
    crowd(3)
    assert [ask(alice, f"person {n}").status_code for n in range(3)] == [302, 302, 409]
    end(alice, "person 1")
    refused = ask(alice, "person 2")
    assert refused.status_code == 409
    assert "2 people today" in text(refused)
    Friendship.objects.update(asked_at=clock.now() - timedelta(days=1))
    assert ask(alice, "person 2").status_code == 302


def test_only_so_many_requests_of_a_person_are_open_declined_ones_included(alice, monkeypatch):
    monkeypatch.setattr(friends, "MOST_OPEN", 2)
    crowd(3)
    assert [ask(alice, f"person {n}").status_code for n in range(3)] == [302, 302, 409]
    Friendship.objects.filter(asked__name="person 1").update(declined=True)
    assert "2 people have not answered" in text(ask(alice, "person 2"))
    end(alice, "person 0")
    assert ask(alice, "person 2").status_code == 302


def test_a_list_of_friends_is_bounded_on_both_sides(alice, bob, monkeypatch):
    befriend(alice, bob)
    monkeypatch.setattr(friends, "MAX_FRIENDS", 1)
    (other,) = crowd(1)
    assert ask(alice, "person 0").status_code == 409
    assert friends.ask(other, Player.objects.get(name="alice"), clock.now()) is None
    assert "1 friends already" in text(ask(alice, "person 0"))


def crowd(number):
    """Return so many people with accounts."""
    now = clock.now()
    people = [Player.objects.create(name=f"person {n}", created_at=now) for n in range(number)]
    for person in people:
        person.account = friends.Account.objects.create(
            player=person, name=person.name, password="!", created_at=now
        )
    return people


@pytest.mark.parametrize("kind", [Sanction.Kind.BAR, Sanction.Kind.MUTE])
def test_barred_or_muted_player_sends_no_friend_requests(alice, bob, kind):
    sanctions.impose(Player.objects.get(name="alice"), kind, clock.now() + timedelta(days=1))
    refused = ask(alice, "bob")
    assert refused.status_code == 409
    assert "A moderator has paused" in text(refused)
    assert listed(bob, "asking") == []
    ask(bob, "alice")
    assert ask(alice, "bob").status_code == (409 if kind == Sanction.Kind.BAR else 302)


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/account", {"do": "close", "sure": "yes", "present": "correct horse battery"}),
        ("/withdraw", {"sure": "yes", "present": "correct horse battery"}),
    ],
)
def test_a_closed_or_withdrawn_account_has_no_friends(alice, bob, path, sent):
    befriend(alice, bob)
    assert alice.post(path, sent).status_code in (200, 302)
    assert not Friendship.objects.exists()
    assert listed(bob) == []
