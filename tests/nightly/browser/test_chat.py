"""Alice and bob chat while they play, carol with other watchers, each in their own language."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect

from tests.browser.lobby import begin, begin_unseen, send
from tests.browser.player import Player
from tests.browser.playing import Person
from tests.server import DATABASE, Server

ELSEWHERE = {"extra_http_headers": {"X-Forwarded-For": "203.0.113.9"}}
"""A browser that is not at the players' address."""


@pytest.fixture
def table(player: Callable[..., Player]) -> tuple[Person, Person, str]:
    alice, bob = Person(player("alice")), Person(player("bob"))
    link = begin(alice, bob, "mancala", "north")
    expect(bob.page.locator(".seat-presence[data-here=true]")).to_have_count(2)
    return alice, bob, link


@pytest.fixture
def dave(player: Callable[..., Player]) -> Person:
    """A named person from elsewhere."""
    dave = Person(player("dave", **ELSEWHERE))
    send(dave, "/name", name="dave")
    return dave


def chat(person: Person) -> Locator:
    return person.page.locator("#chat")


def open_chat(person: Person) -> Locator:
    person.page.get_by_role("button", name=re.compile("^Chat")).click()
    expect(person.page.get_by_role("group", name="Reactions")).to_be_visible()
    return chat(person)


def switch(person: Person) -> Locator:
    return person.page.get_by_role("checkbox", name="Let people on our networks chat while they watch")


def say(person: Person, text: str) -> None:
    person.page.get_by_label("Message", exact=True).fill(text)
    person.page.keyboard.press("Enter")
    expect(messages(person).filter(has_text=text)).to_be_visible()


def messages(person: Person) -> Locator:
    return chat(person).get_by_role("listitem")


def test_two_players_talk_and_the_words_are_there_after_a_reload(table):
    alice, bob, _ = table
    open_chat(alice)
    say(alice, "Hello bob")
    expect(bob.page.locator(".seat-said")).to_have_text("Hello bob")
    expect(bob.page.get_by_role("button", name="Chat, 1 new message")).to_be_visible()
    expect(bob.page.locator("#speech")).to_contain_text("alice says: Hello bob")
    open_chat(bob)
    expect(bob.page.get_by_role("button", name="Chat", exact=True)).to_be_visible()
    bob.button("Good luck!").click()
    bob.button("Smile").click()
    expect(messages(alice)).to_have_count(3)
    expect(messages(alice).nth(1)).to_contain_text("bob Good luck!")
    expect(messages(alice).nth(2).get_by_role("img", name="Smile")).to_be_visible()
    alice.player.reload()
    open_chat(alice)
    expect(messages(alice)).to_have_count(3)
    assert alice.page.locator("#speech").inner_text() == ""
    for person in (alice, bob):
        person.player.check_accessibility()


def talk_on(site: Server, link: str, until: int) -> None:
    """Repeat the first message, so many times in all."""
    with closing(sqlite3.connect(site.data / DATABASE)) as database, database:
        (match,) = database.execute(
            "SELECT id FROM games_app_match WHERE public_id = ?", [link.rsplit("/", 1)[1]]
        ).fetchone()
        database.execute(
            "WITH RECURSIVE later(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM later WHERE n < ?) "
            "INSERT INTO games_app_chatmessage "
            "(match_id, room, number, player_id, role, name, text, phrase, hidden, at) "
            "SELECT match_id, room, n, player_id, role, name, 'line ' || n, phrase, hidden, at "
            "FROM later, games_app_chatmessage WHERE match_id = ? AND number = 1",
            [until, match],
        )
        database.execute("UPDATE games_app_match SET players_chat = ? WHERE id = ?", [until, match])


@pytest.mark.nightly
@pytest.mark.parametrize("line", ["line 101", "line 180"])
def test_who_fetches_earlier_words_stays_at_those_they_have_read(table, site, line):
    alice, _, link = table
    open_chat(alice)
    say(alice, "hello")
    talk_on(site, link, 300)
    alice.player.reload()
    open_chat(alice)
    expect(messages(alice)).to_have_count(200)
    read = messages(alice).filter(has_text=line)
    read.scroll_into_view_if_needed()
    alice.button("Earlier messages").click()
    expect(messages(alice)).to_have_count(300)
    expect(read).to_be_in_viewport()
    expect(messages(alice).filter(has_text="hello")).not_to_be_in_viewport()


@pytest.mark.nightly
def test_a_chat_that_is_opened_asks_for_its_words_once(table):
    alice, bob, _ = table
    open_chat(alice)
    say(alice, "hello")
    sent: list[str] = []
    bob.page.on("websocket", lambda opened: opened.on("framesent", lambda frame: sent.append(str(frame))))
    bob.player.reload()
    open_chat(bob)
    expect(messages(bob)).to_have_text(re.compile("alice hello"))
    say(bob, "hello alice")
    assert sum("read_chat" in frame for frame in sent) == 1


