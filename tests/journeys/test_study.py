"""Two players, a watcher and a hall in a shared review; notes for others; moves tried over days."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.lobby import begin
from tests.browser.playing import Person
from tests.browser.reading import check, has_heard

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def drag(person: Person, start: str, end: str, button: str = "right") -> None:
    """Draw an arrow from a stop to another one."""
    for name, step in ((start, person.page.mouse.down), (end, person.page.mouse.up)):
        box = person.stop(name).bounding_box()
        assert box
        person.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        step(button=button)


def arrows(person: Person) -> int:
    return person.board.locator(".arrow-over[data-colour]").count()


def finished(alice: Person, bob: Person) -> str:
    """Let alice and bob play three moves, and alice resign; return the address of the match."""
    link = begin(alice, bob, "mancala", "north")
    alice.play("p7")
    bob.play("p1")
    alice.play("p10")
    expect(bob.scrubber).not_to_have_value("0")
    alice.resign()
    for person in (alice, bob):
        expect(person.result).to_be_visible()
        person.still()
    return link


def test_players_review_their_game_together_and_a_watcher_and_a_hall_see_it_live(player):
    alice, bob = Person(player("alice")), Person(player("bob", **PHONE))
    carol, hall = Person(player("carol")), Person(player("hall"))
    link = finished(alice, bob)
    alice.button("Review together").click()
    expect(alice.page.get_by_text("You lead: everybody sees what your board shows.")).to_be_visible()
    bob.prompt("alice reviews this game with everybody.").get_by_role("button", name="Join").tap()
    carol.player.open(f"{link}?together")
    expect(carol.page.get_by_text("alice leads, and your board goes along.")).to_be_visible()
    hall.player.open(f"{link}/together/screen")
    expect(hall.page.get_by_text("alice leads the review.")).to_be_visible()

    alice.button("First").click()
    for person in (bob, carol):
        expect(person.scrubber).to_have_value("0")
    alice.button("Try moves").click()
    alice.play("p8")
    for person in (bob, carol):
        expect(person.page.locator("#moves .variation [aria-current]")).to_have_count(1)
    expect(hall.page.get_by_text("Tried: 8")).to_be_visible()

    drag(alice, "p9", "p1")
    for person in (alice, bob, carol, hall):
        expect(person.board.locator(".arrow-over[data-colour=green]")).to_have_count(1)
    alice.player.shot("leads")
    bob.player.shot("follows")
    carol.player.shot("watches")
    hall.player.shot("hall")
    check(hall, dark=False)

    carol.button("First").click()
    expect(carol.page.get_by_text("You look around", exact=False)).to_be_visible()
    alice.button("Last").click()
    expect(carol.scrubber).to_have_value("0")
    panel = carol.page.get_by_role("region", name="Review together")
    panel.get_by_role("button", name="Back to alice").click()
    expect(carol.scrubber).to_have_value(alice.scrubber.input_value())

    bob.button("Ask for the lead").tap()
    alice.prompt("bob asks for the lead.").get_by_role("button", name="Hand over").click()
    expect(bob.page.get_by_text("You lead: everybody sees what your board shows.")).to_be_visible()
    bob.page.get_by_role("button", name="Back", exact=True).tap()
    for person in (alice, carol):
        expect(person.scrubber).to_have_value(bob.scrubber.input_value())
    check(bob, dark=False)
    bob.button("End the review").tap()
    expect(carol.page.get_by_text("bob leads, and your board goes along.")).to_be_hidden()
    expect(alice.button("Review together")).to_be_visible()


def test_finger_and_keys_draw_once_drawing_is_switched_on(player):
    alice, bob = Person(player("alice")), Person(player("bob", **PHONE))
    finished(alice, bob)
    bob.page.get_by_role("button", name="Review", exact=True).tap()
    bob.button("More tools").tap()
    bob.button("Draw arrows and rings").tap()
    bob.page.get_by_role("radio", name="Red").check(force=True)
    bob.stop("p3").tap()
    expect(bob.board.locator(".annotation[data-colour=red]")).to_have_count(1)
    bob.stop("p3").focus()
    bob.page.keyboard.press("Enter")
    bob.stop("p8").focus()
    with bob.page.expect_response(lambda answer: "p3>p8" in (answer.request.post_data or "")):
        bob.page.keyboard.press("Enter")
    has_heard(bob, "Arrow from")
    expect(bob.board.locator(".arrow-over[data-colour=red]")).to_have_count(1)
    bob.player.shot("draws")
    check(bob)
    bob.player.reload()
    expect(bob.board.locator(".arrow-over[data-colour=red]")).to_have_count(1)


def test_note_for_everybody_is_read_by_others_and_a_private_one_by_nobody(player):
    alice, bob = Person(player("alice")), Person(player("bob"))
    finished(alice, bob)
    for person in (alice, bob):
        person.page.get_by_role("button", name="Review", exact=True).click()
    alice.page.get_by_role("button", name=re.compile("^Notes")).click()
    alice.page.get_by_label("Readers").select_option("Everybody who sees this match")
    alice.page.get_by_label(re.compile("^Your note")).fill("Here I lost the thread")
    expect(alice.page.get_by_text("Kept", exact=True)).to_be_visible()
    alice.button("First").click()
    alice.page.get_by_label(re.compile("^Your note")).fill("my secret")
    expect(alice.page.get_by_text("Kept", exact=True)).to_be_visible()
    alice.player.shot("notes")
    bob.page.get_by_role("button", name=re.compile(r"^Notes$|\bnotes?$")).click()
    notes = bob.page.get_by_role("region", name="Notes").get_by_role("listitem")
    expect(notes).to_have_text([re.compile("alice: Here I lost the thread")])
    notes.get_by_role("link", name="Report").click()
    expect(bob.page.get_by_role("heading", name="Report a note")).to_be_visible()


def test_line_and_note_of_somebody_who_looks_around_come_to_all_who_review_together(player):
    alice, bob = Person(player("alice")), Person(player("bob"))
    carol = Person(player("carol", **PHONE))
    link = finished(alice, bob)
    alice.button("Review together").click()
    bob.prompt("alice reviews this game with everybody.").get_by_role("button", name="Join").click()
    carol.player.open(f"{link}?together")
    expect(carol.page.get_by_text("alice leads, and your board goes along.")).to_be_visible()
    bob.button("First").click()
    bob.button("Try moves").click()
    bob.play("p8")
    bob.button("Show this line").click()
    lines = [person.page.get_by_role("list", name="Lines that people show") for person in (alice, bob, carol)]
    for line in lines:
        expect(line.get_by_role("button", name="bob: 8", exact=True)).to_be_visible()
    expect(bob.button("Show this line")).to_have_count(0)
    has_heard(carol, "bob shows a line: 8")
    carol.player.shot("line-phone")
    check(carol, dark=False)

    alice.page.get_by_role("button", name="bob: 8", exact=True).press("Enter")
    expect(carol.page.locator("#moves .variation [aria-current]")).to_have_count(1)
    alice.player.shot("line")
    check(alice, dark=False)
    alice.page.get_by_role("button", name="Remove the line of bob").click()
    for line in lines:
        expect(line).to_be_hidden()

    bob.page.get_by_role("button", name=re.compile("^Notes")).click()
    bob.page.get_by_label("Readers").select_option("Everybody who sees this match")
    bob.page.get_by_label(re.compile("^Your note")).fill("A good try")
    expect(carol.page.get_by_role("button", name="1 note", include_hidden=True)).to_have_count(1)


def test_moves_that_a_player_tries_are_there_in_another_tab_and_nobody_else_has_them(player):
    alice, bob = Person(player("alice")), Person(player("bob"))
    link = begin(alice, bob, "mancala", "north")
    alice.play("p7")
    bob.sees(4)
    bob.button("First").click()
    bob.button("Try moves").click()
    with bob.page.expect_response(lambda answer: '"moves":[[' in (answer.request.post_data or "")):
        bob.play("p8")
    bob.page.evaluate("() => sessionStorage.clear()")
    bob.player.open(link)
    tried = bob.page.locator("#moves .variation a")
    expect(tried).to_have_count(1)
    tried.click()
    expect(bob.stop("p8")).to_have_attribute("aria-label", re.compile("0 stones"))
    alice.player.reload()
    expect(alice.page.locator("#moves .variation")).to_have_count(0)
