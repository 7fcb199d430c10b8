"""The site as an app: notifications with no page open, and what can be read without a network."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Worker, expect

from tests import played
from tests.backing.processes import begin
from tests.browser.lobby import sit_down
from tests.browser.player import Player
from tests.browser.playing import Person, patiently, wait_until
from tests.faults.visitor import Visitor
from tests.played import Played, sample
from tests.push_service import PushBrowser, PushService, push_service
from tests.server import Server

CONTROLLED = "() => navigator.serviceWorker?.controller"
"""Condition that the service worker answers the page's requests."""

NOTES = """() => {
  globalThis.shown = [];
  registration.showNotification = async (title, options) => void shown.push({ title, ...options, onIcon });
  navigator.setAppBadge = async (turns) => void (globalThis.onIcon = turns);
}"""
"""Script for the worker that records notifications and the badge: a headless shell has no place for them."""

STORED = """async (path) => {
  const pages = await caches.open("pages");
  return (await pages.keys()).some(({ url }) => url.endsWith(path));
}"""
"""Condition that a path is stored."""

KEPT = """async () => (await (await caches.open("files")).keys()).map(({ url }) => url)"""
LOADED = "() => performance.getEntriesByType('resource').map(({ name }) => name)"

UPDATE = """() => {
  navigator.serviceWorker.addEventListener("controllerchange", () => (window.changed = true));
  navigator.serviceWorker.ready.then((registration) => registration.update());
}"""
"""Script that looks for a new version of the service worker, as the browser does from time to time."""

SUBSCRIBES = """(subscription) => {
  let present = null;
  navigator.setAppBadge = async () => {};
  PushManager.prototype.getSubscription = async () => present;
  PushManager.prototype.subscribe = async (options) => {
    window.asked = options;
    return (present = { toJSON: () => subscription, unsubscribe: async () => (present = null, true) });
  };
}"""
"""Script for pages that stands in for the browser's push service, which is somebody else's."""


@pytest.fixture
def phone(player: Callable[..., Player]) -> Callable[[str], Player]:
    """A person whose browser may have a service worker."""
    return lambda name: player(name, service_workers="allow")


def controlled(person: Player, path: str) -> Page:
    """Open a path, and wait for the service worker."""
    page = person.alter_browser()
    person.open(path)
    page.wait_for_function(CONTROLLED)
    return page


def worker_of(page: Page) -> Worker:
    (worker,) = page.context.service_workers
    return worker


