"""A time for a game of a tournament: agreed like any other, and played as the tournament has it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.appointments import begin, changes
from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.lists import appointments
from games_app.models import Appointment, Match, Player
from games_app.tournaments import games
from games_app.tournaments.record import System
from tests.appointments.meeting import AHEAD, CLOCK, fresh, sender
from tests.cast import guest
from tests.tournaments.hall import Hall

pytestmark = pytest.mark.django_db(transaction=True)


def proposed(hall: Hall, player: Player | None = None) -> Appointment:
    key, now = hall.pairing("alice", "bob").pk, clock.now()
    return changes.propose_for_pairing(sender(player or hall.alice), key, now + AHEAD, now)


def agreed(hall: Hall) -> Appointment:
    row = proposed(hall)
    changes.agree(row.public_id, sender(row.other), row.number, clock.now())
    return fresh(row)


@pytest.fixture
def hall(at) -> Hall:
    return Hall(System.ROUND_ROBIN, 3, CLOCK)


def test_game_of_a_tournament_is_agreed_on_and_played_as_its_match(hall, at):
    row = agreed(hall)
    assert proposed(hall).pk == row.pk, "one for each game"
    at(AHEAD.total_seconds())
    assert changes.play(row.public_id, sender(row.proposer), clock.now()) == ""
    match = changes.play(row.public_id, sender(row.other), clock.now())
    assert match == games.match_of(hall.pairing("alice", "bob").pk)
    assert fresh(row).status == Appointment.Status.PLAYED
    assert Match.objects.count() == 1


def test_game_that_is_played_on_the_page_of_the_tournament_closes_the_appointment(hall):
    row = agreed(hall)
    hall.play("alice", "bob")
    match = hall.play("bob", "alice")
    shown = appointments.find(row.public_id, row.other_id, clock.now())
    assert (shown.status, shown.match.public_id) == ("played", match)
    assert appointments.open_of(row.other_id, clock.now()) == []
    begin.advance_all()
    assert fresh(row).status == Appointment.Status.PLAYED
    with pytest.raises(Refused):
        changes.cancel(row.public_id, sender(row.other), clock.now())


def test_time_after_the_last_day_of_the_tournament_is_refused(at):
    hall = Hall(System.ROUND_ROBIN, 3, CLOCK, begin_within=AHEAD // timedelta(minutes=1))
    with pytest.raises(Refused) as refused:
        proposed(hall)
    assert refused.value.refusal.code == "appointment_late"
    assert not Appointment.objects.exists()


@pytest.mark.parametrize("name", ["carol", "mallory"])
def test_only_the_two_people_of_a_game_propose_a_time(hall, name):
    player = hall.people.get(name) or guest(name)
    with pytest.raises(Refused):
        proposed(hall, player)
    assert not Appointment.objects.exists()


def test_page_of_the_tournament_leads_to_the_form_and_then_to_the_appointment(hall, alice):
    session = alice.session
    session["person"] = hall.alice.pk
    session.save()
    alice.cookies["sessionid"] = session.session_key
    form = f"/appointments/pairing/{hall.pairing('alice', 'bob').pk}"
    assert f'href="{form}"' in alice.get(f"/tournaments/{hall.id}").content.decode()
    assert alice.get(form).status_code == 200
    assert alice.post(form, {"at": "never"}).status_code == 422
    when = clock.now() + timedelta(hours=2)
    answer = alice.post(form, {"at": f"{when:%Y-%m-%dT%H:%M}"})
    page = f"/appointments/{Appointment.objects.get().public_id}"
    assert (answer.status_code, answer.headers["Location"]) == (302, page)
    assert alice.get(form).headers["Location"] == page
