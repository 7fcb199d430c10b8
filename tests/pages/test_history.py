"""Searches: which matches each reader finds, and in what order."""

import re

import pytest

from games_app.games.rules import GAMES
from games_app.lists import attention, match_search
from games_app.match.messages import NO_ID, Resign
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.pages.people import begun, loaded

pytestmark = pytest.mark.django_db(transaction=True)


def resign(address, role):
    match = loaded(address)
    answer = writer.ask(Command(Resign(NO_ID), match.row.public_id, match.sitters[role]))
    assert answer.refusal is None


def finished(alice, bob, game="mancala", loser="south", **changes):
    """Make a match in which alice has the side "north"."""
    address = begun(alice, bob, game, **({"side": "north"} | changes))
    resign(address, loser)
    return address


def listed(page):
    """Return the addresses of the matches on a page of the list, in their order."""
    return re.findall(r'class="line-go" href="(/m/\w+)"', page.content.decode())


def found(reader, query=""):
    return listed(reader.get(f"/history{query}"))


def test_everybodys_public_matches_are_listed_latest_first(alice, bob, carol):
    first, second = finished(alice, bob), finished(alice, bob)
    assert found(carol) == [second, first]


def test_matches_by_link_are_listed_to_their_players_only(alice, bob, carol):
    address = finished(alice, bob, visibility="link")
    assert found(carol) == []
    assert found(carol, "?mine=1") == []
    assert found(alice) == []
    assert found(alice, "?mine=1") == found(bob, "?mine=1") == [address]


@pytest.fixture
def accounts(alice, bob):
    """alice and bob with an account each, as rated matches require."""
    for person, name in ((alice, "alice"), (bob, "bob")):
        assert person.post("/account", {"name": name, "password": "a long secret"}).status_code == 302


@pytest.mark.usefixtures("accounts")
def test_rated_matches_are_found_while_they_are_played_and_once_they_count(alice, bob, carol, monkeypatch):
    monkeypatch.setattr(type(GAMES["morris"]), "least_decisions", 0)
    bob.defaults["REMOTE_ADDR"] = "198.51.100.2"
    finished(alice, bob, "morris", "black", side="white")
    rated = begun(alice, bob, "morris", rated="yes", time="days", side="white")
    assert found(carol, "?rated=yes") == [rated]
    resign(rated, "black")
    assert found(carol, "?rated=yes") == found(carol, "?player=bob&rated=yes") == [rated]
    assert found(alice, "?mine=1&rated=yes") == [rated]
    assert len(found(carol, "?rated=no")) == 2


def test_the_filter_stays_on_the_next_page(alice, bob, carol, monkeypatch):
    monkeypatch.setattr(match_search, "SHOWN", 1)
    finished(alice, bob), finished(alice, bob)
    query = carol.get("/history?player=bob&result=lost").context["earlier"]
    assert "player=bob" in query
    assert "result=lost" in query
    assert len(found(carol, f"?{query}")) == 1


def test_a_page_costs_the_same_few_queries_however_many_matches_it_lists(
    alice, bob, carol, django_assert_num_queries, monkeypatch
):
    # Otherwise, on a busy machine, the cached head of the page expires and is queried again.
    monkeypatch.setattr(attention, "REMEMBERED_SECONDS", None)
    carol.get("/history")
    finished(alice, bob)
    carol.get("/history")  # The lobby's waiting offers are cached for some seconds now.
    with django_assert_num_queries(2):
        carol.get("/history")
    for _ in range(4):
        finished(alice, bob)
    with django_assert_num_queries(4):  # two more for all lines that nobody has seen yet
        carol.get("/history")
    with django_assert_num_queries(2):
        carol.get("/history")
