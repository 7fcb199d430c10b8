"""Other rule sets of a game in the browser: whole matches, and a swap of sides."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games_app.games.rules import GAMES, RULE_SETS
from tests.browser.player import Player
from tests.browser.playing import Person, play_on
from tests.played import Played, begin

OTHERS = [slug for slug in RULE_SETS if slug not in GAMES]
SHORT = {"rounds": "1", "opening": "south"}
"""Options of a short match, in games that have them."""


@pytest.mark.parametrize("slug", OTHERS)
def test_two_people_play_a_rule_set_to_its_end(
    server_url: str, player: Callable[..., Player], slug: str
) -> None:
    options = RULE_SETS[slug].options
    match = begin(server_url, slug, **{name: value for name, value in SHORT.items() if name in options})
    alice = player("alice")
    bob = player("bob", viewport={"width": 390, "height": 844}, has_touch=True)
    people = _at(match, alice, bob)
    play_on(people, random.Random(3))
    for person in people:
        expect(person.result).to_be_visible()


def test_the_second_player_swaps_sides_after_the_first_turn(
    server_url: str, alice: Player, bob: Player
) -> None:
    match = begin(server_url, "kalah64", pie="yes")
    north, south = people = _at(match, alice, bob)
    expect(north.button("Swap sides")).to_be_hidden()
    north.play("p7")
    south.told("Your turn").wait_for()
    before = [south.stop(f"p{n}").get_attribute("aria-label") for n in (1, 7)]
    south.button("Swap sides").click()
    expect(south.button("Swap sides")).to_be_hidden()
    north.told("bob swaps sides").or_(north.told("Your turn")).first.wait_for()
    assert [south.stop(f"p{n}").get_attribute("aria-label") for n in (1, 7)] != before
    expect(north.page.get_by_role("region", name="Moves").get_by_text("swap", exact=True)).to_be_visible()
    play_on(people, random.Random(2), decisions=4)


def _at(match: Played, alice: Player, bob: Player) -> list[Person]:
    """Open the match for both players."""
    people = []
    for visitor, player in ((match.alice, alice), (match.bob, bob)):
        cookies = [
            {"name": one.name, "value": one.value or "", "url": visitor.url} for one in visitor.cookies
        ]
        player.context.add_cookies(cookies)
        player.open(match.path)
        people.append(Person(player))
    return people
