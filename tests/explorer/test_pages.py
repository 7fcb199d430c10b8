"""The explorer's pages: who is told what, in the browser, by the API and in the history."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from games_app.analysis.fairness.live_positions import forget
from games_app.explorer import progress
from games_app.explorer.position_keys import played_from, position_key, read, written
from games_app.games.rules import get_game, play
from games_app.lib import clock
from games_app.match.messages import NO_ID, Resign
from games_app.models import Match
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import guest
from tests.pages.people import act, begun, loaded
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])


def played(seed: int = 1, **more) -> Told:
    told = Told("mancala", **more).play_on(seed)
    told.store()
    return told


def asked(person: Client, state=None, **more):
    facts = (state or get_game("mancala").initial_state()).facts()
    body = {"game": "mancala", "facts": facts} | more
    return person.post("/explore", json.dumps(body), content_type="application/json")


def test_a_stranger_sees_the_moves_their_results_and_the_games():
    told = played()
    progress.follow()
    found = asked(Client()).json()
    assert found["games"] == 1
    assert [each["games"] for each in found["moves"] if each["games"]] == [1]
    assert [each["id"] for each in found["newest"]] == [told.id]
    assert found["strongest"] == []
    assert read(found["key"]) == position_key(played_from(get_game("mancala").initial_state()))


def test_start_of_mancala_has_the_proof_that_comes_with_the_site():
    found = asked(Client()).json()
    values = {each["action"]: each["value"]["score"] for each in found["moves"]}
    assert found["proof"]["value"]["score"] == max(values.values()) == 8
    assert values["pick p8"] == 8
    assert len(values) == 5


def test_reader_who_hides_names_of_strangers_sees_none(alice):
    played()
    progress.follow()
    assert asked(alice).json()["newest"][0]["players"] == {"north": "alice", "south": "bob"}
    alice.cookies["preferences"] = "people=unnamed"
    assert asked(alice).json()["newest"][0]["players"] == {"north": "", "south": ""}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"game": "tic"}, 400),
        ({"facts": {"pits": 1}}, 400),
        ({"filters": {"rules": "some"}}, 400),
        ({"filters": {"band": "from9000"}}, 400),
        ({"filters": {"band": "from1800", "rules": "all", "mine": True}}, 200),
        ({"match": "2222222222"}, 200),
    ],
)
def test_bad_questions_are_refused(body, status):
    assert asked(Client(), **body).status_code == status


@pytest.fixture
def live(alice, bob) -> str:
    """A running public match of alice and bob some moves in, which others have played before."""
    told = Told("mancala", began=clock.now()).play_on(1)
    told.store()
    address = begun(alice, bob, "mancala", side="north", visibility=Match.Visibility.PUBLIC)
    for role, action in told.match.row.opening and [(each[1], each[2]) for each in told.match.row.opening]:
        act(address, role, action)
    progress.follow()
    forget()
    return address


def tells(person: Client, address: str) -> dict[str, bool]:
    """Return which doors tell a person what was played where the match stands."""
    state = loaded(address).state
    moves = [get_game("mancala").notation(each[2]) for each in loaded(address).row.opening]
    key = written(position_key(played_from(state)))
    query = {"game": "mancala", "moves": " ".join(moves)}
    return {
        "page": asked(person, state).status_code == 200,
        "api": person.get("/api/v1/explorer", query).status_code == 200,
        "history": "way"
        in person.get("/history", {"position": key}).content.decode().partition("with-position")[2],
        "api history": person.get("/api/v1/matches", {"position": key}).status_code == 200,
    }


EVERYTHING = {"page", "api", "history", "api history"}
# The API ignores cookies, so a player is a stranger there.


@pytest.mark.parametrize("who", ["alice", "carol", "stranger"])
def test_live_position_is_withheld_from_everybody(live, request, who):
    person = Client() if who == "stranger" else request.getfixturevalue(who)
    assert not any(tells(person, live).values())
    match = loaded(live)
    role = match.state.to_move[0]
    assert writer.ask(Command(Resign(NO_ID), match.row.public_id, match.sitters[role])).refusal is None
    forget()
    assert {name for name, told in tells(person, live).items() if told} == EVERYTHING


def test_a_player_of_a_running_match_is_told_nothing_of_that_game(live, alice, carol):
    after = play(get_game("mancala").initial_state(), "north", "pick p6").state
    assert asked(alice, after).status_code == 409
    assert asked(carol, after).status_code == 200


def test_history_finds_the_matches_that_came_to_a_position():
    told, other = played(1), played(2)
    Told("mancala", alice=guest("carol")).play_on(3, decisions=2).store()
    progress.follow()
    start = written(position_key(played_from(get_game("mancala").initial_state())))
    page = Client().get("/history", {"game": "mancala", "position": start}).content.decode()
    assert told.id in page
    assert other.id in page
    role, action = told.match.row.opening[0][1:]
    after = play(get_game("mancala").initial_state(), role, action).state
    page = Client().get("/history", {"position": written(position_key(played_from(after)))}).content.decode()
    assert told.id in page
    assert (other.id in page) == (other.match.row.opening[0][2] == action)
    for key in ("zzzzzzzzzzzzz", "!", "1"):
        assert Client().get("/history", {"position": key}).status_code == 200


@pytest.mark.parametrize("game", ["mancala", "morris", "checkers", "congkak", "oware", "kalah6", "draughts"])
def test_explorer_of_each_game_opens_with_the_panel(game):
    page = Client().get(f"/explorer/{game}")
    assert page.status_code == 200
    assert 'id="explorer"' in page.content.decode()


def test_api_refuses_what_it_does_not_know():
    for query in ({"game": "x"}, {"game": "mancala", "band": "x"}, {"game": "mancala", "facts": "{"}):
        assert Client().get("/api/v1/explorer", query).status_code == 400
    assert Client().get("/api/v1/explorer", {"game": "mancala", "moves": "77"}).status_code in (409, 422)
