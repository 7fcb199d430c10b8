"""Withdrawing: the name disappears everywhere; the matches stay unchanged, also for the opponent."""

from __future__ import annotations

import msgspec
import pytest
from django.db import OperationalError, connection

from games_app.archive.notation import MatchFile
from games_app.archive.verify import verify
from games_app.match.match_state import load
from games_app.match.messages import NO_ID, Rematch, Resign
from games_app.models import Event, Match, Note, Player, Presence, Seat
from games_app.record.batch import Batch
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.pages.people import act, begun, loaded, make

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "Zebulon"


def everything_stored() -> str:
    """Return every text in the database, also what is compressed there."""
    texts = list(Event.objects.values_list("frame", flat=True))
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if table.startswith("games_app"):
                cursor.execute(f"SELECT * FROM {table}")
                texts += [str(row) for row in cursor.fetchall()]
    return "\n".join(texts)


def withdraw(client, **sent: str):
    return client.post("/withdraw", sent or {"sure": "yes"})


@pytest.fixture
def three_matches(alice, bob):
    """Make three matches: one finished and won by Zebulon, one running, one waiting."""
    over = begun(alice, bob, name=NAME)
    for _ in range(4):
        state = loaded(over).state
        act(over, state.to_move[0], state.legal_actions(state.to_move[0])[0])
    row = loaded(over)
    bobs = next(seat.player_id for seat in row.seats.values() if seat.name == "bob")
    assert writer.ask(Command(Resign(NO_ID), row.row.public_id, bobs)).refusal is None
    return over, begun(alice, bob, "congkak", name=NAME), make(alice, "morris", name=NAME)


def test_the_name_is_nowhere_any_more(alice, bob, three_matches):
    person = Player.objects.get(name=NAME)
    before, match = person.public_id, loaded(three_matches[0]).row
    Note.objects.create(match=match, player=person, ply=1, text=f"{NAME} likes this")
    Presence.objects.create(match=match, process="p", person=str(person.pk), until=match.acted_at)
    assert "Your name is gone" in withdraw(alice).content.decode()
    assert NAME not in everything_stored()
    assert NAME.casefold() not in everything_stored()
    assert not Note.objects.exists()
    assert not Presence.objects.exists()
    person.refresh_from_db()
    assert (person.name, person.chose_name) == ("Former player", False)
    assert person.public_id != before
    for path in (*three_matches[:2], "/history", "/history?mine=1"):
        assert NAME not in bob.get(path).content.decode()
        assert NAME not in bob.get(f"{three_matches[0]}.txt").content.decode()


def test_the_browser_is_nobody_any_more(alice, three_matches):
    withdraw(alice)
    assert "person" not in alice.session
    assert "sessionid" not in {name for name, cookie in alice.cookies.items() if cookie.value}
    assert "Former player" not in alice.get("/").content.decode().split("</header>")[0]


def test_played_match_stays_and_still_replays_for_the_opponent(alice, bob, three_matches):
    over, running, waiting = (path.rsplit("/", 1)[1] for path in three_matches)
    told = msgspec.json.decode(bob.get(f"/m/{over}.json").content, type=MatchFile)
    withdraw(alice)
    again = msgspec.json.decode(bob.get(f"/m/{over}.json").content, type=MatchFile)
    assert [(one.what, one.plies) for one in again.entries] == [(one.what, one.plies) for one in told.entries]
    assert (again.result, again.how) == (told.result, told.how)
    assert set(again.players.values()) == {"Former player", "bob"}
    assert verify(over) == verify(running) == verify(waiting) == []
    rows = {row.public_id: row for row in Match.objects.all()}
    assert rows[running].how == "resignation"
    assert Seat.objects.get(match=rows[running], name="bob").outcome == "won"
    assert rows[waiting].status == "cancelled"


def test_player_is_not_forgotten_while_a_match_could_not_be_ended(alice, three_matches, monkeypatch):
    run = Batch.run

    def fails_to_resign(batch, commands):
        if any(command.kind == "resign" for command in commands):
            raise OperationalError
        return run(batch, commands)

    monkeypatch.setattr(Batch, "run", fails_to_resign)
    assert withdraw(alice).status_code == 503
    assert loaded(three_matches[1]).row.status == "playing"
    assert NAME in everything_stored()
    monkeypatch.undo()
    assert withdraw(alice).status_code == 200
    assert loaded(three_matches[1]).row.status == "over"
    assert NAME not in everything_stored()


def test_a_page_that_is_still_open_does_nothing_more(alice, three_matches):
    person = Player.objects.get(name=NAME).pk
    withdraw(alice)
    answer = writer.ask(Command(Rematch(NO_ID), three_matches[0].rsplit("/", 1)[1], person))
    assert answer.refusal
    assert answer.refusal.code == "withdrawn"


def test_other_processes_do_not_bring_the_name_back(alice, bob, three_matches):
    """Another process's memory is outdated: a new event says so."""
    public_id = three_matches[0].rsplit("/", 1)[1]
    stale = load([public_id])[public_id]
    withdraw(alice)
    writer._known[public_id] = stale
    bobs = next(seat.player_id for seat in stale.seats.values() if seat.name == "bob")
    assert writer.ask(Command(Rematch(NO_ID), public_id, bobs)).refusal is None
    assert NAME not in everything_stored()
