"""Review of a match, while it is running and when it is over."""

import re
from base64 import b64encode

import pytest
from playwright.sync_api import expect

from tests import played
from tests.browser.keys import FROM
from tests.browser.lobby import at_the_board, two_moves
from tests.browser.playing import Person
from tests.browser.watching import counts


@pytest.fixture
def motion():
    return "no-preference"


def test_the_list_of_moves_the_scrubber_and_the_arrow_keys_lead_to_the_same_places(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = two_moves(alice, bob)
    seen = {8: counts(bob)}
    page, keys = bob.page, bob.page.keyboard
    moves = page.get_by_role("region", name="Moves")
    expect(moves.get_by_role("listitem")).to_have_count(2)
    moves.get_by_role("link", name=re.compile("8 again$")).click()
    bob.sees(4)
    expect(page).to_have_url(f"{link}#4")
    seen[4] = counts(bob)
    bob.scrubber.focus()
    keys.press("Home")
    bob.sees(0)
    seen[0] = counts(bob)
    keys.press("ArrowRight")
    bob.sees(1)
    assert counts(bob) == seen[0] | {"p8": 0}, "picked up and not yet sown"
    bob.button("Back").focus()
    keys.press("ArrowRight")
    bob.sees(4)
    assert counts(bob) == seen[4]
    keys.press("Shift+ArrowLeft")
    bob.sees(3)
    assert counts(bob) == seen[4] | {"pwinnorth": 0}, "the last stone is still in the hand"
    keys.press("End")
    bob.sees(8)
    assert counts(bob) == seen[8]
    expect(page).to_have_url(link)


def test_the_move_on_the_board_is_in_sight_in_a_long_list_and_the_page_stays_in_its_place(server_url, carol):
    options, decisions = played.sample("morris")
    match = played.begin(server_url, "morris", **options)
    match.play(decisions[:40])
    page = carol.open(match.path)
    current = page.get_by_role("region", name="Moves").locator("[aria-current]")
    expect(current).to_be_in_viewport(ratio=0.9)
    newest = current.text_content()
    match.play(decisions[40:41])
    expect(current).not_to_have_text(newest)
    expect(current).to_be_in_viewport(ratio=0.9)
    page.get_by_role("button", name="First", exact=True).click()
    page.get_by_role("button", name="Forward", exact=True).click()
    expect(current).to_have_attribute("href", "#1")
    expect(current).to_be_in_viewport(ratio=0.9)
    page.get_by_role("button", name="Last", exact=True).click()
    expect(current).to_have_attribute("href", "#41")
    expect(current).to_be_in_viewport(ratio=0.9)
    carol.resize(390, 700)
    expect(current).to_be_in_viewport(ratio=0.9)
    assert page.evaluate("scrollY") == 0


def test_the_browsers_own_way_back_leads_to_the_place_that_was_left(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = two_moves(alice, bob)
    page = alice.page
    page.goto(f"{link}#4")
    alice.sees(4)
    page.go_back()
    alice.sees(8)
    expect(alice.button(re.compile("^Live"))).to_be_hidden()
    page.go_forward()
    alice.sees(4)
    expect(page).to_have_url(f"{link}#4")


def test_turning_the_board_turns_the_picture_and_not_the_sides(server_url, alice):
    alice = Person(alice)
    at_the_board(played.begin(server_url, "mancala"), alice=alice)
    own, other = alice.stop("p8"), alice.stop("p3")
    assert own.evaluate(FROM, other.element_handle())[1] > 0, "below the other"
    alice.pick("Turn the board")
    assert own.evaluate(FROM, other.element_handle())[1] < 0, "above it"
    expect(own).to_have_attribute("data-playable", "")
    own.click()
    alice.sees(4)


PIXELS = """async ([text, places]) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const brush = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  brush.drawImage(picture, 0, 0);
  return places.map(([x, y]) => [...brush.getImageData(x, y, 1, 1).data.slice(0, 3)]);
}"""
PAPER = [246, 241, 231]


@pytest.mark.parametrize(
    ("game", "faces"), [("mancala", [(988, 92), (1108, 92)]), ("checkers", [(682, 142), (802, 142)])]
)
def test_the_picture_of_a_result_has_the_faces_of_both(server_url, alice, game, faces):
    options, decisions = played.sample(game)
    match = played.begin(server_url, game, **options)
    match.play(decisions)
    page = alice.open(match.path)
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Picture").click()
    text = b64encode(download.value.path().read_bytes()).decode()
    beside = [(x - 50, y - 50) for x, y in faces]
    assert page.evaluate(PIXELS, [text, beside]) == [PAPER, PAPER]
    assert PAPER not in page.evaluate(PIXELS, [text, faces])
