"""The main pages and the states of a match in both themes, the settings, and another language."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.languages import begun, left_in_english
from tests.browser.lobby import at_the_board
from tests.browser.playing import Person
from tests.browser.reading import check
from tests.browser.states import walk_through_states
from tests.played import begin

WOOD = "getComputedStyle(document.querySelector('game-board stop')).stopColor"


def test_axe_finds_nothing_on_the_main_pages(carol, server_url):
    begin(server_url, "mancala")
    carol = Person(carol)
    for path in ("/", "/new/mancala", "/learn/mancala", "/lobby"):
        carol.player.open(path)
        check(carol, dark=path == "/")


def test_axe_finds_nothing_in_any_state_of_a_match_and_a_screen_reader_hears_what_is_recorded(player):
    walk_through_states(player, "mancala", checked=("alice",))


def test_settings_are_chosen_by_keys_and_kept(server_url, alice):
    at_the_board(begin(server_url, "mancala"), alice=Person(alice))
    page = alice.page
    teak = page.evaluate(WOOD)
    opener = page.get_by_role("navigation", name="Site").get_by_role("button", name="Board and sound")
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Board and sound")
    expect(dialog.get_by_role("radio", name="Teak")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("html")).to_have_attribute("data-board", "ebony")
    ebony = page.evaluate(WOOD)
    assert ebony != teak
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    shell = page.locator("#mancala-piece-1 [fill='url(#shell-ivory)']")
    expect(shell).to_be_attached()
    for _ in ("Pieces", "Theme"):
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    alice.check_accessibility()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
    Person(alice).pick("Sound")
    alice.reload()
    expect(page.locator("[data-do=sound]")).to_have_attribute("aria-pressed", "false")
    assert page.evaluate(WOOD) == ebony
    expect(shell).to_be_attached()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_choice_to_hide_strangers_reaches_the_site_and_the_page(server_url, alice):
    at_the_board(begin(server_url, "mancala"), alice=Person(alice))
    page = alice.page
    page.get_by_role("navigation", name="Site").get_by_role("button", name="Board and sound").click()
    dialog = page.get_by_role("dialog", name="Board and sound")
    dialog.get_by_role("group", name="Ratings and names of strangers").get_by_label("Hide").check()
    with page.expect_response("**/strangers") as answer:
        dialog.get_by_role("button", name="Done", exact=True).click()
    assert answer.value.status == 200
    expect(page.locator("html[data-known]")).to_be_attached()
    expect(page.locator("#seat-far .seat-name")).to_have_text("Opponent")


def test_a_match_is_played_in_two_languages_at_once(aminah, bob):
    bob = Person(bob)
    begun(aminah, bob, "congkak", side="south", rounds="1", opening="south", sowing="auto")
    expect(aminah.told("Giliran anda: pilih kampung.")).to_be_visible()
    expect(bob.told("Waiting for aminah.")).to_be_visible()
    expect(aminah.stop("3")).to_have_attribute("aria-label", "kampung 3, milik anda, 7 buah, boleh dimainkan")
    aminah.stop("9").click()
    expect(aminah.told("Kampung 9 bukan milik anda. Milik anda 1 hingga 7.")).to_be_visible()
    aminah.play("2")
    expect(bob.told("Your turn")).to_be_visible()
    expect(aminah.told("Menunggu bob.")).to_be_visible()
    bob.button("Offer a draw").click()
    expect(aminah.page.get_by_text("bob menawarkan seri.").first).to_be_visible()
    assert left_in_english(aminah.page) == set()
    aminah.page.get_by_role("button", name="Terima", exact=True).click()
    expect(aminah.page.get_by_role("region", name="Seri")).to_be_visible()
    expect(bob.page.get_by_role("region", name="A draw")).to_be_visible()
    assert left_in_english(aminah.page) == set()
