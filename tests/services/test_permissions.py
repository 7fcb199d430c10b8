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


@pytest.mark.slow
@pytest.mark.parametrize("phase", ["waiting", "playing", "over", "cancelled", "expired"])
@pytest.mark.parametrize("kind", sorted(COMMANDS))
def test_a_command_is_done_for_whom_it_is_declared_and_refused_to_everybody_else(kind, phase):
    """Whoever is refused has changed nothing, so the next one tries at the same table."""
    allowed = allowed_to(kind, phase)
    table, before = None, ()
    for who in sorted(PEOPLE, key=allowed.__contains__):
        if table is None:
            table = in_phase(phase, GAMES.get(kind, "mancala"))
            data, people = prepared(table, kind, phase), people_at(table)
            before = everything(table)
        sender = people[who]
        answer = table.send(sender.pk if sender else None, kind, **data)
        assert (answer.refusal is None) == (who in allowed), (who, answer)
        if who in allowed:
            table = None
        else:
            assert answer.refusal.message
            assert everything(table) == before, who


def allowed_to(kind: str, phase: str) -> set[str]:
    """While a match waits, its other player is one who comes by."""
    allowed = ALLOWED.get((kind, phase), set())
    if phase != "waiting":
        return allowed
    return (allowed - {"other player"}) | ({"other player"} if kind == "join" else set())


def everything(table: Table) -> tuple[object, ...]:
    rows = Match.objects.filter(public_id=table.id).values()[0]
    return rows, list(Event.objects.filter(match__public_id=table.id).values_list("seq", flat=True))