def test_who_watches_talks_in_another_room_which_players_get_at_the_end(table, dave, player):
    alice, bob, link = table
    erin = Person(player("erin", extra_http_headers={"X-Forwarded-For": "203.0.113.10"}))
    send(erin, "/name", name="erin")
    for watcher in (dave, erin):
        watcher.player.open(link)
    open_chat(dave)
    say(dave, "North should play pit seven")
    open_chat(erin)
    expect(messages(erin)).to_have_text(re.compile("dave North should play pit seven"))
    open_chat(alice)
    say(alice, "Your turn soon")
    expect(messages(alice)).to_have_count(1)
    expect(messages(dave)).to_have_count(1)
    expect(chat(alice).get_by_role("group", name="Chat room").get_by_role("button")).to_have_count(0)
    bob.resign()
    alice.button("Watchers").click()
    expect(messages(alice)).to_have_text(re.compile("dave North should play pit seven"))
    expect(messages(dave)).to_have_count(1)
    alice.player.check_accessibility()
    dave.player.check_accessibility()


@pytest.mark.nightly
def test_who_might_be_a_player_is_told_why_the_watchers_chat_is_closed(table, player):
    _, _, link = table
    nobody, neighbour = Person(player("nobody", **ELSEWHERE)), Person(player("neighbour"))
    send(neighbour, "/name", name="neighbour")
    for person, why in ((nobody, "Choose a name to chat"), (neighbour, "A player is on your network")):
        person.player.open(link)
        person.page.get_by_role("button", name=re.compile("^Chat")).click()
        expect(chat(person).get_by_text(why)).to_be_visible()
        expect(person.page.get_by_label("Message", exact=True)).to_be_hidden()
    nobody.page.get_by_role("link", name="Choose a name").click()
    nobody.page.get_by_label("Your name").fill("frank")
    nobody.page.get_by_role("button", name="Use this name").click()
    expect(nobody.page).to_have_url(link)
    open_chat(nobody)
    say(nobody, "Now I can")


@pytest.mark.nightly
def test_both_players_let_those_on_their_networks_chat_and_one_of_them_ends_it(table, dave, player):
    alice, bob, link = table
    neighbour = Person(player("neighbour"))
    send(neighbour, "/name", name="neighbour")
    for watcher in (dave, neighbour):
        watcher.player.open(link)
    open_chat(dave)
    neighbour.page.get_by_role("button", name=re.compile("^Chat")).click()
    expect(chat(neighbour).get_by_text("A player is on your network")).to_be_visible()
    open_chat(alice)
    expect(switch(alice)).to_have_accessible_description(re.compile("before the end if you both allow it"))
    switch(alice).check()
    expect(switch(alice)).to_have_accessible_description("They can chat as soon as bob allows it too.")
    expect(alice.page.locator("#speech")).to_contain_text("They can chat as soon as bob allows it too.")
    expect(bob.told("alice lets people on your networks chat while they watch.")).to_be_visible()
    expect(neighbour.page.get_by_label("Message", exact=True)).to_be_hidden()
    bob.player.reload()
    open_chat(bob)
    expect(switch(bob)).to_have_accessible_description(re.compile("^alice allows it."))
    switch(bob).check()
    for person in (alice, bob):
        expect(switch(person)).to_have_accessible_description(re.compile("^You both allow it"))
        person.player.check_accessibility()
    say(neighbour, "Go on, alice")
    expect(messages(dave)).to_have_text(re.compile("neighbour Go on, alice"))
    expect(messages(alice)).to_have_count(0)
    switch(alice).uncheck()
    expect(bob.told("alice no longer lets people on your networks chat while they watch.")).to_be_visible()
    expect(neighbour.page.get_by_label("Message", exact=True)).to_be_hidden()
    bob.resign()
    expect(switch(alice)).to_have_count(0)
    expect(neighbour.page.get_by_label("Message", exact=True)).to_be_visible()


def test_markup_is_text_and_what_is_refused_stays_in_the_line(table):
    alice, bob, _ = table
    open_chat(alice)
    say(alice, "<img src=x onerror=alert(1)> https://example.org")
    expect(bob.page.locator(".seat-said")).to_contain_text("<img src=x")
    assert chat(alice).locator("img, a").count() == 0
    field = alice.page.get_by_label("Message", exact=True)
    field.fill("You are a bastard")
    alice.page.keyboard.press("Enter")
    expect(chat(alice).get_by_text("That contains a word that isn't allowed here.")).to_be_visible()
    expect(field).to_have_value("You are a bastard")
    expect(messages(alice)).to_have_count(1)


