"""Notifications of browsers without an open page: to whom, when, once, and in words for anybody."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games_app.lib import clock
from games_app.lists import settled_rows
from games_app.match.messages import NO_ID, Accept, Offer, Rematch, Resign
from games_app.models import Block, LobbyPresence, Match, Player, Presence, PushDevice, PushMessage
from games_app.notify import push_devices, push_messages, push_sender
from games_app.notify.management.commands.push import EventReader
from games_app.notify.push_sender import PushSender
from games_app.people import friends, players
from games_app.people.presence import LEASE
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.pages.people import act, begun, join, loaded, make
from tests.pages.test_inviting import invite, over, with_accounts
from tests.push_service import SILENCE, PushBrowser, PushService, push_service, signed_claims

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE = timedelta(minutes=1)


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    with push_service() as running:
        settings.PUSH_SERVICES = [running.origin]
        yield running


def subscribed(person: Client, service: PushService, name: str = "phone", **more: object) -> PushBrowser:
    """Subscribe this browser of a player, and read what happened before."""
    browser = PushBrowser(service.origin, name)
    answer = person.post("/push", browser.subscription(**more), content_type="application/json")
    assert answer.status_code == 200, answer.content
    read()
    return browser


def read() -> None:
    """Read the new events, as the worker does."""
    reader = EventReader()
    reader.read(clock.now())
    reader.note()


def player(person: Client) -> Player:
    found = players.current(person.session)
    assert found
    return found


def send(after: timedelta = MINUTE) -> None:
    """Read the new events and send what is due, as the worker does so long from now."""
    read()
    PushSender().round(clock.now() + after)


def daily(alice: Client, bob: Client, game: str = "morris") -> str:
    return begun(alice, bob, game, side="white", time="days", days="3")


def looks(person: Client, address: str, *, heard: datetime | None = None, **more: bool) -> Presence:
    """Let the player have a page of the match open, last heard now or at another time."""
    lease = {"match": loaded(address).row, "process": "p", "person": str(player(person).pk), **more}
    until = (heard or clock.now()) + LEASE
    return Presence.objects.update_or_create(defaults={**lease, "until": until}, **lease)[0]


def titles(service: PushService, browser: PushBrowser) -> list[str]:
    return [one["title"].replace("\u2068", "").replace("\u2069", "") for one in service.to(browser)]


def test_a_turn_is_told_once_and_leads_to_the_match(alice, bob, service):
    address = daily(alice, bob)
    phone = subscribed(bob, service)
    act(address, "white", "place outer sw")
    send()
    send()
    (told,) = service.to(phone)
    assert titles(service, phone) == ["Your turn: Nine Men's Morris against alice"]
    assert (told["path"], told["turns"], told["tag"]) == (address, 1, f"match {address[3:]}")
    act(address, "black", "place outer ne")
    act(address, "white", "place middle s")
    send()
    assert len(service.taken) == 2


def test_a_browser_can_tell_it_without_the_name_of_a_stranger(alice, bob, service):
    address = daily(alice, bob)
    phone = subscribed(bob, service)
    act(address, "white", "place outer sw")
    send()
    (told,) = service.to(phone)
    assert told["unnamed"].replace("\u2068", "").replace("\u2069", "") == (
        "Your turn: Nine Men's Morris against Player"
    )


def test_a_friend_is_always_named(alice, bob, service):
    with_accounts(alice=alice, bob=bob)
    friends.ask(player(alice), player(bob), clock.now())
    friends.ask(player(bob), player(alice), clock.now())
    address = daily(alice, bob)
    phone = subscribed(bob, service)
    act(address, "white", "place outer sw")
    send()
    assert [one["unnamed"] for one in service.to(phone)] == [""]


def test_a_push_service_gets_a_valid_signature_and_nothing_that_it_can_read(alice, bob, service, settings):
    settings.CONTACT = "mailto:host@play.example"
    address = daily(alice, bob)
    subscribed(bob, service)
    act(address, "white", "place outer sw")
    send()
    (delivery,) = service.taken
    key = bob.get("/push").json()["key"]
    claims = signed_claims(delivery, key)
    assert (claims["aud"], claims["sub"]) == (service.origin, "mailto:host@play.example")
    assert clock.now().timestamp() < claims["exp"] < clock.now().timestamp() + 24 * 3600
    headers = {name.lower(): value for name, value in delivery.headers.items()}
    assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", str(24 * 3600))
    assert b"alice" not in delivery.body
    assert address[3:] not in str(headers)


def test_nothing_is_sent_for_a_page_that_is_looked_at(alice, bob, service):
    address = daily(alice, bob)
    phone = subscribed(bob, service)
    lease = looks(bob, address, heard=clock.now() + MINUTE)
    act(address, "white", "place outer sw")
    send()
    lease.delete()
    send()
    assert service.to(phone) == []


def test_a_page_that_nobody_can_see_does_not_count(alice, bob, service):
    address = daily(alice, bob)
    phone = subscribed(bob, service)
    looks(bob, address, heard=clock.now() + MINUTE, hidden=True)
    act(address, "white", "place outer sw")
    send()
    assert len(service.to(phone)) == 1


def test_a_page_that_went_to_sleep_before_the_move_delays_the_message(alice, bob, service):
    address = daily(alice, bob)
    phone = subscribed(bob, service)
    looks(bob, address, heard=clock.now() - timedelta(seconds=5))
    act(address, "white", "place outer sw")
    send(timedelta(seconds=10))
    assert service.to(phone) == []
    send()
    assert len(service.to(phone)) == 1


def test_a_turn_by_the_clock_is_told_only_without_any_open_page(alice, bob, service):
    address = begun(alice, bob, "morris", side="white", time="real")
    phone = subscribed(bob, service)
    lobby = {"process": "p", "person": str(player(bob).pk)}
    LobbyPresence.objects.create(**lobby, until=clock.now() + 2 * MINUTE)
    act(address, "white", "place outer sw")
    send()
    assert service.to(phone) == []
    LobbyPresence.objects.all().delete()
    act(address, "black", "place outer ne")
    act(address, "white", "place middle s")
    send()
    assert titles(service, phone) == ["Your turn: Nine Men's Morris against alice"]


def test_a_move_answered_meanwhile_is_no_longer_told(alice, bob, service):
    address = daily(alice, bob)
    phone = subscribed(bob, service)
    act(address, "white", "place outer sw")
    read()
    act(address, "black", "place outer ne")
    send()
    assert service.to(phone) == []


def test_an_invitation_a_rematch_and_the_end_are_told(alice, bob, service):
    address = over(alice, bob)
    phone = subscribed(bob, service)
    tablet = subscribed(alice, service, "tablet")
    invite(alice, "bob")
    send()
    assert titles(service, phone) == ["alice invites you: Nine Men's Morris"]
    row = loaded(address).row
    writer.ask(Command(Rematch(NO_ID), row.public_id, player(bob).pk))
    send()
    assert titles(service, tablet) == ["bob offers a rematch: Mancala"]
    played = loaded(daily(alice, bob)).row
    writer.ask(Command(Resign(NO_ID), played.public_id, player(bob).pk))
    service.taken.clear()
    send()
    assert [one["body"] for one in service.to(tablet)] == ["You won."]
    assert service.to(phone) == []


def test_people_who_block_each_other_hear_nothing_of_each_others_wishes(alice, bob, service):
    over(alice, bob)
    phone = subscribed(bob, service)
    invite(alice, "bob")
    Block.objects.create(player=player(bob), blocked=player(alice))
    send()
    assert service.to(phone) == []


def test_a_secret_choice_tells_no_house_to_the_other(alice, bob, service):
    address = make(alice, "congkak", side="south", time="days", days="3")
    phone = subscribed(alice, service)
    join(bob, address)
    house = loaded(address).state.legal_actions("north")[0]
    act(address, "north", house)
    send()
    assert titles(service, phone) == ["Your turn: Congkak against bob"]
    assert house not in str(service.to(phone))


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(alice, bob, service, status):
    address = daily(alice, bob)
    subscribed(bob, service)
    service.status = status
    act(address, "white", "place outer sw")
    send()
    assert not PushDevice.objects.exists()
    assert bob.get("/push").json()["on"] is False


@pytest.mark.parametrize("status", [429, 500, 503, SILENCE])
def test_an_outage_delays_and_never_doubles(alice, bob, service, status, monkeypatch):
    monkeypatch.setattr(push_sender, "ANSWER_SECONDS", 0.3)
    address = daily(alice, bob)
    phone = subscribed(bob, service)
    service.status = status
    act(address, "white", "place outer sw")
    send()
    send()
    assert len(service.taken) == 1
    service.status = 201
    send(timedelta(hours=2))
    send(timedelta(hours=3))
    assert len(service.taken) == 2
    # Even a message that was taken before the silence is shown once: the browser knows its id.
    assert len({one["id"] for one in service.to(phone)}) == 1


def test_an_outage_of_two_days_loses_no_message_and_after_three_it_is_no_longer_news(alice, bob, service):
    address = begun(alice, bob, "morris", side="white", time="days", days="7")
    subscribed(bob, service)
    service.status = 503
    act(address, "white", "place outer sw")
    for hours in range(0, 50, 2):
        send(timedelta(hours=hours) + MINUTE)
    tried = len(service.taken)
    service.status = 201
    send(timedelta(hours=52))
    send(timedelta(hours=54))
    assert len(service.taken) == tried + 1
    act(address, "black", "place outer ne")
    service.status = 503
    act(address, "white", "place outer se")
    send()
    service.status = 201
    tried = len(service.taken)
    send(timedelta(hours=73))
    assert len(service.taken) == tried


def test_a_silent_push_service_holds_up_no_other(alice, bob, carol, service, settings, monkeypatch):
    monkeypatch.setattr(push_sender, "ANSWER_SECONDS", 0.3)
    with push_service() as silent:
        settings.PUSH_SERVICES = [service.origin, silent.origin]
        silent.status = SILENCE
        first, second = daily(alice, bob), daily(alice, carol)
        subscribed(bob, silent)
        phone = subscribed(carol, service)
        act(first, "white", "place outer sw")
        act(second, "white", "place outer sw")
        read()
        sender = PushSender()
        sender.round(clock.now() + MINUTE)
        sender.round(clock.now() + MINUTE)
        assert (len(service.to(phone)), len(silent.taken)) == (1, 1)


def test_a_push_service_says_when_it_wants_to_be_asked_again(alice, bob, service):
    address = daily(alice, bob)
    subscribed(bob, service)
    service.status, service.headers = 429, {"Retry-After": "7200"}
    act(address, "white", "place outer sw")
    send()
    service.status = 201
    send(timedelta(minutes=110))
    assert len(service.taken) == 1
    send(timedelta(minutes=125))
    assert len(service.taken) == 2


def test_a_browser_whose_messages_are_always_refused_is_forgotten(alice, bob, service):
    address = daily(alice, bob)
    subscribed(bob, service)
    service.status = 403
    white = ("outer sw", "middle s", "middle sw", "middle ne", "outer se")
    black = ("outer ne", "outer n", "outer w", "inner se", "outer s")
    for mine, yours in zip(white, black, strict=True):
        act(address, "white", f"place {mine}")
        send()
        act(address, "black", f"place {yours}")
    assert len(service.taken) == push_sender.MOST_REFUSALS
    assert not PushDevice.objects.exists()


def test_two_senders_send_a_message_once(alice, bob, service, monkeypatch):
    address = daily(alice, bob)
    subscribed(bob, service)
    act(address, "white", "place outer sw")
    read()
    read()
    assert PushMessage.objects.count() == 1
    now = clock.now() + MINUTE
    # Both have found it before either sends it.
    found = push_messages.due_messages(now, 9)
    monkeypatch.setattr(push_messages, "due_messages", lambda *_: found)
    for _ in range(2):
        PushSender().round(now)
    assert len(service.taken) == 1


def test_nothing_comes_in_quiet_hours_and_the_rest_after_them(alice, bob, service):
    address = daily(alice, bob)
    hour = clock.now().hour
    phone = subscribed(bob, service, zone="UTC", quiet=[hour, (hour + 2) % 24])
    assert bob.get("/push").json()["quiet"] == [hour, (hour + 2) % 24]
    act(address, "white", "place outer sw")
    send(timedelta(seconds=10))
    assert service.to(phone) == []
    send(timedelta(hours=3))
    assert len(service.to(phone)) == 1


def test_the_quiet_hours_are_those_of_the_players_own_town(alice, service):
    make(alice)
    subscribed(alice, service, zone="Asia/Kuala_Lumpur", quiet=[22, 7])
    device = PushDevice.objects.get()
    night, day = (datetime.fromisoformat(f"2026-11-26T{hour}:30:00+00:00") for hour in (15, 10))
    assert push_devices.quiet_until(device, night) == datetime.fromisoformat("2026-11-26T23:00:00+00:00")
    assert push_devices.quiet_until(device, day) is None


NOT_PUBLIC = [
    "http://push.example/1",
    "https://localhost/1",
    "https://127.0.0.1/1",
    "https://[::1]/1",
    "https://0x7f000001/1",
    "https://push.example:8443/1",
    "https://user:word@push.example/1",
    "https://push.example/" + "x" * 1000,
    "https://push.exämple/1",
    "ftp://push.example/1",
    "nothing",
]


def test_an_address_that_is_no_public_push_service_is_refused(alice):
    make(alice)
    for endpoint in NOT_PUBLIC:
        body = PushBrowser("https://push.example", "phone").subscription(endpoint=endpoint)
        answer = alice.post("/push", body, content_type="application/json")
        assert answer.status_code in (400, 422), endpoint
        assert answer.json()["message"]
    assert not PushDevice.objects.exists()


def test_strangers_and_broken_keys_are_refused(alice, mallory, service):
    browser = PushBrowser(service.origin, "phone")
    assert mallory.get("/push").json() == {"key": None, "on": False, "quiet": None}
    assert mallory.post("/push", browser.subscription(), content_type="application/json").status_code == 409
    make(alice)
    for broken in ({"p256dh": "AAAA"}, {"auth": "AAAA"}, {"p256dh": "ä"}, {"quiet": [1, 24]}, {"more": 1}):
        answer = alice.post("/push", browser.subscription(**broken), content_type="application/json")
        assert answer.status_code in (400, 422), broken
    assert not PushDevice.objects.exists()


def test_subscription_is_not_taken_over_without_its_keys(alice, mallory, service):
    make(alice)
    phone = subscribed(alice, service)
    make(mallory, name="mallory")
    body = PushBrowser(service.origin, "phone").subscription()
    assert mallory.post("/push", body, content_type="application/json").status_code == 422
    assert PushDevice.objects.get().player == player(alice)
    # The same browser, used by somebody else now, is theirs.
    assert mallory.post("/push", phone.subscription(), content_type="application/json").status_code == 200
    assert PushDevice.objects.get().player == player(mallory)


def test_a_player_has_a_limited_number_of_browsers(alice, service):
    make(alice)
    owner = player(alice)
    for number in range(push_devices.MAX_DEVICES + 2):
        sent = PushBrowser(service.origin, f"phone{number}").subscription()
        given = push_devices.Subscription(str(sent["endpoint"]), str(sent["p256dh"]), str(sent["auth"]))
        push_devices.subscribe(owner, f"session {number}", given, "en", "https://play.example", clock.now())
    kept = PushDevice.objects.order_by("pk").values_list("session_key", flat=True)
    assert list(kept) == [f"session {number}" for number in range(2, push_devices.MAX_DEVICES + 2)]


def test_switching_off_signing_out_and_withdrawing_end_it(alice, service):
    make(alice)
    subscribed(alice, service)
    assert alice.post("/push/off").status_code == 200
    assert not PushDevice.objects.exists()
    alice.post("/account", {"name": "alice", "password": "correct horse battery"})
    subscribed(alice, service)
    answer = alice.post("/logout")
    assert answer.headers["Clear-Site-Data"] == '"storage"'
    assert not PushDevice.objects.exists()
    other = Client()
    make(other, name="carol")
    subscribed(other, service)
    assert other.post("/withdraw", {"sure": "yes"}).headers["Clear-Site-Data"] == '"storage"'
    assert not PushDevice.objects.exists()


def test_a_site_that_switched_it_off_offers_nothing(alice, service, settings):
    settings.PUSH = False
    make(alice)
    assert alice.get("/push").json()["key"] is None
    body = PushBrowser(service.origin, "phone").subscription()
    assert alice.post("/push", body, content_type="application/json").status_code == 409


def test_the_worker_makes_one_round_and_goes_on_after_a_restart(alice, bob, service):
    address = daily(alice, bob)
    phone = subscribed(bob, service)
    call_command("push", once=True)
    act(address, "white", "place outer sw")
    call_command("push", once=True)
    PushMessage.objects.update(next_at=clock.now())
    call_command("push", once=True)
    assert len(service.to(phone)) == 1
    assert Match.objects.count() == 1


def test_an_event_is_told_once_no_earlier_one_can_be_stored_any_more(alice, bob, service, monkeypatch):
    address = daily(alice, bob)
    phone, reader, newest = subscribed(bob, service), EventReader(), settled_rows.newest
    reader.read(clock.now())
    act(address, "white", "place outer sw")
    monkeypatch.setattr(settled_rows, "newest", lambda: newest()._replace(writing=frozenset({"3/7"})))
    reader.read(clock.now())
    assert not PushMessage.objects.exists()
    monkeypatch.setattr(settled_rows, "newest", newest)
    for _ in range(2):
        reader.read(clock.now())
        PushSender().round(clock.now() + MINUTE)
    assert len(service.to(phone)) == 1


def test_a_name_that_leads_into_a_private_network_gets_no_request(alice, bob, service, settings, monkeypatch):
    address = daily(alice, bob)
    subscribed(bob, service)
    PushDevice.objects.update(endpoint="https://push.example/1")
    private = [(2, 1, 6, "", ("10.0.0.7", 443))]
    monkeypatch.setattr("games_app.lib.outbound.socket.getaddrinfo", lambda *_, **__: private)
    act(address, "white", "place outer sw")
    send()
    assert service.taken == []
    assert not PushDevice.objects.exists()


def asks_and_agrees(address: str, answer: type[Accept] | None = Accept) -> None:
    """Let alice, who plays white, ask for a pause of a day, and bob agree."""
    match = loaded(address)
    public_id, white, black = match.row.public_id, match.sitters["white"], match.sitters["black"]
    writer.ask(Command(Offer(NO_ID, "pause", 1440), public_id, white))
    if answer:
        writer.ask(Command(answer(NO_ID, "pause", loaded(address).row.seq), public_id, black))


def test_a_pause_is_asked_for_agreed_on_and_over_in_notifications(alice, bob, service):
    address = daily(alice, bob)
    of_alice, of_bob = subscribed(alice, service, "alice's"), subscribed(bob, service)
    asks_and_agrees(address, None)
    send()
    assert titles(service, of_bob) == ["alice asks for a pause: Nine Men's Morris"]
    match = loaded(address)
    accept = Accept(NO_ID, "pause", match.row.seq)
    writer.ask(Command(accept, match.row.public_id, match.sitters["black"]))
    send()
    assert titles(service, of_alice) == ["Your match is paused: Nine Men's Morris against bob"]
    PushSender().round(clock.now() + timedelta(days=1, minutes=1))
    over = "The pause is over and it's your turn: Nine Men's Morris against bob"
    assert titles(service, of_alice)[1:] == [over]
    assert len(service.to(of_bob)) == 1, "it is alice's turn"


def test_no_turn_is_told_in_a_pause_nor_after_it_was_ended_early(alice, bob, service):
    address = daily(alice, bob)
    phone = subscribed(alice, service)
    asks_and_agrees(address)
    read()
    match = loaded(address)
    public_id, white, black = match.row.public_id, match.sitters["white"], match.sitters["black"]
    writer.ask(Command(Offer(NO_ID, "continue"), public_id, black))
    writer.ask(Command(Accept(NO_ID, "continue", loaded(address).row.seq), public_id, white))
    PushSender().round(clock.now() + timedelta(days=1, minutes=1))
    assert titles(service, phone) == []


def test_blocked_player_sends_no_notification_of_a_pause(alice, bob, service):
    address = daily(alice, bob)
    phone = subscribed(bob, service)
    Block.objects.create(player=player(bob), blocked=player(alice))
    asks_and_agrees(address, None)
    send()
    assert titles(service, phone) == []
