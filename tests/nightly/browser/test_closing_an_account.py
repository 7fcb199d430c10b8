"""An account is closed in a browser: by its password, or by a passkey without any."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.lobby import send
from tests.browser.player import Player
from tests.browser.playing import Person

PASSWORD = "correct horse battery"
KEEPER = {"hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}


@pytest.fixture
def alice(player, server_url) -> Player:
    """Alice at a browser with a passkey of her account."""
    person: Player = player("alice", base_url=server_url.replace("127.0.0.1", "localhost"))
    authenticator = person.context.new_cdp_session(person.page)
    authenticator.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "automaticPresenceSimulation": True}
    authenticator.send("WebAuthn.addVirtualAuthenticator", {"options": options | KEEPER})
    send(Person(person), "/account", name="alice of the end", password=PASSWORD)
    page = person.open("/account")
    page.locator("[data-passkey=new]").get_by_label("Current password").fill(PASSWORD)
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("button", name="Close it with a passkey").wait_for()
    return person


def test_a_passkey_closes_the_account_once_the_box_is_ticked(alice):
    page = alice.page
    alice.check_accessibility()
    by_passkey = page.get_by_role("button", name="Close it with a passkey")
    by_passkey.click()
    expect(page.get_by_label("I want to close my account")).to_be_focused()
    page.get_by_label("I want to close my account").check()
    by_passkey.click()
    expect(page.get_by_role("heading", name="Choose a name")).to_be_visible()
    expect(page.get_by_role("link", name="Create an account")).to_be_visible()
