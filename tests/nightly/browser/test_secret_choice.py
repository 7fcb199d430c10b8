"""Congkak's opening: both choose, and neither learns anything before both have chosen."""

import re

from playwright.sync_api import WebSocket, expect

from tests.browser.lobby import OPENING, begin
from tests.browser.playing import Person, patiently
from tests.browser.reading import has_heard

RUNNING = re.compile(
    r'"(?:at|now)": ?\d+|csrf-token" content="\w+"|csrfmiddlewaretoken" value="\w+"'
    r'|(?<=<g class="stone" )[^>]*>.*?</g>|(?<=/player/)\w+|data-(?:me|person)="\w+"'
)
"""Patterns of differences between any two matches, and of how shells lie in their pits."""


def test_a_choice_is_seen_to_be_made_and_not_what_it_is(player):
    """What bob gets from alice's choice of house 2 is, letter by letter, what he gets from house 5."""
    assert what_bob_gets(player, "2") == what_bob_gets(player, "5")


def what_bob_gets(player, house: str) -> tuple[list[str], str, str]:
    """Return the messages after alice's choice, bob's page, and the page that he reloads."""
    alice, bob = Person(player("alice")), Person(player("bob"))
    frames: list[str] = []
    bob.page.on("websocket", lambda socket: listen(socket, frames))
    link = begin(alice, bob, "congkak", "south", **OPENING)
    await_snapshots(bob, frames, 1)
    alice.stop(house).click()
    expect(alice.told("You've chosen. Waiting for bob.")).to_be_visible()
    sees_her_own(alice, house)
    expect(bob.told(re.compile("^alice has chosen.*Your turn"))).to_be_visible()
    has_heard(bob, "alice has chosen")
    expect(bob.page.get_by_text("here", exact=True)).to_have_count(2)
    bob.button("More").focus()
    drawn = bob.page.get_by_role("main").inner_html()
    bob.player.reload()
    expect(bob.told("alice has chosen")).to_be_visible()
    source = bob.page.context.request.get(link).text()
    alice.player.reload()
    expect(alice.told("You've chosen. Waiting for bob.")).to_be_visible()
    sees_her_own(alice, house)
    await_snapshots(bob, frames, 2)
    told = [frame for frame in frames if '"kind":"event"' in frame or '"kind":"snapshot"' in frame]
    assert any('"what":"sealed"' in frame for frame in told)
    name = link.rsplit("/", 1)[1]

    def alike(text: str) -> str:
        return RUNNING.sub("", text.replace(name, "the match"))

    return [alike(frame) for frame in told], alike(drawn), alike(source)


def await_snapshots(bob: Person, frames: list[str], number: int) -> None:
    """Wait for so many snapshots: a page shows the match before its socket brings the first."""
    for _ in patiently():
        if sum('"kind":"snapshot"' in frame for frame in frames) == number:
            break
        bob.page.wait_for_timeout(50)


def sees_her_own(alice: Person, house: str) -> None:
    expect(alice.board.get_by_role("button", name=re.compile("chosen"))).to_have_count(1)
    expect(alice.stop(house)).to_have_accessible_name(re.compile(f"^house {house}, yours, 7 shells, chosen"))


def listen(socket: WebSocket, frames: list[str]) -> None:
    socket.on("framereceived", lambda payload: frames.append(str(payload)))
