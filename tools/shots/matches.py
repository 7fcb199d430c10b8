"""The page of a match in each of its states."""

from __future__ import annotations

import re
from collections.abc import Iterator

from games_app.rules import GAMES
from tools.shots.between import between
from tools.shots.guest import Guest
from tools.shots.screens import ALL, BOARDS, BOTH, CONTRAST, DESK, PHONE, SIDEWAYS, USUAL, ZOOMED, Screen
from tools.shots.state import State, Way
from tools.shots.tables import Tables

CHOSEN = ("morris", "checkers")
"""Games in which a piece is chosen before its goal."""
PAUSE = 450
"""Milliseconds after which a motion is well under way."""


def matches() -> Iterator[State]:
    for game in GAMES:
        yield from _each(game)
    yield from _some()
    yield from between()


def _each(game: str) -> Iterator[State]:
    def state(
        name: str, way: Way, screens: tuple[Screen, ...] = BOTH, whole: bool = False, passing: bool = False
    ) -> State:
        return State(f"match-{game}-{name}", way, screens, whole, passing)

    yield state("opening", opening(game), (*ALL, CONTRAST))
    yield state("midway", midway(game), (*BOARDS, *USUAL, SIDEWAYS))
    yield state("below", midway(game), (PHONE,), whole=True)
    yield state("chosen" if game in CHOSEN else "hint", choosing(game), USUAL)
    yield state("theirs", theirs(game))
    yield state("refused", refused(game))
    yield state("moving", moving(game), passing=True)
    yield state("past", history(game))
    yield state("watching", watching(game), (DESK,))
    yield state("won", over(game, won=True))


def _some() -> Iterator[State]:
    """States that are alike in all games, shown in one of them."""

    def state(name: str, way: Way, screens: tuple[Screen, ...] = BOTH, faults: str = "$^") -> State:
        return State(f"match-{name}", way, screens, whole=False, faults=faults)

    yield state("mancala-zoomed", opening("mancala"), (ZOOMED,))
    yield state("morris-lost", over("morris", won=False))
    yield state("morris-drawn", drawn)
    yield state("morris-rematch", offered_again, (DESK,))
    yield state("checkers-resigning", resigning)
    yield state("checkers-menu", menu, USUAL)
    yield state("checkers-offered", offered_a_draw)
    yield state("checkers-clocks", timed, USUAL)
    yield state("mancala-keys", keys)
    yield state("mancala-offline", offline, faults="WebSocket")
    yield state("mancala-trying", trying, ALL)
    yield state("congkak-reviewed", reviewed, ALL)
    yield state("congkak-choosing", choose_first)
    yield state("congkak-sealed", sealed, USUAL)
    yield state("congkak-by-hand", by_hand, USUAL)
    yield state("congkak-by-hand-theirs", by_hand_theirs)


def trying(guest: Guest, tables: Tables) -> None:
    guest.open(tables.midway("mancala").path)
    guest.button("Try moves").click()
    guest.page.locator("#board [data-playable]").first.click()
    guest.page.get_by_text("Tried after move").first.wait_for()


def reviewed(guest: Guest, tables: Tables) -> None:
    guest.open(f"{tables.over('congkak').path}#8")
    guest.page.get_by_role("region", name="Course of the match").wait_for()


def opening(game: str) -> Way:
    def way(guest: Guest, tables: Tables) -> None:
        match = tables.opening(game)
        guest.open(match.path, match.alice)
        guest.told("^Your turn")

    return way


def midway(game: str) -> Way:
    def way(guest: Guest, tables: Tables) -> None:
        match = tables.midway(game)
        guest.open(match.path, match.alice)
        guest.told("^Your turn")

    return way


def choosing(game: str) -> Way:
    """Take a piece up, or put the mouse on a stop."""

    def way(guest: Guest, tables: Tables) -> None:
        midway(game)(guest, tables)
        stop = guest.page.locator("game-board [data-playable]").first
        if game in CHOSEN:
            stop.click()
            guest.page.get_by_role("button", name=re.compile("can go here")).first.wait_for()
        else:
            stop.hover()
            guest.page.locator("game-board .hint-ring").first.wait_for()

    return way


