"""R16: who gets the first message of a match, and what the page of both seats may know."""

from __future__ import annotations

import json

import pytest

from games_app.live.joining import Admission, Arrival, admissions
from games_app.live.room import MATCH_CLOSED
from games_app.match import messages
from games_app.models import Match, Player
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import guest, new_cmd
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)


def arrive(match: str, *people: Player | None) -> list[Admission | int]:
    """Return the first message to each of these people; None is a visitor."""
    return admissions([Arrival(match, person.pk if person else None, None) for person in people])


@pytest.mark.parametrize("visibility", Match.Visibility.values)
def test_a_private_match_is_sent_to_its_two_players_and_to_nobody_else(visibility):
    told = Told("mancala", visibility=visibility)
    alice, bob, carol, visitor = arrive(told.store(), told.alice, told.bob, guest("carol"), None)
    assert (alice.roles, bob.roles) == (("north",), ("south",))
    if visibility == Match.Visibility.SEATS:
        assert (carol, visitor) == (MATCH_CLOSED, MATCH_CLOSED)
    else:
        assert (carol.roles, visitor.roles) == ((), ())


def test_an_invitation_to_one_person_is_sent_to_them_and_its_maker_alone():
    told = Told("mancala")
    row = told.match.row
    Match.objects.filter(pk=row.pk).update(status=Match.Status.WAITING, invited=told.bob)
    alice, bob, carol, visitor = arrive(row.public_id, told.alice, told.bob, guest("carol"), None)
    assert isinstance(alice, Admission)
    assert isinstance(bob, Admission)
    assert (carol, visitor) == (MATCH_CLOSED, MATCH_CLOSED)


def test_a_choice_in_secret_is_told_to_its_own_seat_alone():
    told = Told("congkak", opening="simultaneous")
    told.act("south", "scoop 3")
    pages = arrive(told.store(), told.alice, told.bob, None)
    assert [sealed(page)["south"] for page in pages] == [3, None, None]


def test_a_page_of_both_seats_is_told_no_choice_in_secret():
    told = Told("congkak", opening="simultaneous", hotseat=True)
    told.act("south", "scoop 3")
    (page,) = arrive(told.store(), told.alice)
    assert page.roles == ("south", "north")
    assert sealed(page) == {"south": None, "north": None}


def test_player_of_both_seats_gets_no_secret_choice_in_an_answer():
    told = Told("congkak", opening="simultaneous", hotseat=True)
    act = messages.Act(new_cmd(), told.match.row.bases["south"], "scoop 3")
    (answer,) = writer.run([Command(act, told.store(), told.alice.pk)])
    assert answer.refusal is None
    assert answer.mine is not None
    assert answer.mine.facts["sealed"] == {"south": None, "north": None}


def sealed(page: Admission | int) -> dict[str, int | None]:
    assert isinstance(page, Admission)
    found: dict[str, int | None] = json.loads(page.snapshot)["position"]["facts"]["sealed"]
    return found
