"""Making a match and taking a seat in it, as a person does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urljoin

from playwright.sync_api import Page, expect

from games_app.games.rules import get_game
from tests.browser.playing import Person
from tests.faults.visitor import Visitor
from tests.played import Played

OPENING = {"rounds": "3", "opening": "simultaneous", "sowing": "auto"}
"""Terms of congkak with a sealed opening."""
TURN = re.compile(r"\bYour turn\b|^Waiting for")
"""Text of a running match's page to its players; the computer's choice may be announced before it."""


def make(
    maker: Person, game: str, choices: Mapping[str, str] | None = None, *, side: str = "", name: str = "alice"
) -> str:
    """Send the form and go to the waiting room; return the link found there.

    ``choices`` are radio buttons by the name of their group; ``side`` is one of "Your side".
    """
    page = maker.page
    if not page.url.endswith(f"/new/{game}"):
        maker.player.open(f"/new/{game}")
    page.get_by_label("Your name").fill(name)
    for group, choice in {**(choices or {}), **({"Your side": side} if side else {})}.items():
        choose(page, group, choice)
    maker.press(page.get_by_role("button", name="Create invitation"))
    link = page.get_by_label("Link to the match").input_value()
    page.wait_for_load_state()
    return link


def find_form(maker: Person, game: str) -> None:
    """Go from the first page to the form of a new match."""
    page = maker.player.open("/")
    maker.press(page.get_by_role("main").get_by_role("link", name="Play with a friend", exact=True))
    maker.press(page.get_by_role("main").get_by_role("link", name=get_game(game).name, exact=True))
    expect(page).to_have_url(re.compile(f"/new/{game}$"))
    page.wait_for_load_state()


def choose(page: Page, group: str, choice: str) -> None:
    """Choose terms of a new match, most of which are folded at first."""
    legend = page.locator("legend", has_text=re.compile(f"^{group}$"))
    folded = page.locator("details.chip:not([open])").filter(has=legend)
    if folded.count():
        folded.locator("summary").click()
    page.get_by_role("group", name=group, exact=True).get_by_text(choice).click()


def take_seat(guest: Person, link: str) -> None:
    """Open the link and press Play."""
    page = guest.player.open(link)
    page.get_by_label("Your name").fill("bob")
    guest.press(page.get_by_role("button", name="Play", exact=True))
    expect(guest.told(TURN)).to_be_visible()
    guest.player.complete()


def begin(maker: Person, guest: Person, game: str, side: str, **options: str) -> str:
    """Begin a match between two people with both pages open; return the link."""
    link = begin_unseen(maker, guest, game, side, **options)
    for one in (maker, guest):
        one.player.open(link)
        expect(one.told(TURN)).to_be_visible()
    return link


def begin_unseen(maker: Person, guest: Person, game: str, side: str, **options: str) -> str:
    """Begin a match between two people whose pages are elsewhere, by sending the forms; return the link."""
    link = send(maker, f"/new/{game}", name="alice", side=side, visibility="public", **options)
    send(guest, link + "/join", name="bob")
    return link


def at_the_board(match: Played, **people: Person) -> None:
    """Let alice and bob, or one of them, open a match that began without their browsers."""
    for name, person in people.items():
        sit_down(person, getattr(match, name))
        person.player.open(match.path)
        expect(person.told(TURN)).to_be_visible()


def sit_down(person: Person, visitor: Visitor) -> None:
    """Take over what the site knows a visitor by; an open page would go on asking as somebody else."""
    person.page.goto("about:blank")
    cookies = [{"name": one.name, "value": one.value or "", "url": visitor.url} for one in visitor.cookies]
    person.page.context.add_cookies(cookies)


def send(person: Person, path: str, **fields: str) -> str:
    """Send a form; return its target without opening it."""
    request = person.page.context.request
    answer = request.post(path, form={"csrfmiddlewaretoken": token(person), **fields}, max_redirects=0)
    assert 300 <= answer.status < 400, (answer.status, answer.text())
    return urljoin(answer.url, answer.headers["location"])


def token(person: Person) -> str:
    """Return the token of forms, which is also a cookie set by the first page with a form."""
    context = person.page.context
    kept = {cookie.get("name"): cookie.get("value", "") for cookie in context.cookies()}
    if "csrftoken" not in kept:
        context.request.get("/name")
        kept = {cookie.get("name"): cookie.get("value", "") for cookie in context.cookies()}
    return kept["csrftoken"]


def offer(maker: Person, game: str, pace: str) -> None:
    """Go from the first page to a waiting offer, with two presses."""
    page = maker.player.open("/")
    page.get_by_role("link", name="Find an opponent").click()
    page.get_by_role("button", name=f"{pace} : {game}", exact=True).click()
    expect(page.get_by_role("heading", name="Your offer is in the lobby")).to_be_visible()


def two_moves(alice: Person, bob: Person) -> str:
    """North has sown pits 8 and 6, and south is to move; the link."""
    link = begin(alice, bob, "mancala", "north")
    for one in (alice, bob):
        one.still()
    alice.stop("p8").click()
    alice.sees(4)
    alice.stop("p6").click()
    for one in (alice, bob):
        one.sees(8)
    return link
