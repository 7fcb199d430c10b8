"""Every page except running and finished matches, in each of its states."""

from __future__ import annotations

import re
from collections.abc import Iterator

from games_app.rules import GAMES
from tests.faults.visitor import Visitor
from tests.played import Played, offered
from tools.shots.guest import Guest
from tools.shots.screens import ALL, BOTH, HALL, USUAL
from tools.shots.state import State, Way, page_at
from tools.shots.tables import Tables


def pages() -> Iterator[State]:
    """Pages of an empty site."""
    yield State("home", page_at("/"), ALL)
    yield State("lobby-empty", page_at("/lobby"), ALL)
    yield State("history-empty", page_at("/history"))
    yield State("watch-empty", page_at("/watch"))
    yield State("screen-empty", see_an_empty_screen, HALL, whole=False)
    for game in GAMES:
        yield State(f"new-{game}", page_at(f"/new/{game}"), ALL if game == "congkak" else BOTH)
        yield State(f"rules-{game}", page_at(f"/rules/{game}"), ALL if game == "mancala" else BOTH)
        yield State(f"learn-{game}", page_at(f"/learn/{game}"), ALL if game == "morris" else BOTH)
        yield State(f"computer-{game}", page_at(f"/computer/{game}"))
        yield State(f"board-{game}", page_at(f"/board/{game}"), USUAL)
        yield State(f"set-up-{game}", set_up_by_hand(game), ALL)
    yield State("computer", page_at("/computer"))
    yield State("puzzles", page_at("/puzzles"), USUAL)
    yield State("puzzle", page_at("/puzzles/next"), ALL)
    yield State("about", page_at("/about"))
    yield State("privacy", page_at("/privacy"))
    yield State("new-terms", open_the_terms)
    yield State("new-mistake", make_without_a_name, faults="422")
    yield State("waiting", wait, ALL)
    yield State("invitation", be_invited, ALL)
    yield State("invitation-mistake", take_the_same_name, faults="409")
    yield State("seat-taken", come_too_late, faults="409")
    yield State("cancelled", find_it_cancelled, faults="410")
    yield State("name", page_at("/name"))
    yield State("name-mistake", take_a_bad_name, faults="422")
    yield State("withdraw-nothing", page_at("/withdraw"))
    yield State("import", page_at("/import"))
    yield State("import-mistake", bring_nonsense, faults="422")
    yield State("settings", open_the_settings, USUAL, whole=False)
    yield State("error-404", page_at("/nowhere"), USUAL, faults="404")
    yield State("error-403", send_an_old_form, faults="403")


def lists() -> Iterator[State]:
    """Pages that list matches, seen by a stranger and by a player."""
    yield State("home-going-on", page_at("/"))
    yield State("watch", page_at("/watch"), ALL)
    for game in GAMES:
        yield State(f"screen-{game}", see_on_the_screen(game), HALL, whole=False)
    yield State("home-mine", as_alice("/"), USUAL)
    yield State("withdraw", as_alice("/withdraw"), USUAL)
    yield State("files", verify_a_match, ALL)
    yield State("print", see_it_on_paper, USUAL)
    yield State("history", page_at("/history"), ALL)
    yield State("history-mine", as_alice("/history?mine=1"))
    yield State("history-nothing-fits", page_at("/history?player=nobody"))
    yield State("history-further", page_at("/history?game=congkak&how=rules"), BOTH)
    yield State("player", see_the_winner, ALL)
    yield State("player-against", see_two, USUAL)
    yield State("statistics", see_figures, ALL)


def see_an_empty_screen(guest: Guest, _: Tables) -> None:
    guest.open("/watch/screen")
    guest.page.locator("#nobody").wait_for()


_on_the_screen: list[Played] = []
"""Matches that were on the screen: while somebody watches them, they come first."""


def see_on_the_screen(game: str) -> Way:
    def see(guest: Guest, tables: Tables) -> None:
        while _on_the_screen:
            before = _on_the_screen.pop()
            before.tell(GAMES[before.game].roles[0], "resign")
        _on_the_screen.append(tables.play_midway(game))
        guest.player.open(f"{guest.base}/watch/screen")
        guest.page.locator(f'.stage game-board[game="{game}"] [data-stop]').first.wait_for(state="attached")
        guest.page.locator(".stage-moves li").first.get_by_text(".").wait_for()

    return see


def full() -> Iterator[State]:
    """Pages of a site that admits no new guest."""
    yield State("error-429", make_one_more, USUAL, faults="429")


def broken() -> Iterator[State]:
    """Pages of a site whose record is gone."""
    yield State("error-503", page_at("/"), USUAL, faults="503")


