"""Search for people by name: who may be found, and by whom."""

from __future__ import annotations

import pytest

from games_app.api.people import people_named
from games_app.lib import clock
from games_app.match.messages import Create, Join, MatchConfig
from games_app.match.terms import DEFAULT_TERMS
from games_app.models import Account, Match, Player
from games_app.people import accounts, friends
from games_app.people.accounts import open_account
from tests.cast import guest
from tests.rated import bot, send

pytestmark = pytest.mark.django_db(transaction=True)


def person(name: str) -> Player:
    player = guest(name)
    open_account(player, "correct horse battery", clock.now())
    return player


def have_played(one: Player, other: Player, visibility: str = Match.Visibility.PUBLIC) -> None:
    config = MatchConfig("morris", {}, "white", visibility, DEFAULT_TERMS)
    match = send(Create(config, one.name), "", one)
    send(Join(other.name), match, other)


def names(name: str, reader: Player | None = None) -> list[str]:
    return [one.name for one in people_named(name, reader.pk if reader else None)]


@pytest.fixture
def alice():
    return person("alice")


@pytest.fixture
def bob():
    return person("bob")


def test_a_name_is_found_however_it_is_written_and_only_as_a_whole():
    for name in ("Álvaro Ñ", "Zoë", "小明", "\N{ARABIC LETTER ALEF}\N{ARABIC LETTER BEH}", "BOTond"):
        have_played(person(name), guest("carol"))
        assert names(name) == [name]
    assert names("alvaro n") == names("ALVARO  N") == ["Álvaro Ñ"]
    for other in ("alv", "alvaro na", "%", "_____", "*", "", "小", "\N{ZERO WIDTH JOINER}"):
        assert names(other) == []


def test_a_person_whom_no_page_names_is_found_by_nobody_else(alice, bob):
    assert names("alice") == names("alice", bob) == []
    assert names("alice", alice) == ["alice"]
    have_played(alice, guest("carol"), Match.Visibility.SEATS)
    assert names("alice") == names("alice", bob) == []
    have_played(alice, guest("carol"))
    assert names("alice") == names("alice", bob) == ["alice"]


def test_a_person_who_hides_is_found_by_friends_and_by_those_they_played_with(alice, bob):
    carol = person("carol")
    have_played(alice, bob, Match.Visibility.SEATS)
    for asker, asked in ((carol, alice), (alice, carol)):
        assert friends.ask(asker, asked, clock.now()) is None
    assert names("alice", bob) == names("alice", carol) == ["alice"]
    assert names("alice", person("mallory")) == names("alice") == []


def test_a_person_who_is_open_to_invitations_is_found_by_everybody_with_an_account(alice, bob):
    accounts.set_open_to_invitations(Account.objects.get(player=alice), is_open=True)
    assert names("alice", bob) == ["alice"]
    assert names("alice", guest("carol")) == names("alice") == []


def test_guests_and_closed_and_withdrawn_accounts_are_not_found(alice, bob):
    have_played(alice, guest("carol"))
    assert names("carol") == []
    accounts.close(Player.objects.get(pk=alice.pk))
    assert names("alice", bob) == []
    assert names("withdrawn") == names("Computer (Easy)") == []


def test_a_block_is_not_revealed(alice, bob):
    have_played(alice, guest("carol"))
    friends.block(alice, bob)
    assert names("alice", bob) == names("alice") == ["alice"]


def test_a_bot_is_found_by_its_marked_name(alice):
    bot("deep", alice)
    assert names("bot deep") == ["BOT deep"]
    assert names("deep") == []
