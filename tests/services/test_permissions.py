"""R13: one permission gate. Every command x everyone x every phase."""

from __future__ import annotations

import pytest

from games_app.models import Event, Match
from games_app.services.commands.catalogue import COMMANDS
from games_app.services.commands.messages import Act, Cancel
from games_app.services.commands.registry import By, command
from tests.cast import Table
from tests.commands import ALLOWED, GAMES, PEOPLE, in_phase, people_at, prepared

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_table_names_every_command():
    assert {kind for kind, _ in ALLOWED} == set(COMMANDS)


def test_a_command_without_permission_cannot_be_declared():
    with pytest.raises(TypeError):
        command(Cancel)


def test_a_command_cannot_be_declared_twice():
    with pytest.raises(ValueError, match="twice"):
        command(Act, by=By.PLAYER, during={"playing"})(lambda match, asked, person, now: None)


@pytest.mark.parametrize("phase", ["waiting", "playing", "over", "cancelled", "expired"])
@pytest.mark.parametrize("kind", sorted(COMMANDS))
@pytest.mark.parametrize("who", PEOPLE)
def test_a_command_is_done_for_whom_it_is_declared_and_refused_to_everybody_else(kind, phase, who):
    table = in_phase(phase, GAMES.get(kind, "mancala"))
    data = prepared(table, kind, phase)
    sender = people_at(table)[who]
    person = sender.pk if sender else None
    before = everything(table)
    answer = table.send(person, kind, **data)
    allowed = who in ALLOWED.get((kind, phase), ())
    if phase == "waiting" and who == "other player":
        allowed = kind == "join"
    assert (answer.refusal is None) == allowed, answer
    if not allowed:
        assert answer.refusal.message
        assert everything(table) == before


def everything(table: Table) -> tuple[object, ...]:
    rows = Match.objects.filter(public_id=table.id).values()[0]
    return rows, list(Event.objects.filter(match__public_id=table.id).values_list("seq", flat=True))
