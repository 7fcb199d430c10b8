"""The summary of a match, from which the review draws the score line, the times and the chapters."""

from itertools import accumulate

import pytest

from games_app.match.terms import Terms
from tests.pages.people import act, begun
from tests.records import PACE, Told, equal_rounds

pytestmark = pytest.mark.django_db(transaction=True)


def short(reader, public_id):
    answer = reader.get(f"/m/{public_id}/summary")
    assert answer.status_code == 200
    return answer.json()


def test_each_decision_has_its_event_its_place_its_side_its_time_and_both_scores(carol):
    told = Told("mancala").play([("north", "pick p8"), ("north", "pick p6"), ("south", "pick p1")])
    found = short(carol, told.store())
    assert list(accumulate(found["seq"])) == [3, 4, 5]
    assert list(accumulate(found["ply"])) == [4, 8, 12]
    assert [found["roles"][index] for index in found["role"]] == ["north", "north", "south"]
    assert found["at"] == [PACE.total_seconds() * 1000] * 3
    assert dict(zip(found["roles"], found["score"], strict=True)) == {"north": [1, 1, 1], "south": [0, 0, 0]}
    assert (found["counted"], found["start"], found["upto"]) == ("Stones in the store", [0, 0], 5)


@pytest.mark.parametrize(("game", "start"), [("morris", [9, 9]), ("checkers", [0, 0]), ("congkak", [0, 0])])
def test_every_game_has_a_score_at_every_decision(carol, game, start):
    options = {"rounds": "3", "opening": "simultaneous", "sowing": "auto"} if game == "congkak" else {}
    told = Told(game, **options).play_on(seed=3, decisions=30)
    found = short(carol, told.store())
    assert found["start"] == start
    assert {len(column) for column in (*found["score"], found["ply"], found["role"])} == {len(found["seq"])}


def test_moves_taken_back_stay_and_are_marked(carol):
    told = Told("mancala", Terms(takebacks=True)).play([("north", "pick p7"), ("south", "pick p1")])
    told.do("south", "offer", what="takeback")
    told.do("north", "accept", what="takeback", of=told.match.row.seq)
    found = short(carol, told.store())
    assert found["back"] == [2]
    assert list(accumulate(found["ply"])) == [4, 8, 4]
    assert [column[2] for column in found["score"]] == [column[0] for column in found["score"]]


def test_rounds_are_chapters_with_the_houses_held_and_the_shells_at_their_end(carol):
    told = Told("congkak", rounds="match", opening="south", sowing="auto").play(equal_rounds(3))
    found = short(carol, told.store())
    assert [(one["number"], one["houses"], one["end"]) for one in found["chapters"]] == [
        (1, [7, 7], [49, 49]),
        (2, [7, 7], [49, 49]),
        (3, [7, 7], [49, 49]),
        (4, [7, 7], []),
    ]
    rounds = [len(list(equal_rounds(number))) for number in range(4)]
    assert [one["row"] for one in found["chapters"]] == [number - 1 for number in rounds]


def test_a_sealed_choice_is_no_row_until_both_have_chosen(alice, bob, carol):
    address = begun(alice, bob, "congkak", side="south")
    public_id = address.rsplit("/", 1)[1]
    act(address, "south", "scoop 3")
    assert short(carol, public_id)["seq"] == []
    act(address, "north", "scoop 9")
    found = short(carol, public_id)
    assert (found["role"], found["ply"]) == ([-1], [2])


def test_a_reader_who_has_it_already_is_told_so(carol, django_assert_num_queries):
    public_id = Told("mancala").play([("north", "pick p8")]).store()
    first = carol.get(f"/m/{public_id}/summary")
    with django_assert_num_queries(1):
        again = carol.get(f"/m/{public_id}/summary", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
