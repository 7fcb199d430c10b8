"""R18: every record replays to the same positions and result."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db.models import F

from games_app.archive.course import LATEST
from games_app.archive.verify import COMPARED, TRIES, Replay, verify
from games_app.games.rules import GAMES
from games_app.match import wire
from games_app.match.messages import Forget, Reseat, TimeUp
from games_app.match.terms import RealTime, Terms, stored
from games_app.models import Event, Match, Player
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import begun_match, guest, message, new_cmd
from tests.commands import ALLOWED, in_phase, prepared
from tests.commands import GAMES as OTHER_GAMES
from tests.records import Told

LATER = datetime(2026, 12, 24, tzinfo=UTC)

pytestmark = pytest.mark.django_db(transaction=True)


def played(game: str, plies: int = 40):
    dice, table = random.Random(game), begun_match(game)
    while (state := table.now.state).to_move and table.row.ply < plies:
        role = dice.choice(state.to_move)
        assert table.act(role, dice.choice(state.legal_actions(role))).refusal is None
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_match_as_it_was_played_replays(game):
    assert verify(played(game).id) == []


def test_a_match_with_a_choice_still_sealed_replays():
    table = begun_match("congkak")
    table.act("south", "scoop 3")
    table.send(table.bob.pk, "resign")
    assert verify(table.id) == []


@pytest.mark.parametrize(
    "tamper",
    [
        lambda match: match.plies.filter(number=3).update(action="pick p9"),
        lambda match: match.plies.filter(number=3).delete(),
        lambda match: match.plies.filter(number=5).update(seq=F("seq") + 1),
        lambda match: match.events.filter(seq=4).delete(),
        lambda match: Event.objects.filter(match=match, seq=4).update(ply=99),
        lambda match: match.events.create(
            seq=match.seq + 1, what="acted", at=match.acted_at, ply=1, frame="{}"
        ),
        lambda match: match.plies.create(
            seq=match.seq + 1, number=99, after=1, role="north", action="pick p1"
        ),
        lambda match: match.seats.all().delete(),
        lambda match: match.seats.filter(role="north").update(name="mallory"),
        lambda match: match.seats.filter(role="north").update(outcome="won"),
        lambda match: match.seats.filter(role="north").update(listed=False),
    ],
)
def test_an_altered_record_is_found_out(tamper):
    table = played("mancala", plies=12)
    tamper(table.row)
    assert verify(table.id)


@pytest.fixture
def whole():
    """Return a game of a series, with clocks, that bob has resigned and after which alice wants another."""
    table = begun_match("mancala", Terms(time=RealTime(5, 3), games=2))
    for role, action in (("north", "pick p7"), ("south", "pick p2")):
        assert table.act(role, action).refusal is None
    for person, kind in ((table.bob, "resign"), (table.alice, "rematch")):
        assert table.send(person.pk, kind).refusal is None
    assert verify(table.id) == []
    return table


FRAMES: dict[str, tuple[int, Callable[[dict[str, Any]], object]]] = {
    "seq": (4, lambda frame: frame.update(seq=5)),
    "what": (4, lambda frame: frame.update(what="sealed")),
    "at": (4, lambda frame: frame.update(at=frame["at"] - 1)),
    "role": (4, lambda frame: frame.update(role="north")),
    "plies": (4, lambda frame: frame["plies"][0].update(action="pick p3")),
    "status": (4, lambda frame: frame.update(status="over")),
    "result": (6, lambda frame: frame["result"].update(winner="south")),
    "id": (1, lambda frame: frame.update(id="2222222222")),
    "terms": (1, lambda frame: frame["terms"].update(games=3)),
    "facts": (4, lambda frame: frame["position"]["facts"]["pits"].update(p1=9)),
    "to_move": (4, lambda frame: frame["position"].update(to_move=["south"])),
    "legal": (3, lambda frame: frame["position"]["legal"]["south"].pop()),
    "ply": (4, lambda frame: frame["position"].update(ply=3)),
    "clocks": (6, lambda frame: frame["clocks"]["left"].update(north=1)),
    "offers": (6, lambda frame: frame.pop("offers")),
    "gone": (6, lambda frame: frame.update(gone={"north": 1})),
    "seats": (2, lambda frame: frame["seats"][0].update(name="mallory")),
    "visibility": (2, lambda frame: frame.update(visibility="seats")),
    "nearby": (6, lambda frame: frame.update(nearby=["north"])),
    "tips": (6, lambda frame: frame.update(tips={"north": 1})),
    "programs": (6, lambda frame: frame.update(programs=["north"])),
    "series": (5, lambda frame: frame["series"]["score"].update(south=9)),
    "match": (6, lambda frame: frame.update(match="2222222222")),
    "base": (6, lambda frame: frame["position"]["base"].update(north=2)),
}
"""Field of a frame or of its position -> the event in which a test alters it, and the new value."""
SAID_ONCE = {"offer", "given", "delay", "reason"}
"""Fields that nothing else in the record repeats."""
NO_FACTS = {"ways"}
"""Fields for drawing only, which a later version may compute differently."""


def altered(table, seq, change):
    event = Event.objects.get(match__public_id=table.id, seq=seq)
    frame = json.loads(event.frame)
    change(frame)
    Event.objects.filter(pk=event.pk).update(frame=json.dumps(frame))


@pytest.mark.parametrize("field", FRAMES)
def test_whatever_field_of_what_was_shown_is_altered_is_found_out(whole, field):
    altered(whole, *FRAMES[field])
    words = COMPARED.get(field) or LATEST[field]
    assert words in "\n".join(verify(whole.id))


def test_every_field_of_what_was_shown_is_compared():
    fields = {*wire.Event.__struct_fields__, *wire.Position.__struct_fields__} - {"position"}
    assert fields == FRAMES.keys() | SAID_ONCE | NO_FACTS
    assert FRAMES.keys() == COMPARED.keys() | LATEST.keys()


ROWS: dict[str, tuple[object, str]] = {
    "game": ("morris", "the position shown"),
    "public_id": ("2222222222", "the id of the match"),
    "rules_version": (2, "version 2 of the rules of Mancala"),
    "visibility": ("seats", "who may see it"),
    "status": ("done", "the status: recorded 'done', replayed 'over'"),
    "maker": (None, "the maker"),
    "facts": ({}, "can't be read: InvalidFacts"),
    "ply": (1, "the last ply"),
    "last_number": (99, "the last ply"),
    "seq": (99, "the number of events"),
    "bases": ({"north": 1, "south": 1}, "what each may decide on"),
    "unrevealed": ([{"n": 1}], "the choices that are sealed"),
    "clocks": (None, "the clocks"),
    "winner": ("south", "the result"),
    "how": ("nobody knows", "how it ended: recorded 'nobody knows', replayed 'resignation'"),
    "goals": ({"north": 1}, "the result"),
    "pending": ({}, "the offers"),
    "series": ({"id": "2222222222", "game": 1, "score": {"north": 0, "south": 0}}, "the series"),
    "successor": ("2222222222", "the match that follows"),
    "created_at": (LATER, "created_at: recorded 2026-12-24"),
    "started_at": (LATER, "started_at: recorded 2026-12-24"),
    "acted_at": (LATER, "acted_at: recorded 2026-12-24"),
    "ended_at": (None, "ended_at: recorded nothing, replayed 20"),
    "terms": (stored(Terms(time=RealTime(5, 4), games=2)), "the terms"),
    "opening": ([], "the opening"),
    "deadline": (LATER, "the deadline: recorded 2026-12-24"),
    "players_chat": (1, "the messages of the players"),
    "watchers_chat": (1, "the messages of the watchers"),
}
"""Column -> its altered value, and what reveals it."""
UNKNOWN = {"id", "options", "open_offer", "invited", "within", "origin"}
"""Columns that nothing else repeats: the maker's choices, and the source of an imported match.

