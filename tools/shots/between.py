"""The page of a match with prompts between its players: offers, absence, time, a series, a held move."""

from __future__ import annotations

from collections.abc import Iterator

from tests.played import Played
from tools.shots.guest import Guest
from tools.shots.screens import USUAL
from tools.shots.state import State, Way
from tools.shots.tables import Tables

BOTH_ACTED = [("black", "move 3 3 4 4"), ("red", "move 2 6 1 5")]
BLACK_AGAIN = ("black", "move 4 4 3 5")
REAL = {"time": "real", "minutes": "5", "increment": "3"}


def between() -> Iterator[State]:
    def state(name: str, way: Way) -> State:
        return State(f"between-{name}", way, USUAL, whole=False)

    yield state("offer-of-mine", offered("black", "draw", "You have offered a draw"))
    yield state("asked-to-take-back", offered("red", "takeback", "wants to take back"))
    yield state("rematch-of-mine", rematch_of_mine)
    yield state("away", away(absence="claim", claim="120"))
    yield state("clock-waits", away(**REAL, absence="pause", pause="5"))
    yield state("first-move", first_move)
    yield state("called-off", called_off)
    yield state("held", held)
    yield state("series", series)
    yield state("even-opening", even_opening)


def offered(role: str, what: str, words: str) -> Way:
    def way(guest: Guest, tables: Tables) -> None:
        match = tables.play_midway("checkers")
        match.tell(role, "offer", what=what)
        sees(guest, match, words)

    return way


def away(**terms: str) -> Way:
    """Bob is to move, and was never there."""

    def way(guest: Guest, tables: Tables) -> None:
        match = tables.begin("checkers", **terms)
        match.play([*BOTH_ACTED, BLACK_AGAIN])
        sees(guest, match, "bob is away")

    return way


def rematch_of_mine(guest: Guest, tables: Tables) -> None:
    match = tables.play_over("morris")
    match.tell("white", "rematch")
    sees(guest, match, "Waiting for bob")


def first_move(guest: Guest, tables: Tables) -> None:
    sees(guest, tables.begin("checkers", **REAL), "Make your first move within")


def called_off(guest: Guest, tables: Tables) -> None:
    match = tables.begin("checkers")
    match.tell("red", "abort")
    sees(guest, match, "Cancelled")


def held(guest: Guest, tables: Tables) -> None:
    match = tables.begin("mancala", time="days", days="3")
    guest.open(match.path, match.alice)
    guest.play("p8")
    guest.page.get_by_text("Play 8?").first.wait_for()


def series(guest: Guest, tables: Tables) -> None:
    match = tables.begin("mancala", games="2")
    match.tell("south", "resign")
    sees(guest, match, "Game 1 of 2")


def even_opening(guest: Guest, tables: Tables) -> None:
    match = tables.begin("mancala", start="even")
    guest.open(match.path, match.alice)
    guest.page.get_by_role("region", name="Moves").get_by_role("link").first.wait_for()


def sees(guest: Guest, match: Played, words: str) -> None:
    guest.open(match.path, match.alice)
    guest.page.get_by_text(words).first.wait_for()
