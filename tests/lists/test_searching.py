"""Searches of matches: every filter, what each reader finds, and pagination by key."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from games_app.lists import match_search
from games_app.lists.match_search import Wanted, search
from games_app.match.terms import Daily, RealTime, Terms
from games_app.models import Seat
from tests.cast import guest
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)

DAY = datetime(2026, 3, 1, 12, tzinfo=UTC)


def found(**wanted):
    return [line.match.public_id for line in search(Wanted(**wanted)).lines]


def resigned(game="mancala", loser="", decisions=3, **how):
    """Return a match that the player of ``loser``, or of the role to move, resigned."""
    told = Told(game, **how).play_on(1, decisions)
    told.do(loser or told.match.state.to_move[0], "resign")
    return told.store()


@pytest.fixture
def people():
    return {name: guest(name) for name in ("alice", "bob", "carol", "Élise")}


def test_a_name_is_found_by_its_beginning_whatever_its_case_accents_and_spaces(people):
    first = resigned(alice=people["Élise"], bob=people["bob"])
    second = resigned(alice=guest("Quiet Heron"), bob=people["Élise"], began=DAY)
    assert found(player="elis") == found(player="ÉLISE") == [second, first]
    assert found(player="quieth") == found(player="Quiet  h") == [second]
    assert found(player="lise") == found(player="...") == found(player="elises") == []


def test_player_and_opponent_may_sit_on_either_side(people):
    one = resigned(alice=people["alice"], bob=people["bob"])
    other = resigned(alice=people["bob"], bob=people["alice"], began=DAY)
    resigned(alice=people["alice"], bob=people["carol"])
    assert found(player="ali", opponent="bo") == found(player="bo", opponent="ali") == [other, one]
    assert found(opponent="bob") == [other, one]


def test_the_result_is_the_named_players_or_a_sides(people):
    match = resigned(alice=people["alice"], bob=people["bob"], loser="south")
    assert found(player="alice", result="won") == found(player="bob", result="lost") == [match]
    assert found(player="alice", result="lost") == found(player="bob", result="won") == []
    assert found(opponent="bob", result="won") == found(opponent="alice", result="lost") == [match]
    assert found(opponent="bob", result="lost") == found(opponent="bob", result="drawn") == []
    assert found(opponent="bob", result="north") == [match]
    assert found(result="north") == found(player="bob", result="north") == found(result="won") == [match]
    assert found(result="south") == found(result="white") == found(result="drawn") == []


def test_each_other_filter_finds_what_it_names_and_nothing_else():
    blitz = resigned("morris", terms=Terms(time=RealTime(5, 3)), decisions=6)
    daily = (
        Told("congkak", Terms(time=Daily(2)), rounds="1", opening="south", sowing="auto")
        .play_on(2, 4)
        .store()
    )
    long = resigned("mancala", decisions=9, began=DAY)
    plies = Seat.objects.get(match__public_id=long, first=True).plies
    for wanted, match in (
        ({"game": "morris"}, blitz),
        ({"game": "congkak", "options": {"rounds": "1", "opening": "south"}}, daily),
        ({"how": "running"}, daily),
        ({"pace": "real"}, blitz),
        ({"pace": "days"}, daily),
        ({"pace": "none"}, long),
        ({"least": plies, "most": plies}, long),
        ({"since": date(2026, 2, 1), "until": date(2026, 3, 1)}, long),
    ):
        assert found(**wanted) == [match], wanted
    assert found(game="congkak", options={"rounds": "3"}) == found(how="time") == []
    assert found(until=date(2025, 1, 1)) == found(since=date(2026, 3, 2)) == []


def test_an_option_that_was_left_unsaid_is_found_by_its_usual_value():
    usual, by_hand = resigned("mancala"), resigned("mancala", sowing="hand")
    assert found(game="mancala", options={"sowing": "auto"}) == [usual]
    assert found(game="mancala", options={"sowing": "hand"}) == [by_hand]


def test_a_private_match_is_found_by_those_who_played_it_alone(people):
    alice, bob, carol = (people[name].pk for name in ("alice", "bob", "carol"))
    for visibility in ("link", "seats"):
        match = resigned(alice=people["alice"], bob=people["bob"], visibility=visibility)
        assert found(reader=alice, player_id=alice)[0] == found(reader=bob, player_id=bob)[0] == match
        assert found(reader=alice, player_id=bob)[0] == match
        assert found(reader=bob, player_id=bob, against=alice)[0] == match
    assert found() == found(player="alice") == found(reader=carol) == []
    assert found(reader=carol, player_id=alice) == found(player_id=alice) == []
    assert found(player_id=bob, against=alice) == []


def test_one_persons_list_begins_with_what_is_unfinished_and_there_with_their_turns(people):
    alice, bob = people["alice"], people["bob"]
    over = resigned(alice=alice, bob=bob, began=DAY)
    theirs = Told("checkers", alice=alice, bob=bob).play([("black", "move 3 3 4 4")]).store()
    mine = Told("checkers", alice=alice, bob=bob, began=DAY - timedelta(days=90)).store()
    assert found(reader=alice.pk, player_id=alice.pk) == [mine, theirs, over]
    assert found(reader=alice.pk, player_id=bob.pk, player="alic", game="mancala") == [over]


@pytest.mark.parametrize("of_one", [False, True], ids=["everybody's", "one's own"])
def test_pages_hold_every_match_once_also_those_of_one_moment(people, monkeypatch, of_one):
    monkeypatch.setattr(match_search, "SHOWN", 2)
    alice, bob = people["alice"], people["bob"]
    for number in range(7):
        told = Told("checkers", alice=alice, bob=bob, began=DAY)
        if number % 3:
            told.play_on(1, 2).resigned()
        told.store()
    wanted = Wanted(reader=alice.pk, player_id=alice.pk) if of_one else Wanted(player="alice")
    seen, before, pages = [], "", 0
    while page := search(wanted, before):
        seen += [line.match.public_id for line in page.lines]
        pages, before = pages + 1, page.earlier
        if not before:
            break
    assert (len(seen), len(set(seen)), pages) == (7, 7, 4)
    if of_one:
        running = set(Seat.objects.filter(unfinished=True).values_list("match__public_id", flat=True))
        assert set(seen[: len(running)]) == running
