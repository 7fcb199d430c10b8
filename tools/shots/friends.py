"""Pages of friends, in each state of a friendship."""

from __future__ import annotations

from collections.abc import Iterator

from tests.faults.visitor import Visitor
from tools.shots.guest import Guest
from tools.shots.people import account, opened, sent
from tools.shots.screens import ALL, USUAL
from tools.shots.state import State, Way, page_at
from tools.shots.tables import Tables


def friends() -> Iterator[State]:
    yield State("friends-guest", page_at("/friends"), USUAL)
    yield State("friends-none", see_nobody, USUAL)
    yield State("friends", see_all, ALL)
    yield State("friends-in-the-menu", see_the_menu, USUAL, whole=False)
    yield State("friends-player", see_player(), USUAL)
    yield State("friends-player-asked", see_player("asked"), USUAL)
    yield State("friends-player-asks", see_player("asks"), USUAL)
    yield State("friends-player-friend", see_player("asks", "asked"), USUAL)
    yield State("friends-after-a-game", see_the_end, USUAL)
    yield State("friends-refused", ask_without_an_account, faults="409")


def see_nobody(guest: Guest, tables: Tables) -> None:
    guest.open("/friends", account(tables, "Grace")[0])


def page_of(visitor: Visitor) -> str:
    """Return the path of the visitor's own page."""
    _, text = visitor.get("/friends")
    return "/player/" + text.split('id="own-link"')[1].split("/player/")[1][:10]


def befriend(asker: Visitor, asked: Visitor) -> None:
    ask(asker, asked)
    ask(asked, asker)


def ask(asker: Visitor, asked: Visitor) -> None:
    sent(asker, f"{page_of(asked)}/friend")


def see_all(guest: Guest, tables: Tables) -> None:
    own = account(tables, "Grace")[0]
    people = [account(tables, name)[0] for name in ("bob", "Wilhelmina of W", "carol", "dave", "erin")]
    for other in people[:3]:
        befriend(own, other)
    ask(people[3], own)
    ask(own, people[4])
    sent(people[0], f"{page_of(own)}/invite", game="congkak", preset="days")
    watcher = guest.context.browser.new_context() if guest.context.browser else guest.context
    page = watcher.new_page()
    watcher.add_cookies(
        [{"name": one.name, "value": one.value or "", "url": guest.base} for one in people[2].cookies]
    )
    page.goto(f"{guest.base}/lobby")
    guest.open("/friends", own)
    guest.page.locator("[data-here]").first.wait_for()
    watcher.close()


def see_the_menu(guest: Guest, tables: Tables) -> None:
    own, other = account(tables, "Grace")[0], account(tables, "bob")[0]
    ask(other, own)
    guest.open("/about", own)
    while not guest.page.locator(
        ".friends .badge"
    ).count():  # the site remembers for seconds that nobody asks
        guest.open("/about")
    if guest.button("Menu").is_visible():
        guest.button("Menu").click()


def see_player(*asked: str) -> Way:
    def see(guest: Guest, tables: Tables) -> None:
        own, other = account(tables, "Grace")[0], account(tables, "bob")[0]
        for how in asked:
            ask(own, other) if how == "asked" else ask(other, own)
        guest.open(page_of(other), own)

    return see


def see_the_end(guest: Guest, tables: Tables) -> None:
    match = tables.begin("mancala")
    opened(match.alice, "Grace")
    opened(match.bob, "bob")
    match.tell("south", "resign")
    guest.open(match.path, match.alice)
    if guest.page.get_by_role("tab", name="Match").is_visible():
        guest.page.get_by_role("tab", name="Match").click()


def ask_without_an_account(guest: Guest, tables: Tables) -> None:
    other, own = account(tables, "bob")[0], Visitor(tables.url)
    own.post("/name", name="alice")
    guest.open("/name", own)
    guest.page.evaluate(
        """(path) => {
          const form = document.querySelector("main form");
          form.action = path;
          form.submit();
        }""",
        f"{page_of(other)}/friend",
    )
    guest.page.get_by_role("alert").first.wait_for()
