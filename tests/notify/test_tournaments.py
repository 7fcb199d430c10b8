"""News of games of tournaments that two people must begin together: by push, to both, each once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connections

from games_app.lib import clock
from games_app.lists.pairings import READY_FOR
from games_app.models import MailAddress, PushMessage
from games_app.notify import push_messages
from games_app.record import use_cases
from games_app.tournaments import games
from games_app.tournaments.progress import advance_due
from games_app.tournaments.record import System
from tests.notify.postbox import links_of, mail_server
from tests.notify.test_news_by_mail import confirmed
from tests.notify.test_reminders import push, service, subscribed, titles
from tests.push_service import PushBrowser, PushService
from tests.record.conftest import at
from tests.tournaments.hall import CLOCK, DAYS, Hall

__all__ = ["at", "service"]
pytestmark = pytest.mark.django_db(transaction=True)

NEXT = "Your next game in the tournament: Mancala against"
READY_SECONDS = READY_FOR.total_seconds()


def swiss(**plan: int) -> Hall:
    """Start a Swiss of alice and bob with minutes on the clock."""
    hall = Hall(System.SWISS, 2, CLOCK, rounds=1, **plan)
    hall.start()
    return hall


def phones(hall: Hall, service: PushService) -> list[PushBrowser]:
    return [subscribed(hall.people[name], service) for name in ("alice", "bob")]


def test_pairing_is_pushed_to_both_once(at, service):
    hall = swiss()
    alices, bobs = phones(hall, service)
    for _round in range(2):
        push()
    assert (titles(service, alices), titles(service, bobs)) == ([f"{NEXT} bob"], [f"{NEXT} alice"])
    (message,) = service.to(bobs)
    assert message["path"] == f"/tournaments/{hall.id}"
    assert message["unnamed"] == f"{NEXT} Player"
    at(timedelta(days=20).total_seconds())
    push_messages.sweep(clock.now())
    push()
    assert len(service.taken) == 2


def test_rounds_of_two_workers_push_a_pairing_once(service):
    hall = swiss()
    _alices, bobs = phones(hall, service)

    def work(_worker: int) -> None:
        push()
        connections.close_all()

    with ThreadPoolExecutor(2) as workers:
        list(workers.map(work, range(2)))
    assert titles(service, bobs) == [f"{NEXT} alice"]


def test_message_about_a_pairing_is_stored_once_for_each_receiver(service):
    hall = swiss()
    phones(hall, service)
    push_messages.collect_planned(clock.now())
    copies = [
        PushMessage(
            device=row.device, pairing=row.pairing, kind=row.kind, seq=row.seq, at=row.at, next_at=row.next_at
        )
        for row in PushMessage.objects.all()
    ]
    PushMessage.objects.bulk_create(copies, ignore_conflicts=True)
    assert PushMessage.objects.count() == 2


def test_pairings_of_both_rounds_of_a_knockout_are_pushed(at, service):
    hall = Hall(System.KNOCKOUT, 4, CLOCK)
    hall.start()
    (one, other), (third, fourth) = hall.pairs()
    phone = subscribed(hall.people[one], service)
    push()
    for winner, loser in ((one, other), (third, fourth)):
        hall.play(loser, winner)
        hall.win(winner, loser)
    push()
    waiting = [title for title in titles(service, phone) if title.startswith(NEXT)]
    assert waiting == [f"{NEXT} {other}", f"{NEXT} {third}"]
    assert len({message["id"] for message in service.to(phone)}) == len(service.to(phone))


@pytest.mark.parametrize("change", ["begun", "decided", "overdue", "ended"])
def test_pairing_that_waits_no_longer_is_not_pushed(at, service, change):
    hall = swiss(begin_within=15)
    phones(hall, service)
    push_messages.collect_planned(clock.now())
    if change == "begun":
        hall.play("alice", "bob")
        hall.play("bob", "alice")
    elif change == "decided":
        games.settle(hall.id, hall.alice.pk, hall.pairing("alice", "bob").pk, "draw", clock.now())
    elif change == "overdue":
        at(15 * 60)
    else:
        games.end(hall.id, hall.alice.pk, clock.now())
    push()
    assert service.taken == []


def test_person_who_is_ready_is_news_for_the_other_one_each_time(at, service):
    hall = swiss()
    alices, bobs = phones(hall, service)
    hall.play("bob", "alice")
    push()
    push()
    ready = "bob is ready to play now: Mancala"
    assert (titles(service, alices), titles(service, bobs)) == ([ready], [])
    at(READY_SECONDS)
    push()
    at(READY_SECONDS + 1)
    hall.play("bob", "alice")
    push()
    assert titles(service, alices).count(ready) == 2


def test_person_who_was_ready_is_news_only_while_it_lasts(at, service):
    hall = swiss()
    alices, _bobs = phones(hall, service)
    hall.play("bob", "alice")
    push_messages.collect_planned(clock.now())
    at(READY_SECONDS)
    push()
    assert titles(service, alices) == [f"{NEXT} bob"]


def test_round_robin_has_news_only_of_people_who_are_ready(at, service):
    hall = Hall(System.ROUND_ROBIN, 3, CLOCK)
    alices, bobs = phones(hall, service)
    push()
    assert service.taken == []
    hall.play("bob", "alice")
    push()
    assert (titles(service, alices), titles(service, bobs)) == (["bob is ready to play now: Mancala"], [])


@pytest.mark.parametrize(("system", "terms"), [(System.EVENING, CLOCK), (System.SWISS, DAYS)])
def test_games_that_begin_by_themselves_have_no_news_of_pairings(service, system, terms):
    plan = {"minutes": 60} if system == System.EVENING else {"rounds": 1}
    hall = Hall(system, 2, terms, **plan)
    hall.start()
    phones(hall, service)
    push()
    assert not PushMessage.objects.exists()


def test_game_that_is_played_again_is_pushed_again(service):
    hall = swiss()
    alices, _bobs = phones(hall, service)
    push()
    hall.play("alice", "bob")
    use_cases.end_match(hall.play("bob", "alice"))
    advance_due([hall.id])
    push()
    assert titles(service, alices).count(f"{NEXT} bob") == 2


def test_round_without_news_is_two_queries(django_assert_num_queries):
    with django_assert_num_queries(2):
        push_messages.collect_planned(clock.now())


def test_mail_names_a_pairing_that_waits_for_twenty_minutes_once(at, settings):
    settings.SITE_URL = "https://play.example"
    hall = swiss()
    confirmed("bob")
    with mail_server(settings) as postbox:
        for minutes in (10, 25, 24 * 60):
            at(60 * minutes)
            call_command("mail", once=True)
    (letter,) = postbox.letters
    assert letter["Subject"] == "Your next game in a tournament"
    assert f"{NEXT} alice" in letter.get_content()
    assert links_of(letter)[0] == f"/tournaments/{hall.id}"


def test_no_mail_names_a_pairing_that_has_begun(at, settings):
    settings.SITE_URL = "https://play.example"
    hall = swiss()
    confirmed("bob")
    with mail_server(settings) as postbox:
        at(60 * 25)
        hall.play("alice", "bob")
        hall.play("bob", "alice")
        call_command("mail", once=True)
        assert postbox.letters == []


def test_no_mail_names_a_pairing_to_a_person_who_wants_none_of_them(at, settings):
    settings.SITE_URL = "https://play.example"
    swiss()
    MailAddress.objects.filter(pk=confirmed("bob").pk).update(paired=False)
    with mail_server(settings) as postbox:
        at(60 * 25)
        call_command("mail", once=True)
        assert postbox.letters == []
