"""The site as an app: notifications with no page open, and what can be read without a network."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, Worker, expect

from tests import played
from tests.browser.installed import controlled
from tests.browser.lobby import sit_down
from tests.browser.playing import Person, patiently
from tests.played import sample
from tests.push_service import PushBrowser
from tests.web_server import Server

NOTES = """() => {
  globalThis.shown = [];
  registration.showNotification = async (title, options) => void shown.push({ title, ...options, onIcon });
  navigator.setAppBadge = async (turns) => void (globalThis.onIcon = turns);
}"""
"""Script for the worker that records notifications and the badge: a headless shell has no place for them."""


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


def test_a_browser_without_names_of_strangers_shows_the_title_that_has_none(server_url, phone):
    page = controlled(phone("alice"), "/about")
    worker, events = worker_of(page), PushEvents(page)
    worker.evaluate(NOTES)
    events.deliver(**told("/m/2222222222", unnamed="Against Player"))
    shown(worker, 1)
    page.evaluate("document.cookie = 'preferences=people=unnamed; Path=/'")
    events.deliver(**told("/m/3333333333", unnamed="Against Player"))
    events.deliver(**told("/m/4444444444", unnamed=""))
    assert [one["title"] for one in shown(worker, 3)] == ["Your turn", "Against Player", "Your turn"]


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
