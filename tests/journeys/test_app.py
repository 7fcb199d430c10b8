"""The site as an app: what can be read without a network, and nothing old or foreign."""

from __future__ import annotations

from playwright.sync_api import expect

from tests import played
from tests.browser.installed import STORED, controlled, resigned
from tests.browser.lobby import sit_down
from tests.browser.playing import Person, wait_until


def test_without_a_network_finished_matches_rules_and_the_offline_page_are_there(server_url, phone):
    match = resigned(server_url)
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


def test_the_next_person_in_a_browser_finds_nothing_of_the_last(server_url, phone):
    match = resigned(server_url)
    alice = phone("alice")
    sit_down(Person(alice), match.alice)
    page = controlled(alice, "/about")
    alice.open(match.path)
    wait_until(page, STORED, match.path)
    page.context.clear_cookies()
    alice.open("/about")
    wait_until(page, f"async (path) => !(await ({STORED})(path))", match.path)
