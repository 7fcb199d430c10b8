"""Positions set up by hand on the analysis board: their addresses and problems, and what stays withheld."""

from __future__ import annotations

import json
import re

import pytest

from games_app.games.catalogue import SETUPS
from games_app.games.rules import GAMES
from games_app.lib import clock
from tests.analysis.test_analysis_board import board, positions
from tests.games.test_setups import draft_of
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

OPENED = {"congkak": {"opening": "south", "rounds": "1"}}
START = "3.3.3.3.3.0.3.3.3.3.3.0_n"
TOO_FEW = "3.3.3.3.3.0.3.3.3.3.1.0_n"


def post(person, path, **body):
    return person.post(path, json.dumps(body), content_type="application/json")


def set_up(person, game="mancala", **changes):
    plain = {"turn": GAMES[game].roles[0], "counts": {}, "men": {}, "burnt": [], "options": {}}
    return post(person, f"/board/{game}/set-up", **plain | changes)


def draft(game: str, facts) -> dict:
    """A position as a page sends it."""
    found = draft_of(game, facts)
    return {
        "turn": found.turn,
        "counts": found.counts,
        "men": found.men,
        "burnt": sorted(found.burnt),
        "options": facts.get("options", {}),
    }


@pytest.mark.parametrize("game", [slug for slug in SETUPS if slug in GAMES])
def test_an_address_keeps_a_position_and_whose_turn_it_is(carol, game):
    facts = Told(game, **OPENED.get(game, {})).play_on(3, 6).match.state.facts()
    found = set_up(carol, game, **draft(game, facts)).json()
    assert found["problems"] == []
    (shown,) = positions(board(carol, game, position=found["text"], **facts.get("options", {})))
    assert shown == found["position"]
    board_of = ("pits", "points", "heap", "pawns", "captures", "houses", "stores", "control")
    assert [shown["facts"].get(part) for part in board_of] == [facts.get(part) for part in board_of]


def test_moves_are_played_from_a_position_that_was_set_up(carol):
    answer = board(carol, position="3.3.3.3.3.0.3.3.3.3.3.0_s", moves="3 1")
    assert len(positions(answer)) == 3
    assert f'name="position" value="{START[:-1]}s"' in answer.content.decode()


def test_a_match_begins_at_no_position_that_was_set_up(carol):
    page = board(carol, position=START).content.decode()
    assert len(re.findall(r"data-from-here\s+hidden", page)) == 2


@pytest.mark.parametrize("game", [slug for slug in SETUPS if slug in GAMES])
def test_a_position_that_is_being_played_stays_withheld_when_it_is_set_up(alice, mallory, game):
    told = Told(game, **OPENED.get(game, {}), began=clock.now()).play_on(3, 6)
    found = set_up(mallory, game, **draft(game, told.match.state.facts())).json()
    told.store()
    (shown,) = positions(board(mallory, game, position=found["text"], rounds="5"))
    for facts in (found["position"]["facts"], shown["facts"]):
        answer = post(mallory, "/analyse", game=game, facts=facts)
        assert (answer.status_code, answer.json()["code"]) == (409, "in_play")


def test_a_position_that_cannot_be_is_shown_with_what_is_wrong(carol):
    answer = board(carol, position=TOO_FEW)
    assert answer.status_code == 422
    assert "Stones on the board: 28 of 30. Add 2." in answer.content.decode()
    (shown,) = positions(answer)
    assert (shown["facts"]["pits"]["p10"], shown["to_move"], shown["legal"]) == (1, [], {})
    found = set_up(carol, counts={"p1": 28}).json()
    assert found["problems"] == ["Stones on the board: 28 of 30. Add 2."]
    assert found["position"]["to_move"] == []


UNREADABLE = [
    "",
    "_",
    "n",
    START + "_n",
    START[:-1] + "x",
    START.replace("3", "٣"),
    START.replace("3", "²"),
    START.replace("3", "03"),
    START.replace("3", "-1"),
    "99." + START,
    "x" + START[1:],
    "wwwwwwwwwwwwwwwwwwwwwwwww_9.9_w",
    "w" * 24 + "_9.10_w",
    "b" * 32 + "_r_r",
    "9" * 5000,
    "\N{PILE OF POO}" * 32 + "_b",
    "<script>",
]
"""Texts that are no position of any game."""


@pytest.mark.parametrize("game", ["mancala", "morris"])
def test_an_address_that_is_no_position_says_so_and_shows_the_start(mallory, game):
    start = GAMES[game].initial_state(**{name: one.offered for name, one in GAMES[game].options.items()})
    for text in UNREADABLE:
        answer = board(mallory, game, position=text)
        assert answer.status_code == 422, text
        assert "The position in this address can&#x27;t be read." in answer.content.decode(), text
        assert positions(answer)[0]["facts"] == start.facts(), text


def test_options_that_the_game_does_not_have_are_refused_and_others_kept(mallory):
    facts = Told("congkak", **OPENED["congkak"]).play_on(3, 6).match.state.facts()
    sent = draft("congkak", facts)
    assert set_up(mallory, "congkak", **sent | {"options": {"rounds": "2"}}).status_code == 400
    kept = set_up(mallory, "congkak", **sent | {"options": {"rounds": "5", "ply": "3"}}).json()
    assert kept["position"]["facts"]["options"]["rounds"] == "5"


def test_a_draft_of_any_length_is_not_read(mallory):
    assert set_up(mallory, counts={"x" * 10_000: 1}).status_code == 413
