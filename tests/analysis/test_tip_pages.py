"""Tips on a match's page: first what to look at, then the move; to nobody who shouldn't have one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games_app.analysis.jobs.models import Job
from games_app.games.rules import GAMES
from games_app.lib import clock
from games_app.models import Event, Match
from games_app.record.writer import writer
from tests.analysis.test_engine_requests import work
from tests.pages.people import act, begun, loaded, row
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

SHORT = {"congkak": {"opening": "south", "rounds": "1"}}


def against_the_computer(person, game: str = "mancala", **fields: str) -> str:
    first = GAMES[game].roles[0]
    form = {"name": "alice", "level": "easy", "side": first, **SHORT.get(game, {}), **fields}
    answer = person.post(f"/computer/{game}", form)
    assert answer.status_code == 302, answer.content.decode()
    return answer.headers["Location"]


def ask(person, address: str, *, move: bool = False, base: int | None = None, role: str = "") -> Any:
    match = loaded(address)
    role = role or match.state.to_move[0]
    body = {"base": match.row.bases[role] if base is None else base, "move": move}
    return person.post(f"{address}/tip", json.dumps(body), content_type="application/json")


def tip(person, address: str, **how: Any) -> dict[str, Any]:
    """The tip, once the engine has found it."""
    ask(person, address, **how)
    work()
    answer = ask(person, address, **how)
    assert answer.status_code == 200, answer.content.decode()
    return answer.json()


def taken(address: str) -> int:
    return Event.objects.filter(match=row(address), what="tipped").count()


def code(answer) -> str:
    return answer.json()["code"]


@pytest.mark.parametrize("game", ["mancala", "congkak"])
def test_the_first_answer_says_what_to_look_at_and_the_second_the_move(alice, game):
    address = against_the_computer(alice, game)
    assert ask(alice, address).json() == {"state": "waiting"}
    assert taken(address) == 0, "nothing was told yet"
    first = tip(alice, address)
    assert first["text"]
    assert "move" not in first
    second = tip(alice, address, move=True)
    match = loaded(address)
    assert second["move"] in match.state.legal_actions(match.state.to_move[0])
    assert second == first | {"move": second["move"], "reason": second["reason"]}
    assert taken(address) == 1, "both are one tip"


def test_tip_is_told_only_once_its_use_is_stored(alice, monkeypatch):
    address = against_the_computer(alice)
    ask(alice, address)
    work()
    monkeypatch.setattr(writer, "ask", lambda *_, **__: pytest.fail("stored"))
    with pytest.raises(pytest.fail.Exception, match="stored"):
        ask(alice, address)


def test_the_other_player_and_watchers_hear_of_it_and_not_what_it_was(alice, bob, carol):
    address = begun(alice, bob, side="north", tips="both")
    told = tip(alice, address, move=True)
    frame = json.loads(Event.objects.get(match=row(address), what="tipped").frame)
    assert (frame["role"], frame["tips"]) == ("north", {"north": 1})
    assert told["text"] not in json.dumps(frame)
    for person in (bob, carol):
        page = person.get(address).content.decode()
        assert '"tips": {"north": 1}' in page


def test_tips_are_missing_if_the_players_did_not_agree_on_them(alice, bob):
    address = begun(alice, bob, side="north")
    assert code(ask(alice, address)) == "no_tips"
    assert "data-tips" not in alice.get(address).content.decode()
    assert not Job.objects.exists()


def test_player_of_a_running_match_gets_no_tips_in_another_match_of_that_game(alice, bob):
    address = against_the_computer(alice)
    assert tip(alice, address)["text"]
    begun(alice, bob)
    assert code(ask(alice, address)) == "seated"
    begun(alice, bob, tips="both", side="north")
    assert code(ask(alice, address)) == "seated"


def test_the_agreed_match_withholds_nothing_from_its_own_players(alice, bob):
    address = begun(alice, bob, side="north", tips="both")
    for role, action in (
        ("north", "pick p10"),
        ("south", "pick p5"),
        ("north", "pick p9"),
        ("south", "pick p4"),
    ):
        act(address, role, action)
    assert tip(alice if loaded(address).state.to_move == ("north",) else bob, address)["text"]


def test_a_game_that_comes_near_to_somebody_elses_gets_none(alice):
    told = Told("checkers", began=clock.now()).play_on(3, 10)
    told.store()
    address = against_the_computer(alice, "checkers")
    facts, ply = told.match.state.facts(), told.match.row.ply
    Match.objects.filter(pk=row(address).pk).update(facts=facts, ply=ply, last_number=ply)
    writer.forget()
    assert code(ask(alice, address)) == "in_play"
    told.resigned().store()
    assert ask(alice, address).json() == {"state": "waiting"}


def test_bob_gets_none_on_alices_turn_and_nobody_one_for_an_older_position(alice, bob):
    address = begun(alice, bob, side="north", tips="both")
    assert code(ask(bob, address, role="south")) == "not_your_turn"
    assert code(ask(alice, address, base=0)) == "stale"
    assert not Job.objects.exists()


def test_watchers_and_strangers_get_none(alice, bob, carol, mallory):
    address = begun(alice, bob, side="north", tips="both")
    tip(alice, address, move=True)
    assert code(ask(mallory, address)) == "not_seated"
    begun(carol, mallory)
    for person in (carol, mallory):
        assert code(ask(person, address)) == "not_seated"
    hidden = begun(alice, bob, side="north", tips="both", visibility="seats")
    assert ask(mallory, hidden).status_code == 404