Of the options, the positions show most.
"""


@pytest.mark.parametrize("column", ROWS)
def test_whatever_column_of_a_match_is_altered_is_found_out(whole, column):
    value, words = ROWS[column]
    if column == "maker":
        value = whole.bob.pk
    Match.objects.filter(public_id=whole.id).update(**{column: value})
    public_id = value if column == "public_id" else whole.id
    assert words in "\n".join(verify(public_id))


RUNNING: dict[str, tuple[object, str]] = {
    "winner": ("south", "the winner"),
    "goals": ({"north": 1, "south": 2}, "the goals"),
    "deadline": (LATER, "the deadline"),
    "opening": ([[1, "north", "pick p7"]], "the opening"),
    "pending": ({"was_public": True}, "whether it was public"),
}


@pytest.mark.parametrize("column", RUNNING)
def test_whatever_column_of_a_running_match_is_altered_is_found_out(column):
    table = begun_match("mancala", Terms(time=RealTime(5, 3)))
    for role, action in (("north", "pick p7"), ("south", "pick p2")):
        assert table.act(role, action).refusal is None
    assert verify(table.id) == []
    value, words = RUNNING[column]
    Match.objects.filter(public_id=table.id).update(**{column: value})
    assert words in "\n".join(verify(table.id))


def test_a_decision_of_somebody_else_is_found_out(whole):
    Event.objects.filter(match__public_id=whole.id, seq=4).update(sender=whole.alice)
    assert "event 4, who sent it" in "\n".join(verify(whole.id))


def test_a_match_that_somebody_closed_is_sound(whole):
    assert whole.send(whole.alice.pk, "open_to", who="seats").refusal is None
    assert verify(whole.id) == []


def test_every_column_of_a_match_is_compared():
    columns = {field.name for field in Match._meta.concrete_fields}
    assert columns == ROWS.keys() | UNKNOWN


def test_a_maker_who_went_over_to_an_account_is_no_alteration(whole):
    account = guest("alice")
    Player.objects.filter(pk=whole.alice.pk).update(merged_into=account)
    reseated = Command(Reseat(whole.alice.pk, account.pk), whole.id, None, from_server=True)
    assert writer.run([reseated])[0].refusal is None
    assert verify(whole.id) == []


def test_the_maker_of_a_rematch_is_the_one_of_the_match_before(whole):
    assert whole.send(whole.bob.pk, "rematch").refusal is None
    following = Match.objects.get(public_id=whole.row.successor)
    assert verify(following.public_id) == []
    Match.objects.filter(pk=following.pk).update(maker=whole.bob)
    assert "the maker" in "\n".join(verify(following.public_id))


def test_a_record_from_before_first_events_had_an_id_is_sound(whole):
    altered(whole, 1, lambda frame: frame.pop("id"))
    assert verify(whole.id) == []


@pytest.mark.parametrize(("kind", "phase"), [one for one, people in ALLOWED.items() if not people])
def test_whatever_the_server_decided_last_the_record_is_sound(kind, phase):
    """tests/writer/test_resending.py checks the same of each command that people send."""
    table = in_phase(phase, OTHER_GAMES.get(kind, "mancala"))
    data = prepared(table, kind, phase) | ({"who": table.alice.pk} if kind == "forget" else {})
    writer.run([Command(message(kind, new_cmd(), **data), table.id, None, from_server=True)])
    assert verify(table.id) == []


def test_a_match_that_the_clock_has_ended_is_sound():
    told = Told("morris", Terms(time=RealTime(1, 0))).play_on(seed=1, decisions=6)
    told.attempt(Command(TimeUp(), told.id, None, from_server=True), timedelta(hours=1))
    assert told.match.row.how == Match.How.TIME
    assert verify(told.store()) == []


@pytest.fixture
def meanwhile(monkeypatch):
    """Do something whenever a replay has begun; count how often."""
    begun, run = [], Replay.run

    def let(happen):
        def run_meanwhile(replay):
            begun.append(replay)
            assert len(begun) <= TRIES, "it goes on and on"
            happen()
            return run(replay)

        monkeypatch.setattr(Replay, "run", run_meanwhile)
        return begun

    return let


def test_a_match_that_goes_on_and_on_is_replayed_once(meanwhile):
    table = played("mancala", plies=10)

    def goes_on():
        role = table.now.state.to_move[0]
        assert table.act(role, table.now.state.legal_actions(role)[0]).refusal is None

    begun = meanwhile(goes_on)
    assert verify(table.id) == []
    assert len(begun) == 1


def test_an_altered_match_that_goes_on_and_on_is_found_out_all_the_same(meanwhile):
    table = played("mancala", plies=10)
    table.row.plies.filter(number=3).update(action="pick p9")

    def changes():
        who = "link" if table.row.visibility == "public" else "public"
        assert table.send(table.alice.pk, "open_to", who=who).refusal is None

    begun = meanwhile(changes)
    assert verify(table.id)
    assert len(begun) == TRIES


def test_a_name_that_is_withdrawn_meanwhile_is_no_alteration(meanwhile):
    table = played("mancala", plies=10)
    leaves = Command(Forget(table.alice.pk), table.id, None, from_server=True)
    meanwhile(lambda: writer.run([leaves]))
    assert verify(table.id) == []
