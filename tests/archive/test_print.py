"""A match on paper."""

import re

import pytest

from games_app.models import Match
from tests.pages.people import begun, make, row
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)


def paper(reader, public_id):
    answer = reader.get(f"/m/{public_id}/print")
    assert answer.status_code == 200
    return answer.content.decode()


def moves(page):
    """Return (number, side and move) in their order."""
    who = r'<span class="number">\d+\.</span>\s+<span class="who">(\w+)</span>'
    sheet = rf'<li value="(\d+)">\s*{who}\s+(.*?)\s*</li>'
    rows = re.findall(sheet, page)
    return [(int(number), f"{who} {move}") for number, who, move in rows]


def test_print_view_names_the_players_the_rules_and_the_result_and_has_every_move(carol):
    told = Told("mancala").play([("north", "pick p8"), ("north", "pick p6"), ("south", "pick p1")])
    told.do("north", "resign")
    page = paper(carol, told.store())
    assert moves(page) == [(1, "N 8 again"), (2, "N 6"), (3, "S 1")]
    for words in ("alice", "bob", "bob won: alice resigned.", f"/m/{told.id}", "5 January 2026"):
        assert words in page
    assert page.count("<img") == 1
    assert "position.svg?ply=12" in page


def test_a_match_that_waits_has_no_paper_and_a_closed_one_says_why(alice, bob, mallory):
    assert alice.get(f"{make(alice)}/print").status_code == 404
    address = begun(alice, bob, visibility="link")
    Match.objects.filter(pk=row(address).pk).update(visibility=Match.Visibility.SEATS)
    assert mallory.get(f"{address}/print").status_code == 403
    assert alice.get(f"{address}/print").status_code == 200
