"""Making a match: the link, the seat, the same screen, and rematches."""

import random
import re
import time

import pytest
from playwright.sync_api import WebSocketRoute, expect

from games_app.rules import GAMES
from tests.browser.lobby import TURN, begin, begin_unseen, choose, make, send, take_seat
from tests.browser.playing import Person, play_on
from tests.browser.watching import counts
from tests.faults.visitor import Visitor
from tests.nightly import nightly_except


def test_looking_at_the_link_takes_no_seat_and_play_does(alice, bob, carol, site):
    alice, bob, carol = Person(alice), Person(bob), Person(carol)
    link = make(alice, "mancala", side="North")
    robot = Visitor(site.url)
    for _ in range(3):
        status, text = robot.get(link.removeprefix(site.url))
        assert status == 200
        assert "alice invites you to Mancala" in text
    second_tab = alice.page.context.new_page()
    second_tab.goto(link)
    expect(second_tab.get_by_label("Link to the match")).to_have_value(link)
    expect(second_tab.get_by_role("button", name="Play", exact=True)).to_be_hidden()
    carol.player.open(link)
    expect(carol.page.get_by_role("heading", name="alice invites you to Mancala")).to_be_visible()
    take_seat(bob, link)
    for page in (alice.page, second_tab):
        expect(page.get_by_role("status").filter(has_text="Your turn")).to_be_visible()
    expect(carol.told("alice's turn")).to_be_visible()
    expect(carol.told("You're watching")).to_be_visible()
    expect(carol.page.get_by_text("You're watching", exact=True)).to_be_visible()


def test_the_waiting_room_hands_the_link_on(alice):
    alice.context.grant_permissions(["clipboard-read", "clipboard-write"])
    alice = Person(alice)
    link = make(alice, "morris")
    page = alice.page
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    expect(page.get_by_role("figure", name="QR code").locator("svg")).to_be_visible()
    expect(page.get_by_role("heading", name="How Nine Men's Morris is played")).to_be_visible()


@pytest.mark.nightly
def test_the_settings_closed_by_done_keep_nobody_in_the_waiting_room(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = make(alice, "morris")
    alice.button("Board and sound").click()
    alice.page.get_by_role("dialog").get_by_role("button", name="Done", exact=True).click()
    take_seat(bob, link)
    expect(alice.told(TURN)).to_be_visible()


@pytest.mark.nightly
def test_a_waiting_room_whose_line_died_unnoticed_hears_of_the_friend_all_the_same(player):
    alice, bob = Person(player("alice", clock=True)), Person(player("bob"))
    dead = silence(alice)
    link = make(alice, "mancala")
    expect(alice.page.get_by_text("Somebody has your invitation open.")).to_be_hidden()
    bob.player.open(link)
    expect(alice.page.get_by_text("Somebody has your invitation open.")).to_be_visible()
    dead.append(True)
    take_seat(bob, link)
    alice.page.clock.fast_forward(11_000)
    expect(alice.told(TURN)).to_be_visible()


def silence(person: Person) -> list[bool]:
    """Once this holds something, what the server says on the first socket no longer arrives."""
    dead: list[bool] = []
    sockets: list[WebSocketRoute] = []

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)
        server.on_message(lambda text: None if dead and socket is sockets[0] else socket.send(text))

    person.player.alter().route_web_socket(re.compile("/ws/m/"), between)
    return dead


