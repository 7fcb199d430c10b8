"""Bots: their owner's page, the list of them, a challenge, and what became of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from tests.faults.client import new_cmd
from tests.faults.visitor import Visitor
from tools.shots.guest import Guest
from tools.shots.people import PASSWORD, account, sent
from tools.shots.screens import SMALL, USUAL
from tools.shots.state import State
from tools.shots.tables import Tables

SCREENS = (*USUAL, SMALL, SMALL.by_night())


def bots() -> Iterator[State]:
    yield State("bots-own", own_bots, SCREENS)
    yield State("bots-list", list_bots, SCREENS)
    yield State("bots-list-of-game", list_bots_of_a_game, SCREENS)
    yield State("bots-challenge", see_a_bot, SCREENS)
    yield State("bots-waiting", wait_for_a_bot, SCREENS)
    yield State("bots-invited", be_challenged, SCREENS)
    yield State("bots-invitations", read_invitations, SCREENS)
    yield State("bots-friends", read_invitations_among_friends, SCREENS)
    yield State("bots-declined", be_declined, SCREENS, faults="410")
    yield State("bots-lobby", visit_the_lobby)
    yield State("bots-outside", ask_too_much, USUAL, faults="409")


@cache
def made(tables: Tables) -> tuple[Visitor, Visitor]:
    """Return an owner and their bot."""
    owner, _ = account(tables, "Grace")
    bot, name = account(tables, "sower")
    sent(owner, "/bots", do="turn", name=name, password=PASSWORD, sure="yes")
    return owner, bot


def page_of(visitor: Visitor) -> str:
    """Return the address of a player's own page."""
    public_id = found(r'data-me="(\w+)', visitor, "/lobby")
    return f"/player/{public_id}"


def found(pattern: str, visitor: Visitor, path: str) -> str:
    match = re.search(pattern, visitor.get(path)[1])
    assert match, (pattern, path)
    return match[1]


def challenged(tables: Tables) -> tuple[Visitor, Visitor, str]:
    """Return the challenger, the bot and the match."""
    _, bot = made(tables)
    person, _ = account(tables, "Ada")
    fields = {"game": "oware", "preset": "5+3", "open_for": "7d", "cmd": new_cmd()}
    return person, bot, sent(person, f"{page_of(bot)}/invite", **fields)


def own_bots(guest: Guest, tables: Tables) -> None:
    guest.open("/bots", made(tables)[0])


def list_bots(guest: Guest, tables: Tables) -> None:
    made(tables)
    guest.open("/computer")


def list_bots_of_a_game(guest: Guest, tables: Tables) -> None:
    made(tables)
    guest.open("/computer/oware")


def see_a_bot(guest: Guest, tables: Tables) -> None:
    guest.open(page_of(made(tables)[1]), account(tables, "Ada")[0])


def wait_for_a_bot(guest: Guest, tables: Tables) -> None:
    person, _, match = challenged(tables)
    guest.open(match, person)


def be_challenged(guest: Guest, tables: Tables) -> None:
    _, bot, match = challenged(tables)
    guest.open(match, bot)


def read_invitations(guest: Guest, tables: Tables) -> None:
    guest.open("/lobby", challenged(tables)[1])


def read_invitations_among_friends(guest: Guest, tables: Tables) -> None:
    guest.open("/friends", challenged(tables)[1])


def be_declined(guest: Guest, tables: Tables) -> None:
    person, bot, match = challenged(tables)
    sent(bot, f"{match}/decline", reason="too_slow")
    guest.open(match, person)


def ask_too_much(guest: Guest, tables: Tables) -> None:
    owner, bot = made.__wrapped__(tables)
    which = found(r'id="bot-(\d+)"', owner, "/bots")
    stored = {"fastest": "10+5", "slowest": "days", "stakes": "both", "at_once": "4"}
    guest.open(page_of(bot), account(tables, "Ada")[0])
    guest.page.get_by_label("Time").select_option("3+2")
    sent(owner, "/bots", do="rules", which=which, **stored)
    guest.page.get_by_role("button", name="Challenge").click()
    guest.page.get_by_role("alert").wait_for()


def visit_the_lobby(guest: Guest, tables: Tables) -> None:
    guest.open("/lobby", made(tables)[1])
