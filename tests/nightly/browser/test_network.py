"""Lost frames, a server that goes away and a hanging database: the page repairs itself."""

import contextlib
import json
import re
import sqlite3
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.lobby import begin
from tests.browser.playing import Person
from tests.browser.watching import counts, decisions, record
from tests.server import DATABASE, Server

LOST = re.compile("^(No connection, trying again|Connecting)")


@pytest.fixture
def cut_off(player, server):
    """People on a separate server, whose pages may complain about its absence."""

    def arrive(name: str) -> Person:
        person = player(name, base_url=server.url)
        person.forgive("WebSocket connection|ERR_CONNECTION_RE|ERR_INCOMPLETE|ERR_EMPTY_RESPONSE")
        return Person(person)

    return arrive


def test_a_lost_frame_in_the_middle_is_fetched_and_the_place_of_a_watcher_is_kept(alice, bob, carol):
    alice, bob, carol = Person(alice), Person(bob), Person(carol)
    lost = [lose(one, lambda event: event["plies"] and event["plies"][0]["n"] == 9) for one in (bob, carol)]
    link = begin(alice, bob, "mancala", "north")
    carol.player.open(link)
    for one in (alice, bob, carol):
        one.still()
        leave_a_mark(one)
    alice.stop("p6").click()
    bob.play("p4")
    carol.sees(8)
    carol.button("Back").click()
    carol.sees(4)
    shown = counts(carol)
    alice.play("p7")
    alice.sees(13)
    alice.play("p8")
    for one in (alice, bob):
        one.sees(19)
    expect(carol.button(re.compile(r"^Live\b.*\b2\b"))).to_be_visible()
    carol.sees(4)
    assert counts(carol) == shown
    assert lost == [[5], [5]]
    carol.button(re.compile("^Live")).click()
    carol.sees(19)
    for one in (bob, carol):
        is_still_marked(one)
    assert counts(alice) == counts(bob) == counts(carol)


@pytest.mark.nightly
def test_the_very_last_frame_is_fetched_when_the_next_beat_tells_of_it(alice, bob):
    alice, bob = Person(alice), Person(bob)
    lost = lose(bob, lambda event: event["status"] == "over")
    begin(alice, bob, "mancala", "north")
    leave_a_mark(bob)
    alice.resign()
    expect(alice.result).to_be_visible()
    expect(bob.result).to_be_visible()
    assert lost == [3]
    is_still_marked(bob)


def test_a_move_made_while_the_server_was_down_arrives_once_when_it_is_back(cut_off, server):
    alice, bob, carol = cut_off("alice"), cut_off("bob"), cut_off("carol")
    link = begin(alice, bob, "mancala", "north")
    carol.player.open(link)
    everybody = (alice, bob, carol)
    for one in everybody:
        expect(one.page.locator("#watchers")).to_have_text(re.compile("1 person is watching|You're watching"))
        one.still()
        leave_a_mark(one)
    alice.stop("p8").click()
    for one in everybody:
        one.sees(4)
    server.stop()
    for one in everybody:
        expect(one.page.get_by_text(LOST)).to_be_visible()
    alice.stop("p9").click()
    server.start()
    for one in everybody:
        expect(one.page.get_by_text(LOST)).to_be_hidden()
        one.sees(9)
        is_still_marked(one)
    expect(bob.told("Your turn")).to_be_visible()
    assert counts(alice) == counts(bob) == counts(carol)
    made = [event["plies"][0]["action"] for event in decisions(record(carol, link))]
    assert made == ["pick p8", "pick p9"]
    bob.play("p3")
    for one in everybody:
        one.sees(13)


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


def lose(person: Person, is_lost: Callable[[dict], bool]) -> list[int]:
    """Lose the first event that meets this condition on its way to the page; return the lost seqs."""
    lost: list[int] = []

    def between(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def to_page(text: str | bytes) -> None:
            message = json.loads(text)
            if not lost and message["kind"] == "event" and is_lost(message):
                lost.append(message["seq"])
            else:
                page.send(text)

        server.on_message(to_page)

    person.player.alter().route_web_socket(re.compile("/ws/m/"), between)
    return lost


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


def leave_a_mark(person: Person) -> None:
    """Script that sets a mark which a reloaded page would not have."""
    person.page.evaluate("window.sameAsBefore = true")


def is_still_marked(person: Person) -> None:
    assert person.page.evaluate("window.sameAsBefore === true"), (
        f"{person.player.name}'s page was loaded anew"
    )