@pytest.mark.nightly
def test_a_device_whose_clock_is_days_ahead_leaves_an_invitation_alone(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = make(alice, "mancala")
    bob.player.alter_browser().clock.install(time=time.time() + 3 * 86_400)
    page = bob.player.open(link)
    page.get_by_label("Your name").fill("robert")
    page.clock.fast_forward(5000)
    expect(alice.page.get_by_text("Somebody has your invitation open.")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("robert")


@pytest.mark.nightly
def test_both_see_the_same_rule_card_before_the_first_move_and_the_match_keeps_it(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = make(alice, "congkak", {"Length": "3 rounds"}, side="South")
    promised = card(alice, "Congkak")
    assert any("3 rounds" in line for line in promised)
    assert len(pictures(alice)) == 3
    bob.player.open(link)
    assert pictures(bob) == pictures(alice)
    assert card(bob, "Congkak") == promised
    take_seat(bob, link)
    bob.page.get_by_text("Rules of this match").click()
    assert card(bob, "Congkak") == promised


def card(person: Person, game: str) -> list[str]:
    """Return the agreed terms, wherever they are, and the rules, unfolded, without pictures."""
    region = person.page.get_by_role("region", name=f"How {game} is played")
    for rest in region.get_by_text("The rest of the rules").all():
        rest.click()
    agreed = person.page.locator(".agreed").get_by_role("definition")
    return sorted(agreed.or_(region.get_by_role("listitem")).all_inner_texts())


def pictures(person: Person) -> list[str]:
    return person.page.get_by_role("figure").filter(has_text="Try it").all_inner_texts()


def test_moves_can_be_tried_while_waiting_and_count_for_nothing(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = make(alice, "mancala", side="North")
    trial = alice.page.get_by_role("region", name="Try the board")
    trial.get_by_role("button", name=re.compile("^pit 9,")).click()
    expect(trial.locator('[data-count="p1"]')).to_have_text("4")
    trial.get_by_role("button", name="Take back").click()
    expect(trial.locator('[data-count="p1"]')).to_have_text("3")
    take_seat(bob, link)
    assert set(counts(bob).values()) == {0, 3}


def test_a_cancelled_match_is_gone_for_everybody(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = make(alice, "checkers")
    page = bob.player.open(link)
    for one in (alice, bob):
        one.player.forgive("status of 410")
    alice.button("Cancel the match").click()
    for one in (alice, bob):
        expect(one.page.get_by_role("heading", name="This match was cancelled")).to_be_visible()
    assert page.context.request.get(link).status == 410


@pytest.mark.nightly
def test_two_people_in_one_match_never_have_the_same_name(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = make(alice, "mancala", name="Alice")
    bob.player.forgive("status of 409")
    page = bob.player.open(link)
    page.get_by_label("Your name").fill("alice")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text(re.compile("name"))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_label("Your name").fill("bob")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(bob.scrubber).to_be_visible()
    for name in ("Alice", "bob"):
        expect(page.get_by_text(name, exact=True).first).to_be_visible()


@pytest.mark.nightly
def test_a_seat_that_was_taken_meanwhile_is_refused_with_a_way_to_watch(alice, bob, carol):
    alice, bob, carol = Person(alice), Person(bob), Person(carol)
    link = make(alice, "mancala", side="North")
    carol.player.forgive("status of 409")
    page = carol.player.open(link)
    carol.player.alter().route_web_socket(re.compile("/ws/"), lambda socket: None)
    page.reload()
    take_seat(bob, link)
    page.get_by_label("Your name").fill("carol")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("link", name="Watch the match").click()
    expect(carol.told("alice's turn")).to_be_visible()


def test_a_number_that_is_not_used_keeps_nobody_from_making_a_match(alice):
    page = alice.open("/new/morris")
    choose(page, "Time", "Minutes for the whole game")
    page.get_by_role("spinbutton", name="Minutes each").fill("90")
    choose(page, "Time", "No clock")
    page.get_by_role("button", name="Create invitation").click()
    expect(page.get_by_label("Link to the match")).to_be_visible()


def test_a_form_that_is_refused_leads_to_what_has_to_be_changed(alice):
    alice.forgive("status of 422")
    page = alice.open("/new/morris")
    choose(page, "Time", "Minutes for the whole game")
    page.get_by_role("spinbutton", name="Minutes each").fill("90")
    page.get_by_role("button", name="Create invitation").click()
    page.get_by_role("alert").get_by_role("link", name="Minutes each").click()
    expect(page.get_by_role("spinbutton", name="Minutes each")).to_be_focused()
    expect(page.get_by_role("spinbutton", name="Minutes each")).to_have_accessible_description(
        re.compile("60")
    )


@pytest.mark.parametrize("game", nightly_except(["morris", "congkak"], "congkak"))
def test_two_people_play_at_one_screen(alice, game):
    alice = Person(alice)
    page = alice.player.open("/")
    page.get_by_role("link", name="Two at this screen").click()
    page.get_by_role("main").get_by_role("link", name=GAMES[game].name, exact=True).click()
    expect(page.get_by_role("textbox")).to_have_count(2)
    alice.player.check_accessibility()
    for n, name in enumerate(("Aina", "Bakar")):
        page.get_by_role("textbox").nth(n).fill(name)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(alice.marked.first).to_be_visible()
    for name in ("Aina", "Bakar"):
        expect(page.locator(".seat-name").filter(has_text=name)).to_be_visible()
    alice.still()
    for ply in range(1, 7):
        place = alice.scrubber.get_attribute("aria-valuetext") or ""
        alice.press_one(alice.marked, random.Random(ply))
        alice.moved_on(place)
    assert alice.ply >= 5


def test_playing_again_swaps_the_sides_and_takes_the_watcher_along(alice, bob, carol):
    alice, bob, carol = Person(alice), Person(bob), Person(carol)
    link = begin(alice, bob, "mancala", "north")
    carol.player.open(link)
    bob.button("Resign").click()
    bob.page.get_by_role("dialog").get_by_role("button", name="Keep playing").click()
    expect(bob.page.get_by_role("dialog")).to_be_hidden()
    bob.resign()
    for one in (alice, bob, carol):
        expect(one.result).to_contain_text("resigned")
    alice.button("Rematch").click()
    expect(alice.result).to_contain_text("Waiting for bob")
    expect(bob.told("alice offers a rematch")).to_be_visible()
    bob.button("Accept the rematch").click()
    expect(bob.told("Your turn")).to_be_visible()
    expect(alice.told("Waiting for bob")).to_be_visible()
    expect(alice.page).to_have_url(bob.page.url)
    assert bob.page.url != link
    expect(carol.told("bob's turn")).to_be_visible()
    expect(carol.page).to_have_url(bob.page.url)
    play_on([alice, bob], random.Random(1), decisions=3)


def test_running_and_finished_matches_are_found_again(alice, bob, carol):
    alice, bob, carol = Person(alice), Person(bob), Person(carol)
    link = begin_unseen(alice, bob, "checkers", "black")
    name = link.rsplit("/", 1)[1]
    for one, does in ((alice, "Continue"), (bob, "Continue"), (carol, "Watch")):
        page = one.player.open("/")
        line = page.locator(f'a[href="/m/{name}"]').first
        expect(line).to_contain_text(does)
    carol.page.locator(f'a[href="/m/{name}"]').first.click()
    expect(carol.told("alice's turn")).to_be_visible()
    alice.page.locator(f'a[href="/m/{name}"]').first.click()
    alice.resign()
    expect(carol.result).to_be_visible()
    page = carol.player.open("/history?game=checkers&player=alice")
    expect(page.get_by_role("listitem").filter(has=page.locator(f'a[href="/m/{name}"]'))).to_contain_text(
        "bob won"
    )
    page = bob.player.open("/history?mine=1&result=won")
    page.locator(f'a[href="/m/{name}"]').click()
    expect(bob.result).to_contain_text("You won")
    assert send(carol, "/name", name="carol").endswith("/")
