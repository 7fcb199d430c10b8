"""Lost frames, a server that goes away and a hanging database: the page repairs itself."""

import contextlib
import json
import re
import sqlite3
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.lobby import begin
from tests.browser.outages import LOST, OUTAGE
from tests.browser.playing import Person
from tests.browser.watching import counts, decisions, record
from tests.web_server import DATABASE, Server


@pytest.fixture
def cut_off(player, server):
    """People on a separate server, whose pages may complain about its absence."""

    def arrive(name: str) -> Person:
        person = player(name, base_url=server.url)
        person.forgive(OUTAGE)
        return Person(person)

    return arrive


def test_a_record_brought_back_from_an_older_copy_is_what_open_pages_show(cut_off, server):
    alice, bob = cut_off("alice"), cut_off("bob")
    begin(alice, bob, "mancala", "north")
    for one in (alice, bob):
        one.still()
    alice.play("p8")
    bob.sees(4)
    server.stop()
    older = (server.data / DATABASE).read_bytes()
    server.start()
    for one in (alice, bob):
        expect(one.page.get_by_text(LOST)).to_be_hidden()
    alice.play("p9")
    for one in (alice, bob):
        one.sees(9)
    server.stop()
    for file in server.data.glob(f"{DATABASE}*"):
        file.unlink()
    (server.data / DATABASE).write_bytes(older)
    server.start()
    for one in (alice, bob):
        one.sees(4)
    alice.play("p9")
    for one in (alice, bob):
        one.sees(9)
    assert counts(alice) == counts(bob)


def test_a_move_is_said_to_be_on_its_way_and_nobody_is_shown_it_before_it_is_stored(cut_off, server):
    alice, bob = cut_off("alice"), cut_off("bob")
    link = begin(alice, bob, "mancala", "north")
    with record_held(server):
        alice.stop("p8").click()
        expect(alice.page.get_by_text("Sending", exact=True)).to_be_visible()
        alice.stop("p9").click()
        expect(alice.page.get_by_text("Your move is on its way").first).to_be_attached()
        expect(alice.page.get_by_text("Sending", exact=True)).to_be_visible()
        assert alice.ply == bob.ply == 0
        assert decisions(record(bob, link)) == []
    expect(alice.page.get_by_text("Sending", exact=True)).to_be_hidden()
    for one in (alice, bob):
        one.sees(4)
    assert len(decisions(record(bob, link))) == 1


def test_a_page_of_an_older_site_is_asked_to_load_again_between_its_turns(alice, bob):
    alice, bob = Person(alice), Person(bob)
    unroute = rewrite(alice, "snapshot", lambda snapshot: snapshot | {"protocol": snapshot["protocol"] + 1})
    begin(alice, bob, "mancala", "north")
    expect(alice.told("Your turn")).to_be_visible()
    alice.play("p8")
    alice.sees(4)
    expect(alice.told("Your turn")).to_be_visible()
    alice.play("p9")
    expect(alice.told("This page is out of date. Reload it.")).to_be_visible()
    unroute()
    alice.player.reload()
    expect(alice.told("Waiting for bob")).to_be_visible()


@contextlib.contextmanager
def record_held(server: Server) -> Iterator[None]:
    """Keep the server from storing anything meanwhile."""
    with contextlib.closing(sqlite3.connect(server.data / DATABASE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def rewrite(person: Person, kind: str, change: Callable[[dict], dict]) -> Callable[[], None]:
    """Change every message of a kind on its way to the page, until the returned function is called."""
    changing = [True]

    def between(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def to_page(text: str | bytes) -> None:
            message = json.loads(text)
            page.send(json.dumps(change(message)) if changing and message["kind"] == kind else text)

        server.on_message(to_page)

    person.player.alter().route_web_socket(re.compile("/ws/m/"), between)
    return changing.clear
