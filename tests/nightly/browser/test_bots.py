"""An owner turns an account into a bot, bob finds it and challenges it, and reads live why it declines."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.playing import Person
from tests.nightly.browser.test_friends import PASSWORD, account


def test_a_challenge_to_a_bot_is_declined_with_a_reason_that_the_challenger_reads_at_once(player, server_url):
    alice, bot, bob = (Person(player(name)) for name in ("alice", "bot", "bob"))
    owner, name = account(alice, server_url, "alice"), account(bot, server_url, "sower")
    account(bob, server_url, "bob")
    alice.player.open("/bots")
    alice.page.get_by_label("Name of the account").fill(name)
    alice.page.get_by_label("Password").fill(PASSWORD)
    alice.page.get_by_label("This account will be a bot for good").check()
    alice.press(alice.page.get_by_role("button", name="Turn it into a bot"))
    expect(alice.page.get_by_role("link", name=f"BOT {name}")).to_be_visible()
    alice.player.check_accessibility()

    bob.player.open("/computer")
    line = bob.page.get_by_role("region", name="Play a bot").get_by_role("listitem").filter(has_text=name)
    expect(line).to_contain_text(f"by {owner}")
    bob.player.check_accessibility()
    bob.press(line.get_by_role("link", name="Challenge"))
    bob.page.get_by_label("Game").select_option("oware")
    bob.page.get_by_label("Time").select_option("10+5")
    bob.page.get_by_label("Open for").select_option("10m")
    bob.player.check_accessibility()
    bob.press(bob.page.get_by_role("button", name=f"Challenge BOT {name}"))
    expect(bob.page.get_by_role("heading", name=f"Waiting for BOT {name}")).to_be_visible()
    expect(bob.page.get_by_text("Open until")).to_be_visible()

    bot.player.open(bob.page.url)
    bot.page.get_by_label("Or decline").select_option("too_slow")
    bot.player.check_accessibility()
    bob.player.forgive("410")
    bot.press(bot.page.get_by_role("button", name="Decline"))
    expect(bob.page.get_by_text("The clock is too slow for me.")).to_be_visible()
