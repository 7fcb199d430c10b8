"""One drawing: the server and the browser draw the same."""

import pytest
from playwright.sync_api import expect

from games_app.drawing import board
from games_app.games.rules import GAMES
from tests.browser.lobby import sit_down
from tests.browser.playing import Person
from tests.drawing.looks import LOOK, looks
from tests.drawing.positions import positions
from tests.played import begin

SEED = "a2b3c4d5e6"

DRAW = """([positions, sides]) => {
  const theirs = document.querySelector("game-board");
  const own = document.createElement("game-board");
  own.setAttribute("game", theirs.getAttribute("game"));
  own.setAttribute("seed", "SEED");
  const svg = theirs.querySelector("svg").cloneNode(true);
  svg.querySelectorAll('[data-layer="pieces"] > *, .mark').forEach((node) => node.remove());
  own.append(svg);
  theirs.after(own);
  const look = LOOK;
  const drawn = sides.map((side) => positions.map((facts) => {
    own.show({ facts, to_move: [], legal: {} }, { roles: [], side });
    return look(svg);
  }));
  own.remove();
  return drawn;
}""".replace("SEED", SEED).replace("LOOK", LOOK)


@pytest.mark.parametrize("slug", GAMES)
def test_the_server_draws_every_position_as_the_browser_does(carol, slug):
    page = carol.open(f"/rules/{slug}")
    expect(page.get_by_text("The beginning.", exact=True)).to_be_visible()
    shown, sides = positions(slug), list(GAMES[slug].roles)
    for upright, size in ((False, (1280, 800)), (True, (390, 844))):
        carol.resize(*size)
        drawn = page.evaluate(DRAW, [shown, sides])
        for side, ours in zip(sides, drawn, strict=True):
            for facts, theirs in zip(shown, ours, strict=True):
                assert looks(board(slug).svg(facts, SEED, side=side, upright=upright)) == theirs


WATCH = """() => {
  window.touched = 0;
  const watch = new MutationObserver((changes) => {
    for (const { target, addedNodes, removedNodes } of changes) {
      if (document.readyState === "loading" || !target.matches('[data-layer="pieces"]')) continue;
      window.touched += addedNodes.length + removedNodes.length;
    }
  });
  watch.observe(document, { childList: true, subtree: true });
}"""


@pytest.mark.parametrize("slug", ["checkers", "congkak"])
def test_the_page_takes_over_the_pieces_that_the_server_has_drawn(server_url, bob, slug):
    match = begin(server_url, slug, **({"opening": "south"} if slug == "congkak" else {}))
    sit_down(Person(bob), match.bob)
    bob.alter().add_init_script(f"({WATCH})()")
    for size in ((1280, 800), (390, 844)):
        bob.resize(*size)
        page = bob.open(match.path)
        expect(page.locator("game-board").get_by_role("button").first).to_be_visible()
        assert page.evaluate("window.touched") == 0


def test_the_position_is_there_without_scripts(server_url, player):
    match = begin(server_url, "mancala")
    carol = player("carol", java_script_enabled=False)
    carol.forgive(r"\.js: csp$")  # scripts that the page asks for ahead
    carol.page.goto(match.path)
    page = carol.page
    expect(page.locator("noscript")).to_be_visible()
    expect(page.get_by_role("img", name="Mancala board")).to_be_visible()
    expect(page.locator(".stone")).to_have_count(30)
    expect(page.locator('[data-count="p3"]')).to_have_text("3")
