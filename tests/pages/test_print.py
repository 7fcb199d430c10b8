"""A match on paper."""

import re

import pytest

from games_app.models import Match
from games_app.services.state.terms import Terms
from tests.pages.people import begun, make, row
from tests.records import Told, equal_rounds

pytestmark = pytest.mark.django_db(transaction=True)


def paper(reader, public_id):
    answer = reader.get(f"/m/{public_id}/print")
    assert answer.status_code == 200
    return answer.content.decode()


def moves(page):
    """Return (number, side and move) in their order."""
    sheet = r'<li value="(\d+)"><span class="number">\d+\.</span> <span class="who">(\w+)</span> (.*?)</li>'
    rows = re.findall(sheet, page)
    return [(int(number), f"{who} {move}") for number, who, move in rows]


def test_it_names_the_players_the_rules_and_the_result_and_has_every_move(carol):
    told = Told("mancala").play([("north", "pick p8"), ("north", "pick p6"), ("south", "pick p1")])
    told.do("north", "resign")
    page = paper(carol, told.store())
    assert moves(page) == [(1, "N 8 again"), (2, "N 6"), (3, "S 1")]
    for words in ("alice", "bob", "bob won: alice resigned.", f"/m/{told.id}", "5 January 2026"):
        assert words in page
    assert page.count("<img") == 1
    assert "position.svg?ply=12" in page


def test_what_was_taken_back_is_left_out(carol):
    told = Told("mancala", Terms(takebacks=True)).play([("north", "pick p7"), ("south", "pick p1")])
    told.do("south", "offer", what="takeback")
    told.do("north", "accept", what="takeback", of=told.match.row.seq)
    told.play([("south", "pick p2")])
    assert moves(paper(carol, told.store())) == [(1, "N 7"), (2, "S 2")]


def test_rounds_are_parts_with_a_heading_and_a_diagram_each(carol):
    told = Told("congkak", rounds="match", opening="south", sowing="auto").play(equal_rounds(2))
    page = paper(carol, told.store())
    assert re.findall(r'<h2 id="round-(\d)">Round \d</h2>', page) == ["1", "2"]
    assert page.count("<img") == 2
    assert len(moves(page)) == len(list(equal_rounds(2)))


def test_a_long_match_has_no_more_diagrams_than_paper_bears(carol):
    told = Told("congkak", rounds="match", opening="south", sowing="auto").play(equal_rounds(60))
    assert paper(carol, told.store()).count("<img") <= 24


def test_a_match_that_waits_has_no_paper_and_a_closed_one_says_why(alice, bob, mallory):
    assert alice.get(f"{make(alice)}/print").status_code == 404
    address = begun(alice, bob, visibility="link")
    Match.objects.filter(pk=row(address).pk).update(visibility=Match.Visibility.SEATS)
    assert mallory.get(f"{address}/print").status_code == 403
    assert alice.get(f"{address}/print").status_code == 200