def set_up_by_hand(game: str) -> Way:
    """A board from which a piece or a stone has been taken."""

    def way(guest: Guest, _: Tables) -> None:
        guest.open(f"/board/{game}")
        guest.button("Set up").click()
        guest.button("First position").click()
        guest.page.locator("[data-stop]").nth(1).press("Delete")
        guest.button("Done").click()

    return way


def see_the_winner(guest: Guest, tables: Tables) -> None:
    tables.over("mancala")
    guest.open("/history?game=mancala")
    guest.page.locator(".line-who .won").first.click()
    guest.page.get_by_role("heading", name="Latest matches").wait_for()


def see_two(guest: Guest, tables: Tables) -> None:
    see_the_winner(guest, tables)
    guest.page.get_by_role("link", name="Games together").first.click()
    guest.page.get_by_role("heading", name="against").wait_for()


def see_figures(guest: Guest, tables: Tables) -> None:
    tables.often("mancala")
    guest.open("/statistics/mancala")


def as_alice(path: str) -> Way:
    return lambda guest, tables: guest.open(path, tables.midway("checkers").alice)


def open_the_terms(guest: Guest, _: Tables) -> None:
    guest.open("/new/checkers")
    guest.page.locator("summary").click()
    guest.page.get_by_text("Other minutes for the whole game").click()


def make_without_a_name(guest: Guest, _: Tables) -> None:
    guest.open("/new/mancala")
    guest.page.get_by_label("Your name").evaluate("(field) => { field.required = false; field.value = ''; }")
    guest.button("Create invitation").click()
    guest.page.get_by_role("alert").first.wait_for()


def wait(guest: Guest, tables: Tables) -> None:
    maker = Visitor(tables.url)
    guest.open(f"/m/{maker.make_match('congkak', 'south', **offered('congkak'))}", maker)


def be_invited(guest: Guest, tables: Tables) -> None:
    guest.open(f"/m/{Visitor(tables.url).make_match('congkak', 'south', **offered('congkak'))}")


def take_the_same_name(guest: Guest, tables: Tables) -> None:
    guest.open(f"/m/{Visitor(tables.url).make_match('morris', 'white')}")
    join(guest, "alice")


def come_too_late(guest: Guest, tables: Tables) -> None:
    match = Visitor(tables.url).make_match("checkers", "black")
    # Otherwise the page would learn that the seat is taken, and turn into the match.
    guest.page.route_web_socket(re.compile("/ws/"), lambda _: None)
    guest.open(f"/m/{match}")
    Visitor(tables.url).join(match, "bob")
    join(guest, "carol")


def join(guest: Guest, name: str) -> None:
    guest.page.get_by_label("Your name").fill(name)
    guest.button("Play").click()
    guest.page.get_by_role("alert").first.wait_for()


def find_it_cancelled(guest: Guest, tables: Tables) -> None:
    maker = Visitor(tables.url)
    match = maker.make_match("mancala", "north")
    maker.post(f"/m/{match}/cancel")
    guest.open(f"/m/{match}")


def take_a_bad_name(guest: Guest, _: Tables) -> None:
    guest.open("/name")
    guest.page.get_by_label("Your name").fill("x")
    guest.button("Use this name").click()
    guest.page.get_by_role("alert").first.wait_for()


def bring_nonsense(guest: Guest, _: Tables) -> None:
    guest.open("/import")
    guest.page.get_by_label("Or paste the text").fill("1. e4 e5")
    guest.button("Import").click()
    guest.page.get_by_role("alert").first.wait_for()


def verify_a_match(guest: Guest, tables: Tables) -> None:
    guest.open(f"{tables.midway('congkak').path}/files")
    guest.button("Verify the record").click()
    guest.page.get_by_role("status").wait_for()


def see_it_on_paper(guest: Guest, tables: Tables) -> None:
    guest.open(f"{tables.midway('congkak').path}/print")
    guest.page.get_by_role("img", name="The board after move").first.wait_for()


def open_the_settings(guest: Guest, _: Tables) -> None:
    guest.open("/")
    settings = guest.page.locator("[data-do=settings]").locator("visible=true")
    if not settings.count():
        guest.button("Menu").click()
    settings.first.click()
    guest.page.get_by_role("dialog").wait_for()


def send_an_old_form(guest: Guest, _: Tables) -> None:
    guest.open("/name")
    guest.page.get_by_label("Your name").fill("carol")
    guest.context.clear_cookies()
    guest.button("Use this name").click()
    guest.page.get_by_role("heading", name="out of date").wait_for()


def make_one_more(guest: Guest, _: Tables) -> None:
    guest.open("/new/mancala")
    guest.page.get_by_label("Your name").fill("carol")
    guest.button("Create invitation").click()
    guest.page.get_by_role("heading", name="One moment").wait_for()
