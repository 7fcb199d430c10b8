"""Pages of arranged games: the form beside an invitation, where they are seen, and times without a script."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games_app.appointments.identity import listed
from games_app.lib import clock
from games_app.lib.time_zones import local_moment
from games_app.models import Appointment, Match
from tests.pages.people import config
from tests.pages.test_inviting import invite, over, public_id, text

pytestmark = pytest.mark.django_db(transaction=True)


def local(ahead: timedelta = timedelta(hours=3)) -> str:
    """Return a time ahead as the field of a form has it, in UTC."""
    return f"{clock.now() + ahead:%Y-%m-%dT%H:%M}"


def propose(person, name, game="morris", **fields):
    sent = config(game, time="5+3", absence="claim", at=local()) | fields
    return person.post(f"/appointments/new/{public_id(name)}/{game}", sent)


def test_invitation_offers_a_time_and_the_other_one_sees_and_agrees(alice, bob):
    over(alice, bob)
    form = text(alice.get(f"/player/{public_id('bob')}/invite/morris"))
    address = f"/appointments/new/{public_id('bob')}/morris"
    assert f'href="{address}"' in form
    assert 'type="datetime-local"' in text(alice.get(address))
    answer = propose(alice, "bob")
    page = answer.headers["Location"]
    assert "bob has not answered yet." in text(alice.get(page))
    lobby = text(bob.get("/lobby"))
    assert "Arranged games" in lobby
    assert f'href="{page}"' in lobby
    assert '<b class="badge">' in lobby
    assert "alice proposes this time." in text(bob.get(page))
    assert bob.post(f"{page}/act", {"do": "agree", "number": "1"}).status_code == 302
    assert "Add to calendar" in text(alice.get(page))
    calendar = alice.get(f"{page}.ics")
    assert calendar.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert "no-store" in calendar.headers["Cache-Control"]
    assert f"URL:http://testserver{page}" in text(calendar).replace("\r\n ", "")
    assert f'href="{page}"' in text(alice.get("/appointments"))


def test_time_counts_in_the_zone_that_the_browser_names(alice, bob):
    over(alice, bob)
    when = (clock.now() + timedelta(hours=3)).replace(second=0, microsecond=0)
    there = when.astimezone(ZoneInfo("Asia/Kuala_Lumpur"))
    propose(alice, "bob", at=f"{there:%Y-%m-%dT%H:%M}", zone="Asia/Kuala_Lumpur")
    assert Appointment.objects.get().at == when


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("", "UTC"),
        ("tomorrow", "UTC"),
        ("2026-12-05T20:00+08:00", "UTC"),
        ("0001-01-01T00:00", "Asia/Tokyo"),
        ("9999-12-31T23:59", "America/Lima"),
        ("2020-01-01T20:00", "../../etc/passwd"),
        ("2026-99-05T20:00", "x" * 65),
    ],
)
def test_time_that_cannot_be_is_refused_in_the_form(alice, bob, typed, zone):
    over(alice, bob)
    answer = propose(alice, "bob", at=typed, zone=zone)
    assert answer.status_code == 422
    assert "at" in answer.context["form"].errors or "zone" in answer.context["form"].errors
    assert not Appointment.objects.exists()


@pytest.mark.parametrize("zone", ["Nowhere/Else", "../../etc/passwd", "", "Europe"])
def test_unknown_zone_is_utc(zone):
    assert local_moment("2026-12-05T20:00", zone) == datetime(2026, 12, 5, 20, tzinfo=UTC)


def test_stranger_is_offered_no_time(alice, bob, mallory):
    over(alice, bob)
    mallory.post("/name", {"name": "mallory"})
    answer = mallory.get(f"/appointments/new/{public_id('bob')}/morris")
    assert answer.status_code == 409
    assert propose(mallory, "bob").status_code == 409
    assert not Appointment.objects.exists()


def test_invitation_for_now_is_what_it_was(alice, bob):
    over(alice, bob)
    assert Match.objects.get(public_id=invite(alice, "bob").headers["Location"][3:]).status == "waiting"


def test_download_has_the_arranged_games(alice, bob):
    over(alice, bob)
    propose(alice, "bob")
    (line,) = listed(Appointment.objects.get().proposer_id)
    assert "morris with bob: proposed" in line
