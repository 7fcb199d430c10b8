"""R18: every record replays to the same positions and result."""

from __future__ import annotations

import json
import random
from datetime import timedelta

import pytest
from django.db.models import F

from games_app.archive.verify import REPLAY_TRIES, Replay, verify
from games_app.games.rules import GAMES
from games_app.match.messages import Forget, Reseat, TimeUp
from games_app.match.terms import RealTime, Terms
from games_app.models import Event, Match, Player
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import begun_match, guest, message, new_cmd
from tests.commands import ALLOWED, in_phase, prepared
from tests.commands import GAMES as OTHER_GAMES
from tests.records import Told

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


def test_a_decision_of_somebody_else_is_found_out(whole):
    Event.objects.filter(match__public_id=whole.id, seq=4).update(sender=whole.alice)
    assert "event 4, who sent it" in "\n".join(verify(whole.id))


def test_a_match_that_somebody_closed_is_sound(whole):
    assert whole.send(whole.alice.pk, "open_to", who="seats").refusal is None
    assert verify(whole.id) == []


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


def test_a_record_from_before_first_events_had_an_id_and_terms_is_sound(whole):
    event = Event.objects.get(match__public_id=whole.id, seq=1)
    frame = json.loads(event.frame)
    for field in ("id", "terms"):
        del frame[field]
    Event.objects.filter(pk=event.pk).update(frame=json.dumps(frame))
    assert verify(whole.id) == []


@pytest.mark.parametrize(("kind", "phase"), [one for one, people in ALLOWED.items() if not people])
def test_record_is_sound_after_each_decision_of_the_server(kind, phase):
    """tests/record/test_resending.py checks the same of each command that people send."""
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
            assert len(begun) <= REPLAY_TRIES, "it goes on and on"
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
    assert len(begun) == REPLAY_TRIES


def test_a_name_that_is_withdrawn_meanwhile_is_no_alteration(meanwhile):
    table = played("mancala", plies=10)
    leaves = Command(Forget(table.alice.pk), table.id, None, from_server=True)
    meanwhile(lambda: writer.run([leaves]))
    assert verify(table.id) == []
