"""Moves that a player has tried in a match: kept over days for themselves, and for nobody else."""

import json

import pytest
from django.test import Client

from games_app.models import Player, TriedMoves
from games_app.study import tried_moves
from games_app.study.tried_moves import TriedMove, merged, with_path
from tests.pages.people import begun

pytestmark = pytest.mark.django_db(transaction=True)

LINE = [[-1, "south", "pick p3"], [0, "north", "pick p8"], [0, "north", "pick p9"]]


@pytest.fixture
def running(alice, bob):
    return begun(alice, bob, visibility="public")


def keep(writer, address, moves):
    body = json.dumps({"moves": moves})
    return writer.post(f"{address}/variations", body, content_type="application/json")


def kept(reader, address):
    answer = reader.get(f"{address}/variations")
    assert answer.headers["Cache-Control"] == "private, no-store"
    return answer.json()["moves"]


def test_tried_moves_of_a_running_match_stay_for_their_player_alone(alice, bob, carol, running):
    assert keep(alice, running, LINE).status_code == 204
    assert kept(alice, running) == LINE
    for reader in (bob, carol, Client()):
        assert kept(reader, running) == []
        for way in ("", "/events", "/summary", "/notes", ".json", ".txt", "/together"):
            assert b'"south","pick p3"]' not in reader.get(f"{running}{way}").content, way
    assert keep(alice, running, []).status_code == 204
    assert not TriedMoves.objects.exists()


def test_stranger_to_a_match_keeps_nothing_there(alice, bob, mallory):
    closed = begun(alice, bob, visibility="seats")
    assert keep(mallory, closed, LINE).status_code == 404
    assert mallory.get(f"{closed}/variations").status_code == 404


@pytest.mark.parametrize(
    "moves",
    [
        [[0, "south", "pick p3"]],
        [[1, "south", "pick p3"], [-1, "south", "pick p4"]],
        [[-2, "south", "pick p3"]],
        [[-1, "east", "pick p3"]],
        [[-1, "south", "<b>"]],
        [[-1, "south"]],
        [[-1, "south", "pick p3"]] * 601,
        "all",
    ],
)
def test_tree_that_the_match_cannot_have_is_refused(alice, running, moves):
    assert keep(alice, running, moves).status_code in (400, 409, 422)
    assert not TriedMoves.objects.exists()


def test_oldest_trees_make_room_for_new_ones(alice, bob, running, monkeypatch):
    monkeypatch.setattr(tried_moves, "MOST_MATCHES", 2)
    others = [begun(alice, bob) for _ in range(2)]
    for address in (running, *others):
        keep(alice, address, LINE)
    assert [kept(alice, address) for address in (running, *others)] == [[], LINE, LINE]


def test_path_and_other_tree_are_added_once():
    path = (("south", "a"), ("north", "b"))
    tree = with_path(with_path((), 4, path), 4, (*path[:1], ("north", "c")))
    assert tree == (TriedMove(-5, "south", "a"), TriedMove(0, "north", "b"), TriedMove(0, "north", "c"))
    other = with_path(with_path((), 0, path), 4, path)
    assert merged(tree, other) == (*tree, TriedMove(-1, "south", "a"), TriedMove(3, "north", "b"))


def test_guest_who_logs_in_brings_what_they_have_tried(alice, running):
    keep(alice, running, LINE)
    row = TriedMoves.objects.get()
    erin = Player.objects.create(name="erin", created_at=row.at)
    tried_moves.hand_over(row.player, erin)
    assert TriedMoves.objects.get().player == erin
