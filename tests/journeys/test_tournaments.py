"""Tournaments: friends who play one another, and an evening, from the link to the winner."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.playing import Person
from tests.browser.reading import check
from tests.browser.tournaments import join, line, make, manage

PHONE = {"viewport": {"width": 390, "height": 844}}


def test_friends_play_one_another_and_one_of_them_wins(player):
    alice, bob, carol = (Person(player(name, **PHONE)) for name in ("alice", "bob", "carol"))
    link = make(alice, "")
    join(bob, link, "bob")
    join(carol, link, "carol")
    # Her page shows those who have joined, and the games that she owes them.
    expect(alice.page.get_by_role("button", name="Play : carol")).to_be_visible()
    check(alice, dark=False)
    for winner, loser, name in ((bob, carol, "carol"), (alice, carol, "carol"), (bob, alice, "alice")):
        winner.player.open(link)
        winner.page.get_by_role("button", name=f"Play : {name}").click()
        expect(winner.page).to_have_url(f"{winner.page.url.partition('/m/')[0]}/m/{winner.page.url[-10:]}")
        loser.player.open(winner.page.url)
        loser.resign()
        expect(winner.result).to_contain_text("resigned")
    bob.page.get_by_role("region", name="won").get_by_role("link", name="Tournament").click()
    expect(line(bob, "bob").locator(".points")).to_have_text("2")
    manage(alice, link, "Let nobody else join")
    expect(alice.page.get_by_text("bob has won this tournament.")).to_be_visible()
    expect(bob.page.get_by_text("bob has won this tournament.")).to_be_visible()
    bob.player.reload()
    bob.page.get_by_role("button", name="Again with the same people").click()
    expect(bob.page.get_by_text("Waiting for others to join.")).to_be_visible()
    expect(bob.page).not_to_have_url(link)


def test_evening_opens_the_next_game_of_people_who_wait(player):
    alice, bob = Person(player("alice")), Person(player("bob", **PHONE))
    link = make(alice, "Evening")
    join(bob, link, "bob")
    alice.page.get_by_role("button", name="Start now").click()
    for person in (alice, bob):
        expect(person.board).to_be_visible()
    expect(alice.page).to_have_url(bob.page.url)


def test_watchers_see_running_games_and_their_results_also_on_a_big_screen(player):
    alice, bob = Person(player("alice")), Person(player("bob", **PHONE))
    link = make(alice, "")
    join(bob, link, "bob")
    bob.page.get_by_role("button", name="Play : alice").click()
    expect(bob.board).to_be_visible()
    carol, hall = Person(player("carol", **PHONE)), Person(player("hall"))
    carol.player.open(link)
    live = carol.page.get_by_role("region", name="Live games")
    expect(live.get_by_role("listitem")).to_have_count(1)
    expect(live.locator("game-board svg")).to_be_visible()
    check(carol, dark=False)
    alice.player.open(link)
    alice.page.get_by_role("link", name="For a big screen").click()
    hall.player.open(alice.page.url)
    board = hall.page.get_by_role("region", name="Live games").get_by_role("listitem")
    expect(board).to_have_count(1)
    bob.resign()
    for shown in (live, board):
        expect(shown.get_by_text("alice won")).to_be_visible()
    expect(line(hall, "alice").locator(".points")).to_have_text("1")
    check(hall)
