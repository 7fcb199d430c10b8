"""A refused click is explained by the rules' own sentence."""

from playwright.sync_api import expect

from tests.browser.lobby import begin
from tests.browser.playing import Person
from tests.browser.watching import decisions, record


def test_who_is_not_to_move_is_told_so_and_nothing_is_marked_for_them(alice, bob, carol):
    alice, bob, carol = Person(alice), Person(bob), Person(carol)
    link = begin(alice, bob, "mancala", "north")
    carol.player.open(link)
    expect(alice.marked).to_have_count(5)
    for one, reason in (
        (bob, "It is not your turn: alice must move first."),
        (carol, "You're watching. Only alice and bob can play here."),
    ):
        expect(one.marked).to_have_count(0)
        one.stop("p8").click()
        expect(one.told(reason)).to_be_visible()
    assert decisions(record(carol, link)) == []
    alice.play("p8")
    alice.sees(4)
    alice.page.get_by_role("button", name="Back", exact=True).click()
    alice.sees(0)
    alice.stop("p9").click()
    expect(alice.told("This is how it stood earlier.")).to_be_visible()
    bob.resign()
    expect(alice.told("bob resigned")).to_be_visible()
    for one in (alice, carol):
        one.stop("p9").click()
        expect(one.told("The match is over.")).to_be_visible()
