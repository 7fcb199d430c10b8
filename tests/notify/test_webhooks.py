"""Webhooks: news at an address of the player's own, once, signed, and never in a private network."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from games_app.lib import clock, outbound
from games_app.models import PushMessage, Webhook
from games_app.notify import webhooks
from games_app.notify.push_sender import MOST_TRIES, PushSender
from games_app.notify.webhooks import MOST_AN_HOUR, SWITCHED_OFF_AFTER
from games_app.people import friends
from tests.notify.test_push import MINUTE, daily, player, read, send
from tests.pages.people import act
from tests.pages.test_inviting import text, with_accounts
from tests.push_service import SILENCE, PushService, push_service

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "correct horse battery"


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    with push_service() as running:
        settings.PUSH_SERVICES = [running.origin]
        yield running


@pytest.fixture(autouse=True)
def _accounts(alice, bob):
    with_accounts(alice=alice, bob=bob)


def saved(person, endpoint, style="json", present=PASSWORD):
    """Send the form with the address and a password."""
    return person.post("/webhook", {"do": "save", "endpoint": endpoint, "style": style, "present": present})


def hooked(person, service, style="json"):
    """Give the person a webhook, and read what happened before."""
    answer = saved(person, f"{service.origin}/hook", style)
    assert answer.status_code == 302, text(answer)
    read()


def bodies(service):
    return [json.loads(one.body) for one in service.taken]


def moved(alice, bob):
    """Begin a match by days in which alice moves; return its address."""
    address = daily(alice, bob)
    read()
    act(address, "white", "place outer sw")
    return address


def test_a_turn_is_told_once_with_its_match(alice, bob, service):
    hooked(bob, service)
    address = moved(alice, bob)
    send()
    send()
    *_, told = bodies(service)
    assert (told["kind"], told["address"]) == ("turns", f"http://testserver{address}")
    assert "Your turn" in told["title"]
    assert "alice" in told["title"]
    assert len({one["id"] for one in bodies(service)}) == len(service.taken)


def test_webhooks_name_friends_only_for_a_person_who_hides_strangers(alice, bob, service):
    bob.cookies["preferences"] = "people=unnamed"
    hooked(bob, service)
    moved(alice, bob)
    send()
    *_, told = bodies(service)
    assert "Player" in told["title"]
    assert "alice" not in told["title"]
    friends.ask(player(alice), player(bob), clock.now())
    friends.ask(player(bob), player(alice), clock.now())
    moved(alice, bob)
    send()
    *_, told = bodies(service)
    assert "alice" in told["title"]


def test_an_open_browser_alone_stores_no_webhook(bob, service):
    for present in ("", "a guess at it"):
        assert saved(bob, f"{service.origin}/hook", present=present).status_code == 422
    assert not Webhook.objects.exists()


def test_a_webhook_ends_with_a_changed_password(bob, service):
    hooked(bob, service)
    changed = bob.post("/account", {"do": "password", "present": PASSWORD, "password": "another password"})
    assert changed.status_code == 200
    assert not Webhook.objects.exists()


def test_json_is_signed_with_its_time(alice, bob, service):
    hooked(bob, service)
    moved(alice, bob)
    send()
    delivery = service.taken[-1]
    headers = {name.lower(): value for name, value in delivery.headers.items()}
    secret = Webhook.objects.get().secret
    assert secret in text(bob.get("/webhook"))
    signed = f"{headers['x-timestamp']}.".encode() + delivery.body
    digest = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    assert headers["x-signature"] == f"sha256={digest}"
    assert abs(int(headers["x-timestamp"]) - (clock.now() + MINUTE).timestamp()) < 60


@pytest.mark.parametrize(("style", "key"), [("discord", "content"), ("slack", "text"), ("matrix", "text")])
def test_chats_get_their_own_formats_unsigned(alice, bob, service, style, key):
    hooked(bob, service, style)
    address = moved(alice, bob)
    send()
    told = bodies(service)[-1]
    assert address in told[key]
    assert "X-Signature" not in service.taken[-1].headers
    if style == "discord":
        assert told["allowed_mentions"] == {"parse": []}


def test_a_name_is_no_markup_in_a_chat():
    title = {"id": "1", "kind": "turns", "title": "*<!channel>* & _@everyone_", "path": "/m/x", "at": 1}
    said = {}
    for style in ("discord", "slack", "matrix"):
        webhook = Webhook(style=style, site="https://play.example", language="en")
        said[style] = json.loads(webhooks.encoded(webhook, title, clock.now())[0])
    assert said["slack"]["text"].startswith("*&lt;!channel&gt;* &amp; ")
    assert said["discord"]["content"].startswith(r"\*<!channel\>\* & \_@everyone\_")
    assert said["matrix"]["text"].startswith(r"\*")


NOT_PUBLIC = [
    "http://chat.example/hook",
    "https://chat.example:8443/hook",
    "https://127.0.0.1/hook",
    "https://[::1]/hook",
    "https://localhost/hook",
    "https://user:word@chat.example/hook",
    "https://2130706433/hook",
    "ftp://chat.example/hook",
    "javascript:alert(1)",
    "https://",
    "https://chat.example/" + "a" * 1000,
    "",
]


def test_only_public_https_addresses_are_stored(bob):
    for address in NOT_PUBLIC:
        refused = saved(bob, address)
        assert refused.status_code == 422, address
    assert not Webhook.objects.exists()


def test_a_name_that_leads_into_a_private_network_gets_nothing_and_is_switched_off(
    alice, bob, service, settings, monkeypatch
):
    hooked(bob, service)
    Webhook.objects.update(endpoint="https://chat.example/hook")
    inside = [(2, 1, 6, "", ("198.41.0.4", 443)), (2, 1, 6, "", ("10.0.0.1", 443))]
    monkeypatch.setattr(outbound.socket, "getaddrinfo", lambda *_, **__: inside)
    moved(alice, bob)
    send()
    assert Webhook.objects.get().switched_off_at is not None
    assert "private network" in text(bob.get("/webhook"))
    assert "switched off" in text(bob.get("/account"))


def test_a_redirect_is_not_followed(alice, bob, service):
    hooked(bob, service)
    service.paths["/hook"], service.headers = 302, {"Location": f"{service.origin}/elsewhere"}
    moved(alice, bob)
    send()
    assert {one.path for one in service.taken} == {"/hook"}
    assert "302" in text(bob.get("/webhook"))


def test_after_an_outage_it_is_sent_later_and_once(alice, bob, service):
    hooked(bob, service)
    service.status = 503
    moved(alice, bob)
    send()
    failed = len(service.taken)
    service.status = 204
    send()
    assert len(service.taken) == failed, "not before its time"
    for minutes in range(5, 120, 5):
        send(timedelta(minutes=minutes))
    kept = [one["id"] for one in bodies(service)[failed:]]
    assert len(kept) == len(set(kept)) >= 1
    assert Webhook.objects.get().failing_since is None


def test_after_days_of_failures_it_is_switched_off_and_a_test_switches_it_on(alice, bob, service):
    hooked(bob, service)
    service.status = 404
    address = moved(alice, bob)
    send()
    assert Webhook.objects.get().switched_off_at is None
    Webhook.objects.update(failing_since=clock.now() - SWITCHED_OFF_AFTER, paused_until=None)
    act(address, "black", "place outer ne")
    act(address, "white", "place middle s")
    send()
    assert Webhook.objects.get().switched_off_at is not None
    assert "404" in text(bob.get("/webhook"))
    sent = len(service.taken)
    act(address, "black", "place outer e")
    act(address, "white", "place middle w")
    send()
    assert len(service.taken) == sent
    service.status = 200
    bob.post("/webhook", {"do": "test"})
    send()
    assert "test" in [one["kind"] for one in bodies(service)]
    assert Webhook.objects.get().switched_off_at is None
    assert "It works" in text(bob.get("/webhook"))


def test_an_address_that_is_gone_is_switched_off_at_once(alice, bob, service):
    hooked(bob, service)
    service.status = 410
    moved(alice, bob)
    send()
    assert Webhook.objects.get().switched_off_at is not None


def test_a_test_is_sent_once_by_all_processes(bob, service):
    hooked(bob, service)
    bob.post("/webhook", {"do": "test"})
    for _ in range(2):
        PushSender().round(clock.now())
    assert [one["kind"] for one in bodies(service)] == ["test"]


def test_so_many_messages_an_hour_go_to_one_address(alice, bob, service, monkeypatch):
    monkeypatch.setattr(webhooks, "MOST_AN_HOUR", 1)
    hooked(bob, service)
    moved(alice, bob)
    send()
    moved(alice, bob)
    send()
    assert len(service.taken) == 1
    for _ in range(3):
        send(timedelta(hours=2))
    assert len(service.taken) == 2
    assert MOST_AN_HOUR <= 60
    assert MOST_TRIES <= 12


def test_only_an_account_has_a_webhook_and_it_goes_with_it(bob, carol, service):
    carol.post("/name", {"name": "carol"})
    assert carol.get("/webhook").headers["Location"] == "/account?next=/webhook"
    hooked(bob, service)
    bob.post("/account", {"do": "close", "sure": "yes", "present": PASSWORD})
    assert not Webhook.objects.exists()


def test_another_address_has_another_secret_and_removing_ends_it(bob, service):
    hooked(bob, service)
    first = Webhook.objects.get().secret
    hooked(bob, service, "slack")
    assert Webhook.objects.get().secret == first
    saved(bob, f"{service.origin}/other")
    assert Webhook.objects.get().secret != first
    bob.post("/webhook", {"do": "remove"})
    assert not Webhook.objects.exists()


def test_a_silent_address_costs_its_patience_alone(alice, bob, service, monkeypatch):
    monkeypatch.setattr("games_app.notify.push_sender.ANSWER_SECONDS", 0.2)
    hooked(bob, service)
    service.status = SILENCE
    moved(alice, bob)
    send()
    service.released.set()
    assert PushMessage.objects.filter(next_at__isnull=False).exists()
    assert "Nobody answers" in text(bob.get("/webhook"))
