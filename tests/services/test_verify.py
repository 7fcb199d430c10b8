"""R18: every record replays to the same positions and result."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.db.models import F

from games_app.models import Event, Match, Move
from games_app.rules import GAMES
from games_app.services.verify import verify
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
