"""R18: every record replays to the same positions and result."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.db.models import F

from games_app.models import Event, Match, Move
from games_app.rules import GAMES
from games_app.services.archive.verify import TRIES, Replay, verify
from games_app.services.commands.messages import Forget
from games_app.services.commands.registry import Command
from games_app.store.writer import writer
from tests.cast import begun_match

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


def test_a_match_played_to_its_end_replays_to_its_result():
    table = played("mancala", plies=500)
    assert table.row.how == "rules"
    assert verify(table.id) == []


def test_a_match_with_a_choice_still_sealed_replays():
    table = begun_match("congkak")
    table.act("south", "scoop 3")
    table.send(table.bob.pk, "resign")
    assert verify(table.id) == []


@pytest.mark.parametrize(
    "tamper",
    [
        lambda match: match.moves.filter(number=3).update(action="pick p9"),
        lambda match: match.moves.filter(number=3).delete(),
        lambda match: match.moves.filter(number=5).update(seq=F("seq") + 1),
        lambda match: match.events.filter(seq=4).delete(),
        lambda match: Event.objects.filter(match=match, seq=4).update(ply=99),
        lambda match: Match.objects.filter(pk=match.pk).update(facts=match.facts | {"control": "nobody"}),
        lambda match: Match.objects.filter(pk=match.pk).update(seq=F("seq") + 1),
        lambda match: Match.objects.filter(pk=match.pk).update(facts={}),
        lambda match: match.events.filter(seq=4).update(at=F("at") + timedelta(seconds=9)),
        lambda match: match.events.filter(seq=4).update(frame="{}"),
        lambda match: match.events.create(
            seq=match.seq + 1, what="acted", at=match.acted_at, ply=1, frame="{}"
        ),
        lambda match: match.moves.create(
            seq=match.seq + 1, number=99, after=1, role="north", action="pick p1"
        ),
        lambda match: match.seats.all().delete(),
        lambda match: match.seats.filter(role="north").update(name="mallory"),
        lambda match: match.seats.filter(role="north").update(outcome="won"),
        lambda match: match.seats.filter(role="north").update(listed=False),
    ],
)
def test_an_altered_record_is_found_out(tamper):
    table = played("mancala")
    tamper(table.row)
    assert verify(table.id)


def test_an_altered_result_is_found_out():
    table = played("mancala", plies=500)
    Match.objects.filter(public_id=table.id).update(winner="")
    assert any("winner" in difference for difference in verify(table.id))


def test_moves_are_kept_in_the_order_they_were_played():
    table = played("morris")
    numbers = Move.objects.filter(match__public_id=table.id).order_by("pk").values_list("number", flat=True)
    assert list(numbers) == list(range(1, table.row.ply + 1))


@pytest.fixture
def meanwhile(monkeypatch):
    """Does something whenever a replay has begun; how often that was."""
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
    table.row.moves.filter(number=3).update(action="pick p9")

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