def theirs(game: str) -> Way:
    def way(guest: Guest, tables: Tables) -> None:
        match = tables.midway(game)
        guest.open(match.path, match.bob)
        guest.told("alice")

    return way


def refused(game: str) -> Way:
    def way(guest: Guest, tables: Tables) -> None:
        midway(game)(guest, tables)
        with guest.page.expect_response(re.compile("/try$")):
            guest.page.locator("game-board [data-stop]:not([data-playable])").first.click()
        guest.page.locator("#notice").filter(has_not_text="Your turn").wait_for()

    return way


def moving(game: str) -> Way:
    def way(guest: Guest, tables: Tables) -> None:
        match = tables.play_midway(game)
        guest.open(match.path, match.bob)
        guest.told("alice")
        match.play([tables.next(game)])
        guest.page.wait_for_timeout(PAUSE)

    return way


def history(game: str) -> Way:
    def way(guest: Guest, tables: Tables) -> None:
        midway(game)(guest, tables)
        for _ in range(2):
            guest.button("Back").click()
        guest.page.locator("#live").wait_for()

    return way


def watching(game: str) -> Way:
    def way(guest: Guest, tables: Tables) -> None:
        guest.open(tables.midway(game).path)
        guest.told("alice's turn")

    return way


def over(game: str, won: bool) -> Way:
    def way(guest: Guest, tables: Tables) -> None:
        match = tables.over(game)
        winner = match.winner
        guest.open(match.path, winner if won else match.other(winner))
        guest.page.locator("#result").wait_for()

    return way


def drawn(guest: Guest, tables: Tables) -> None:
    match = tables.drawn()
    guest.open(match.path, match.alice)
    guest.page.locator("#result").wait_for()


def offered_again(guest: Guest, tables: Tables) -> None:
    match = tables.play_over("morris")
    match.tell("white", "rematch")
    guest.open(match.path, match.bob)
    guest.page.get_by_text("offers a rematch").first.wait_for()


def offered_a_draw(guest: Guest, tables: Tables) -> None:
    match = tables.play_midway("checkers")
    match.tell("red", "offer", what="draw")
    guest.open(match.path, match.alice)
    guest.page.get_by_text("bob offers a draw").first.wait_for()


def timed(guest: Guest, tables: Tables) -> None:
    match = tables.begin("checkers", time="real")
    guest.open(match.path, match.alice)
    guest.page.get_by_role("timer").first.wait_for()


def resigning(guest: Guest, tables: Tables) -> None:
    midway("checkers")(guest, tables)
    if not guest.button("Resign").is_visible():
        guest.button("More").click()
    guest.button("Resign").click()
    guest.page.get_by_role("dialog").wait_for()


def menu(guest: Guest, tables: Tables) -> None:
    midway("checkers")(guest, tables)
    guest.button("More").click()
    guest.page.get_by_role("group", name="More").wait_for()


def keys(guest: Guest, tables: Tables) -> None:
    midway("mancala")(guest, tables)
    guest.page.keyboard.press("?")
    guest.page.get_by_role("dialog").wait_for()


def offline(guest: Guest, tables: Tables) -> None:
    guest.page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())
    match = tables.midway("mancala")
    guest.open(match.path, match.alice)
    guest.page.get_by_text("No connection").first.wait_for()


def choose_first(guest: Guest, tables: Tables) -> None:
    match = tables.sealed()
    guest.open(match.path, match.bob)
    guest.told("alice has chosen")


def sealed(guest: Guest, tables: Tables) -> None:
    match = tables.sealed()
    guest.open(match.path, match.alice)
    guest.told("^Chosen")


def by_hand(guest: Guest, tables: Tables) -> None:
    match = tables.by_hand()
    guest.open(match.path, match.alice)
    guest.told("^Your turn")


def by_hand_theirs(guest: Guest, tables: Tables) -> None:
    match = tables.by_hand()
    guest.open(match.path, match.bob)
    guest.told("alice")