@pytest.mark.nightly
def test_what_is_half_typed_outlasts_a_lost_connection_and_a_reload(table):
    alice, _, _ = table
    alice.player.forgive("ERR_INTERNET_DISCONNECTED")
    open_chat(alice)
    field = alice.page.get_by_label("Message", exact=True)
    field.fill("I was about to")
    alice.player.context.set_offline(True)
    expect(alice.page.locator("#delivery[data-lost]")).to_be_visible()
    alice.player.context.set_offline(False)
    expect(alice.page.locator("#delivery[data-lost]")).to_have_count(0)
    expect(field).to_have_value("I was about to")
    alice.player.reload()
    open_chat(alice)
    expect(field).to_have_value("I was about to")


def test_by_keys_the_chat_opens_and_closes(table):
    alice, bob, _ = table
    alice.page.keyboard.press("s")
    expect(alice.page.get_by_label("Message", exact=True)).to_be_focused()
    alice.page.keyboard.type("so it goes")
    alice.page.keyboard.press("Enter")
    expect(messages(alice)).to_have_count(1)
    alice.page.keyboard.press("Escape")
    expect(messages(alice)).to_be_hidden()
    expect(alice.focused_stop).to_have_count(0)
    expect(alice.page.get_by_role("button", name="Chat")).to_be_focused()
    expect(bob.page.locator(".seat-said")).to_have_text("so it goes")


def test_a_chat_opened_before_the_connection_says_nothing_wrong_and_is_ready_to_type_once_it_comes(player):
    alice, bob = Person(player("alice")), Person(player("bob"))
    link = begin_unseen(alice, bob, "mancala", "north")
    come: list[bool] = []

    def between(socket: WebSocketRoute) -> None:
        if come:
            socket.connect_to_server()
        else:
            socket.close()

    alice.player.alter().route_web_socket(re.compile("/ws/m/"), between)
    page = alice.player.open(link)
    alice.page.keyboard.press("s")
    expect(chat(alice).locator(".chat-list")).to_be_attached()
    expect(chat(alice).locator(".chat-why")).to_be_empty()
    come.append(True)
    expect(page.get_by_label("Message", exact=True)).to_be_focused()
    expect(chat(alice)).to_contain_text("Nothing has been said yet.")


@pytest.mark.parametrize(
    ("choice", "shown"),
    [("Quick phrases only", ["Thanks!"]), pytest.param("Hide", [], marks=pytest.mark.nightly)],
)
def test_a_device_shows_as_much_of_the_chat_as_its_owner_wants(table, choice, shown):
    alice, bob, _ = table
    bob.button("Board and sound").last.click()
    bob.page.get_by_role("group", name="Chat").get_by_role("radio", name=choice).check()
    bob.page.keyboard.press("Escape")
    open_chat(alice)
    say(alice, "In my own words")
    alice.button("Thanks!").click()
    expect(messages(alice)).to_have_count(2)
    if not shown:
        expect(bob.page.get_by_role("button", name=re.compile("^Chat"))).to_be_hidden()
        expect(chat(bob)).to_be_hidden()
        return
    expect(bob.page.locator(".seat-said")).to_have_text("Thanks!")
    open_chat(bob)
    expect(messages(bob)).to_have_count(1)
    expect(bob.page.get_by_label("Message", exact=True)).to_be_hidden()


def test_at_one_screen_there_is_no_chat(alice):
    person = Person(alice)
    person.player.open(send(person, "/new/mancala", name="alice", side="both", visibility="public"))
    expect(person.marked.first).to_be_visible()
    expect(person.page.locator("#chat")).to_have_count(0)
    expect(person.page.locator("#open-chat")).to_have_count(0)


@pytest.mark.nightly
def test_each_reads_quick_phrases_in_their_own_language(table, player):
    alice, bob, link = table
    send(bob, "/language", language="ms", next="/")
    bob.player.open(link)
    open_chat(alice)
    alice.button("Good luck!").click()
    expect(bob.page.locator(".seat-said")).to_have_text("Semoga berjaya!")


@pytest.mark.nightly
def test_the_words_of_somebody_whom_one_has_blocked_are_not_shown_to_one(table):
    alice, bob, link = table
    open_chat(alice)
    say(alice, "You never win")
    bob.player.open(alice.page.get_by_role("link", name="alice", exact=True).get_attribute("href") or "")
    bob.button("Block alice").click()
    bob.player.open(link)
    open_chat(bob)
    say(bob, "Good game so far")
    expect(messages(alice)).to_have_count(2)
    expect(messages(bob)).to_have_count(1)
    expect(chat(bob)).not_to_contain_text("You never win")
