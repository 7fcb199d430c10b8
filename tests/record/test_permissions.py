"""R13: one permission gate, tested for every command, sender and phase."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.archive.exports import exported
from games_app.archive.imports import import_match
from games_app.lib import clock
from games_app.match.messages import RANDOM, Act, Cancel, Create, MatchConfig, Message, Pair, PlayNow
from games_app.match.terms import CLOCK_PRESETS
from games_app.match.transitions import Occupant
from games_app.models import Event, Match, Sanction
from games_app.people import sanctions
from games_app.record.commands.all_commands import COMMANDS
from games_app.record.commands.registry import By, Command, command
from games_app.record.writer import writer
from tests.cast import Table, guest
from tests.commands import ALLOWED, DATA, GAMES, PEOPLE, in_phase, people_at, prepared
from tests.records import Told
from tests.site_settings import set_site

pytestmark = pytest.mark.django_db(transaction=True)


ON_A_MATCH = {kind for kind, declared in COMMANDS.items() if declared.names_match}


def test_the_table_names_every_command():
    assert {kind for kind, _ in ALLOWED} == ON_A_MATCH


def test_a_command_without_permission_cannot_be_declared():
    with pytest.raises(TypeError):
        command(Cancel)


def test_a_command_cannot_be_declared_twice():
    with pytest.raises(ValueError, match="twice"):
        command(Act, by=By.PLAYER, during={"playing"})(lambda match, asked, person, now: None)


@pytest.mark.parametrize("phase", ["waiting", "playing", "over"])
@pytest.mark.parametrize("kind", sorted(ON_A_MATCH))
def test_a_command_is_done_for_whom_it_is_declared_and_refused_to_everybody_else(kind, phase):
    """A refused sender has changed nothing, so the next one tries at the same table."""
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


@pytest.mark.parametrize("phase", ["cancelled", "expired"])
def test_nothing_is_done_after_an_invitation_has_ended(phase):
    table = in_phase(phase, "mancala")
    people, before = people_at(table), everything(table)
    for kind in sorted(ON_A_MATCH):
        for who, person in people.items():
            answer = table.send(person.pk if person else None, kind, **DATA.get(kind, {}))
            assert answer.refusal, (kind, who)
    assert everything(table) == before


MAKING = set(COMMANDS) - ON_A_MATCH


def making(kind: str) -> Message:
    """Return a command that would make a match."""
    if kind == "import":
        told = Told("mancala").resigned()
        return import_match(exported(Match.objects.get(public_id=told.store()), "https://play.example"))
    config = MatchConfig("mancala", {}, RANDOM, "public", CLOCK_PRESETS["5+3"], open_offer=kind == "play_now")
    if kind == "pair":
        return Pair(config, (Occupant(guest("alice").pk, "alice"), Occupant(guest("bob").pk, "bob")))
    return PlayNow(config, "zoe") if kind == "play_now" else Create(config, "zoe")


def the_server():
    return None


def a_stranger_on_a_closed_site():
    set_site(closed="1")
    return guest("zoe").pk


def a_barred_person():
    zoe = guest("zoe")
    sanctions.impose(zoe, Sanction.Kind.BAR, clock.now() + timedelta(days=1))
    return zoe.pk


@pytest.mark.parametrize("kind", sorted(MAKING))
@pytest.mark.parametrize(
    ("sender", "code"),
    [(the_server, "nobody"), (a_stranger_on_a_closed_site, "members_only"), (a_barred_person, "barred")],
)
def test_a_match_is_made_for_nobody_who_is_not_admitted(kind, sender, code):
    message, sender = making(kind), sender()
    before = list(Match.objects.values())
    answer = writer.run([Command(message, "", sender)])[0]
    assert answer.refusal
    assert answer.refusal.code == code
    assert list(Match.objects.values()) == before


@pytest.mark.parametrize("kind", sorted(MAKING))
def test_a_match_is_made_for_everybody_else(kind):
    answer = writer.run([Command(making(kind), "", guest("zoe").pk)])[0]
    assert answer.refusal is None
    assert Match.objects.filter(public_id=answer.match).exists()


def allowed_to(kind: str, phase: str) -> set[str]:
    """While a match waits, its other player is a visitor."""
    allowed = ALLOWED.get((kind, phase), set())
    if phase != "waiting":
        return allowed
    return (allowed - {"other player"}) | ({"other player"} if kind == "join" else set())


def everything(table: Table) -> tuple[object, ...]:
    rows = Match.objects.filter(public_id=table.id).values()[0]
    return rows, list(Event.objects.filter(match__public_id=table.id).values_list("seq", flat=True))