class PushEvents:
    """The push events of a browser, as its push service would bring them."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._found: list[str] = []
        self._session.on("ServiceWorker.workerRegistrationUpdated", self._hear)
        self._session.send("ServiceWorker.enable")
        self._page, self._origin = page, page.evaluate("location.origin")

    def _hear(self, event: dict[str, Any]) -> None:
        self._found += [one["registrationId"] for one in event["registrations"] if not one["isDeleted"]]

    def deliver(self, **told: object) -> None:
        for _ in patiently():
            if self._found:
                break
            self._page.wait_for_timeout(20)
        self._session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": self._origin, "registrationId": self._found[-1], "data": json.dumps(told)},
        )


def told(path: str, number: int = 1, **more: object) -> dict[str, object]:
    usual = {
        "id": f"turn {path} {number}",
        "tag": f"match {path}",
        "title": "Your turn",
        "body": "",
        "turns": 1,
    }
    return usual | {"path": path, "at": 0} | more


def shown(worker: Worker, number: int) -> list[dict[str, Any]]:
    """Return the notifications, once there are so many."""
    found: list[dict[str, Any]] = []
    for _ in patiently():
        found = worker.evaluate("shown")
        if len(found) >= number:
            break
    return found


def finished(url: str) -> Played:
    """Return a match that is over."""
    match = played.begin(url, "mancala")
    match.tell(match_role(match), "resign")
    return match


def match_role(match: Played) -> str:
    return str(match.alice.record(match.id)[-1]["position"]["to_move"][0])


def test_a_push_event_shows_one_notification_a_match_and_none_twice(server_url, phone):
    page = controlled(phone("alice"), "/about")
    worker, events = worker_of(page), PushEvents(page)
    worker.evaluate(NOTES)
    events.deliver(**told("/m/2222222222"))
    shown(worker, 1)
    events.deliver(**told("/m/2222222222"))
    events.deliver(**told("/m/3333333333", body="alice, bob"))
    first, second = shown(worker, 2)
    assert (first["title"], first["tag"], first["data"]) == (
        "Your turn",
        "match /m/2222222222",
        {"path": "/m/2222222222"},
    )
    assert first["onIcon"] == 1
    assert second["tag"] != first["tag"]


def test_nothing_is_shown_for_the_page_that_is_looked_at(server_url, phone):
    match = played.begin(server_url, "mancala")
    page = controlled(phone("carol"), match.path)
    worker, events = worker_of(page), PushEvents(page)
    worker.evaluate(NOTES)
    events.deliver(**told(match.path))
    events.deliver(**told("/m/2222222222"))
    assert [one["data"]["path"] for one in shown(worker, 1)] == ["/m/2222222222"]


def test_one_press_after_the_first_move_of_a_match_by_days_subscribes_the_device(server_url, phone):
    match = played.begin(server_url, "checkers", time="days", days="3")
    alice = phone("alice")
    page = alice.alter_browser()
    keys = PushBrowser("https://push.example", "alice").subscription()
    subscription = {"endpoint": keys.pop("endpoint"), "keys": keys}
    page.add_init_script(f"({SUBSCRIBES})({json.dumps(subscription)})")
    page.add_init_script("Notification.requestPermission = async () => 'granted'")
    page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'granted' })")
    sit_down(Person(alice), match.alice)
    page = controlled(alice, match.path)
    prompts = page.get_by_role("list", name="Offers and notices")
    expect(prompts.get_by_role("button", name="Notify me")).to_have_count(0)
    match.play([("black", "move 3 3 4 4")])
    with page.expect_response("**/push") as answered:
        prompts.get_by_role("button", name="Notify me").click()
    assert answered.value.ok
    expect(prompts.get_by_role("button", name="Notify me")).to_have_count(0)
    page.get_by_role("navigation", name="Site").get_by_role("button", name="Board and sound").click()
    part = page.get_by_role("dialog", name="Board and sound").get_by_role("group", name="Notifications")
    expect(part).to_contain_text("even with the site closed")
    with page.expect_response(lambda answer: "[22,7]" in (answer.request.post_data or "")):
        part.get_by_label("Quiet from").select_option("22")
    alice.check_accessibility()
    with page.expect_response("**/push/off"):
        part.get_by_role("radio", name="Off").click()


def test_without_a_network_finished_matches_rules_and_the_offline_page_are_there(server_url, phone):
    match = finished(server_url)
    alice = phone("alice")
    page = controlled(alice, "/rules/mancala")
    alice.open("/rules/mancala")
    alice.open(match.path)
    wait_until(page, STORED, f"{match.path}/events")
    wait_until(page, STORED, "/rules/mancala")
    alice.forgive(".")
    page.context.set_offline(True)
    page.goto("/lobby")
    expect(page.get_by_role("heading", name="You're offline")).to_be_visible()
    expect(page.get_by_role("link", name="Mancala").first).to_be_visible()
    # The network may come back just then.
    page.locator(f"a[href='{match.path}']").evaluate(
        "(link) => (link.click(), dispatchEvent(new Event('online')))"
    )
    expect(page.get_by_role("region", name="Moves")).to_be_visible()
    page.goto("/rules/mancala")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Mancala")
    page.context.set_offline(False)


def test_a_live_page_is_never_answered_with_something_old(server_url, phone):
    match = played.begin(server_url, "mancala")
    alice = phone("alice")
    page = controlled(alice, match.path)
    alice.open(match.path)
    assert not page.evaluate(STORED, match.path)
    alice.forgive(".")
    page.context.set_offline(True)
    page.goto(match.path)
    expect(page.get_by_role("heading", name="You're offline")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("region", name="Moves")).to_be_visible()


def test_static_files_come_from_the_store_at_once(server_url, phone):
    alice = phone("alice")
    page = controlled(alice, "/about")
    alice.open("/about")
    kept = page.evaluate(KEPT)
    loaded = [one.partition("#")[0] for one in page.evaluate(LOADED) if "/static/" in one]
    assert loaded
    assert set(loaded) <= set(kept)


@pytest.mark.nightly
def test_a_new_version_takes_over_without_reloading_an_open_match(tmp_path, player):
    with Server(tmp_path) as server:
        match = played.begin(server.url, "mancala")
        alice = player("alice", base_url=server.url, service_workers="allow")
        alice.forgive(".")
        page = controlled(alice, match.path)
        page.evaluate("window.here = true")
        server.env["SITE_NAME"] = "Another release"
        server.restart()
        page.evaluate(UPDATE)
        page.wait_for_function("() => window.changed")
        match.play(sample("mancala")[1][:1])
        moves = page.get_by_role("region", name="Moves").get_by_role("listitem")
        expect(moves).to_have_count(1)
        assert page.evaluate("window.here")


def test_signing_out_leaves_nothing_that_the_person_has_seen(server_url, phone):
    match = finished(server_url)
    alice = phone("alice")
    page = controlled(alice, "/account")
    page.get_by_label("Name").fill("alice of the app")
    page.get_by_label("Password", exact=True).fill("correct horse battery")
    page.get_by_role("button", name="Create the account").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    alice.open(match.path)
    wait_until(page, STORED, match.path)
    alice.open("/account")
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url("**/")
    assert not page.evaluate(STORED, match.path)


def test_the_next_person_in_a_browser_finds_nothing_of_the_last(server_url, phone):
    match = finished(server_url)
    alice = phone("alice")
    sit_down(Person(alice), match.alice)
    page = controlled(alice, "/about")
    alice.open(match.path)
    wait_until(page, STORED, match.path)
    page.context.clear_cookies()
    alice.open("/about")
    wait_until(page, f"async (path) => !(await ({STORED})(path))", match.path)


@pytest.fixture
def site_with_push(tmp_path: Path) -> Iterator[tuple[str, PushService]]:
    """A site with the worker that sends notifications, and the push service that takes them."""
    with push_service() as service, Server(tmp_path, {"PUSH_SERVICES": service.origin}) as server:
        root, env = server.prepare()
        running = begin([sys.executable, "manage.py", "push"], cwd=root, env=env, output=Path(os.devnull))
        yield server.url, service
        running.terminate()
        running.wait()


class Phone:
    """A phone whose owner looks at the site only when a notification comes."""

    def __init__(self, person: Player, visitor: Visitor, service: PushService) -> None:
        self.person, self._service = person, service
        self._keys = PushBrowser(service.origin, person.name)
        self.page = person.alter_browser()
        sit_down(Person(person), visitor)
        controlled(person, "/about")
        self.events, self._worker = PushEvents(self.page), worker_of(self.page)
        self._worker.evaluate(NOTES)
        body = self._keys.subscription()
        token = self.page.locator("meta[name=csrf-token]").get_attribute("content") or ""
        answer = self.page.request.post("/push", data=body, headers={"X-CSRFToken": token})
        assert answer.ok, answer.text()
        self.page.goto("about:blank")

    def tap(self, number: int) -> str:
        """Wait for so many messages, bring the last one to the phone, and open what it leads to."""
        for _ in patiently():
            if len(told := self._service.to(self._keys)) >= number:
                break
            self.page.wait_for_timeout(100)
        self.events.deliver(**told[-1])
        note = shown(self._worker, number)[-1]
        self.person.open(note["data"]["path"])
        return str(note["title"])


@pytest.mark.nightly
def test_two_phones_play_a_match_by_days_with_no_page_open(site_with_push, player):
    url, service = site_with_push
    match = played.begin(url, "checkers", time="days", days="3")
    alice, bob = (
        Phone(player(name, base_url=url, service_workers="allow"), visitor, service)
        for name, visitor in (("alice", match.alice), ("bob", match.bob))
    )
    match.play([("black", "move 3 3 4 4")])
    assert bob.tap(1).startswith("Your turn: Pawn checkers")
    for stop in ("6 6", "7 5"):
        Person(bob.person).play(stop)
    prompts = bob.page.get_by_role("list", name="Offers and notices")
    prompts.get_by_role("button", name="Confirm").click()
    expect(bob.page.get_by_role("region", name="Moves").get_by_role("listitem")).to_have_count(2)
    bob.page.goto("about:blank")
    assert alice.tap(1).startswith("Your turn: Pawn checkers")
    assert len(service.taken) == 2
