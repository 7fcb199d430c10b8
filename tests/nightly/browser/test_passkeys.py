"""A passkey in a browser: added on the account page, used on the login page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.lobby import send
from tests.browser.player import Player
from tests.browser.playing import Person

PASSWORD = "correct horse battery"


@pytest.fixture
def alice(player, server_url) -> Player:
    """Alice at a browser with an authenticator that verifies her; passkeys need a name, not a number."""
    person: Player = player("alice", base_url=server_url.replace("127.0.0.1", "localhost"))
    authenticator = person.context.new_cdp_session(person.alter_browser())
    authenticator.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "automaticPresenceSimulation": True}
    able = {"hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}
    authenticator.send("WebAuthn.addVirtualAuthenticator", {"options": options | able})
    return person


def test_a_passkey_is_added_and_logs_in_without_a_name(alice):
    send(Person(alice), "/account", name="alice of the keys", password=PASSWORD)
    page = alice.open("/account")
    form = page.locator("form[data-passkey]")
    form.get_by_label("Name of the passkey").fill("Laptop")
    alice.forgive("422")
    form.get_by_label("Current password").fill("not the password")
    form.get_by_role("button", name="Add a passkey").click()
    expect(form.get_by_role("alert")).to_have_text("That is not your current password.")
    form.get_by_label("Current password").fill(PASSWORD)
    form.get_by_role("button", name="Add a passkey").click()
    removal = page.get_by_role("group").filter(has_text="Remove a passkey")
    removal.get_by_text("Remove a passkey").click()
    expect(removal.get_by_role("radio", name="Laptop")).to_be_checked()
    alice.check_accessibility()

    page.get_by_role("button", name="Log out").click()
    page.get_by_role("heading", level=1).wait_for()
    page = alice.open("/login")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page).to_have_url(re.compile("history"))
    expect(alice.open("/account").get_by_text("last used")).to_be_visible()
