"""Reporting a readable message, or a person, with a reason, and once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from games_app.lib import clock
from games_app.match.messages import Say
from games_app.models import ChatMessage, Player, Report
from games_app.moderation import desk, reports
from games_app.moderation.actions import Order, perform
from games_app.people import players
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import new_cmd
from tests.pages.people import begun

pytestmark = pytest.mark.django_db(transaction=True)


def say(client, match: str, room: str, text: str) -> None:
    person = players.known(client.session)
    answer = writer.run([Command(Say(cmd=new_cmd(), room=room, text=text), match, person)])[0]
    assert answer.refusal is None


@pytest.fixture
def match(alice, bob) -> str:
    return begun(alice, bob).rsplit("/", 1)[1]


def about(match: str, room: str, number: int = 1) -> str:
    return f"/report?match={match}&room={room}&number={number}"


def test_a_message_is_reported_with_a_reason_and_once(alice, bob, match):
    say(bob, match, "players", "You are <b>rude</b>")
    assert "rude" not in alice.get(about(match, "players")).content.decode()
    assert alice.post(about(match, "players"), {"reason": "nonsense"}).status_code == 422
    for _ in range(2):
        assert alice.post(about(match, "players"), {"reason": "abuse"}).status_code == 200
    report = Report.objects.get()
    assert (report.about.name, report.message.text, report.reason) == ("bob", "You are <b>rude</b>", "abuse")


def test_report_reveals_nothing_that_the_reporter_may_not_read(alice, bob, carol, mallory, match):
    carol.post("/name", {"name": "carol"})
    mallory.post("/name", {"name": "mallory"})
    say(bob, match, "players", "Between us")
    say(carol, match, "watchers", "Pit seven")
    may = {
        ("players", who): client.get(about(match, "players")).status_code
        for who, client in (("alice", alice), ("bob", bob), ("carol", carol))
    }
    may |= {
        ("watchers", who): client.get(about(match, "watchers")).status_code
        for who, client in (("alice", alice), ("carol", carol), ("mallory", mallory))
    }
    assert may == {
        ("players", "alice"): 200,
        ("players", "bob"): 404,
        ("players", "carol"): 404,
        ("watchers", "alice"): 404,
        ("watchers", "carol"): 404,
        ("watchers", "mallory"): 200,
    }


def test_a_person_is_reported_from_their_page(alice, bob, match, client):
    bob_id = Player.objects.get(name="bob").public_id
    assert f"/report?player={bob_id}" in alice.get(f"/player/{bob_id}").content.decode()
    assert alice.post(f"/report?player={bob_id}", {"reason": "name"}).status_code == 200
    assert Report.objects.get().message is None
    assert bob.get(f"/report?player={bob_id}").status_code == 404
    assert client.get(f"/report?player={bob_id}").status_code == 404


def test_withdrawing_takes_the_words_along(alice, bob, match):
    say(bob, match, "players", "Remember Zebulon")
    say(alice, match, "players", "I will")
    bob.post("/withdraw", {"sure": "yes"})
    gone, left = ChatMessage.objects.order_by("number")
    assert (gone.text, gone.name, gone.player, gone.hidden) == ("", "", None, True)
    assert left.text == "I will"


def fresh_guest(address: str) -> Client:
    """Return a new guest at this address, with a name."""
    guest = Client(REMOTE_ADDR=address)
    assert guest.post("/name", {"name": f"guest {Player.objects.count()}"}).status_code == 302
    return guest


def test_guests_of_one_address_report_a_person_a_few_times_and_no_more(alice, bob, match):
    page = f"/report?player={Player.objects.get(name='bob').public_id}"
    answers = [fresh_guest("198.51.100.4").post(page, {"reason": "abuse"}) for _ in range(15)]
    most = reports.MOST_OF_A_NETWORK
    assert [answer.status_code for answer in answers] == [200] * most + [429] * (15 - most)
    assert f"have reported this person {most} times today" in answers[-1].content.decode()
    assert fresh_guest("198.51.100.5").post(page, {"reason": "abuse"}).status_code == 200
    other = f"/report?player={Player.objects.get(name='alice').public_id}"
    assert fresh_guest("198.51.100.4").post(other, {"reason": "abuse"}).status_code == 200


def test_reports_of_one_network_are_one_case_and_closed_together(alice, bob, match):
    page = f"/report?player={Player.objects.get(name='bob').public_id}"
    for address in ("198.51.100.4", "198.51.100.4", "198.51.100.5"):
        assert fresh_guest(address).post(page, {"reason": "abuse"}).status_code == 200
    moderator = Player.objects.create(name="carol", created_at=clock.now())
    cases = list(desk.reported(moderator, clock.now()))
    assert [case.others for case in cases] == [1, 0]
    report = cases[0].report
    assert report is not None
    perform(Order("close", str(report.pk)), "carol")
    assert [case.others for case in desk.reported(moderator, clock.now())] == [0]


def test_the_address_behind_a_report_is_a_hash_and_forgotten_once_it_is_closed(alice, bob, match):
    page = f"/report?player={Player.objects.get(name='bob').public_id}"
    assert fresh_guest("198.51.100.4").post(page, {"reason": "abuse"}).status_code == 200
    report = Report.objects.get()
    assert report.network
    assert "198.51" not in report.network
    later = clock.now() + timedelta(days=2)
    reports.sweep(later)
    assert Report.objects.exclude(network="").exists(), "it waits for a moderator"
    assert reports.close(report.pk)
    reports.sweep(clock.now())
    assert Report.objects.exclude(network="").exists(), "it still counts today"
    reports.sweep(later)
    assert not Report.objects.exclude(network="").exists()
