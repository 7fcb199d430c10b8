"""The analysis board: a position by its moves, from the start or from a finished match."""

from __future__ import annotations

import json
import re

import pytest

from games_app.games.rules import GAMES
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)


def board(person, game="mancala", **query):
    return person.get(f"/board/{game}", query)


def positions(answer):
    text = re.search(r'<script id="position" type="application/json">(.*?)</script>', answer.content.decode())
    return json.loads(text[1])


def test_pasted_moves_are_played_with_what_stands_between_them(carol):
    answer = board(carol, moves="1. 8 again 6 +1\n2. 2")
    assert len(positions(answer)) == 4
    assert 'data-moves="8 6 2"' in answer.content.decode()


def test_a_move_that_cannot_be_played_is_named_and_the_text_kept(carol):
    answer = board(carol, moves="8 6 8 <b>")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Move 3, 8, can&#x27;t be played there." in page
    assert "8 6 8 &lt;b&gt;" in page


def test_a_position_of_a_finished_match_is_set_up_by_its_ply(carol):
    told = Told("mancala").play_on(3, 6)
    facts, ply = told.match.state.facts(), told.match.row.ply
    told.play_on(3).store()
    assert positions(board(carol, match=told.id, ply=ply))[0]["facts"] == facts


def test_of_a_running_match_nothing_is_set_up(mallory):
    told = Told("mancala").play_on(3, 6)
    told.store()
    answer = board(mallory, match=told.id, ply=4)
    assert answer.status_code == 422
    assert "match that is over" in answer.content.decode()
    assert positions(answer)[0]["facts"] == GAMES["mancala"].initial_state().facts()


def test_of_a_match_that_is_its_players_alone_nothing_is_set_up(mallory):
    told = Told("mancala", visibility="seats").play_on(3)
    told.store()
    answer = board(mallory, match=told.id, ply=4)
    assert answer.status_code == 422
    assert "There is no match" in answer.content.decode()


def test_a_choice_that_was_never_opened_stays_secret_and_is_not_set_up(carol):
    told = Told("congkak")
    told.act("south", told.match.state.legal_actions("south")[0])
    told.do("north", "resign")
    told.store()
    answer = board(carol, "congkak", match=told.id, ply=1)
    assert answer.status_code == 422
    assert "still secret there" in answer.content.decode()
    assert positions(answer)[0]["to_move"] == ["south", "north"]
