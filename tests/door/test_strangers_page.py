"""Cached pages and parts of pages: each reader gets their own, and nothing is stale."""

from __future__ import annotations

import re

import pytest
from django.core.cache import caches

from games_app.lib import clock
from games_app.match.messages import NO_ID, OpenTo, Resign
from games_app.models import Match
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.pages.people import act, begun, loaded

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = "Mozilla/5.0 (Linux; Android 14; Pixel 7) Mobile"


def text(client, path: str, **headers: str) -> str:
    return client.get(path, headers=headers).content.decode()


def kept() -> int:
    return len(caches["strangers"]._cache)


def tokens(page: str) -> set[str]:
    return set(re.findall(r'csrf(?:-token" content|middlewaretoken" value)="(\w+)"', page))


@pytest.mark.parametrize("path", ["/", "/m/"])
def test_each_stranger_has_a_token_of_their_own_and_the_page_is_made_once(alice, bob, carol, mallory, path):
    address = begun(alice, bob)
    path = path if path == "/" else address
    pages = [text(client, path) for client in (carol, mallory)]
    assert kept() == 1
    assert all(tokens(page) for page in pages)
    assert tokens(pages[0]).isdisjoint(tokens(pages[1]))
    assert carol.cookies["csrftoken"].value != mallory.cookies["csrftoken"].value


def test_a_kept_match_page_tells_the_time_of_its_reader_and_has_the_same_policy(alice, bob, carol, mallory):
    address = begun(alice, bob)
    first = carol.get(address)
    before = clock.ms(clock.now())
    second = mallory.get(address)
    assert int(re.search(r'"now": (\d+)', second.content.decode())[1]) >= before
    assert first.headers["Content-Security-Policy"] == second.headers["Content-Security-Policy"]
    assert "sha256-" in second.headers["Content-Security-Policy"]


def test_a_kept_match_page_follows_its_match_and_its_people(alice, bob, carol):
    address = begun(alice, bob, name="Zebulon")
    before = text(carol, address)
    state = loaded(address).state
    act(address, state.to_move[0], state.legal_actions(state.to_move[0])[0])
    seqs = [re.search(r'"seq": (\d+)', page)[1] for page in (before, text(carol, address))]
    assert int(seqs[1]) == int(seqs[0]) + 1
    assert "Zebulon" in text(carol, address)
    alice.post("/withdraw", {"sure": "yes"})
    assert "Zebulon" not in text(carol, address)


def test_a_kept_match_page_is_shown_only_while_strangers_may_see_the_match(alice, bob, carol):
    address = begun(alice, bob)
    assert carol.get(address).status_code == 200
    match = loaded(address)
    writer.ask(Command(OpenTo(NO_ID, Match.Visibility.SEATS), match.row.public_id, match.row.maker_id))
    assert carol.get(address).status_code == 403
    assert alice.get(address).status_code == 200


def test_readers_in_another_language_on_another_device_or_with_other_colours_get_their_own(
    alice, bob, carol, mallory
):
    address = begun(alice, bob, "congkak", side="south")
    assert 'lang="en"' in text(carol, address)
    assert 'lang="ms"' in text(carol, address, **{"Accept-Language": "ms"})
    assert 'href="#congkak-pit-upright"' in text(carol, address, **{"User-Agent": PHONE})
    mallory.cookies["preferences"] = "theme=dark&board=ebony"
    assert 'data-theme="dark" data-board="ebony"' in text(mallory, address)
    assert 'data-theme="auto" data-board="teak"' in text(carol, address)


def test_a_player_s_page_is_never_kept(alice, bob):
    address = begun(alice, bob)
    for client in (alice, bob):
        assert client.get(address).context["page"].roles
        assert client.get("/").context["mine"]
    assert kept() == 0


@pytest.mark.parametrize(
    ("path", "english", "malay"),
    [
        ("/rules/mancala", "The rules of", "Peraturan"),
        ("/about", "Board and sound", "Papan dan bunyi"),
        ("/history", "More filters", "Lagi penapis"),
    ],
)
def test_a_part_that_was_kept_comes_in_the_language_of_each_reader(alice, bob, path, english, malay):
    for client, language, words in ((alice, "en", english), (bob, "ms", malay), (alice, "en", english)):
        assert words in text(client, path, **{"Accept-Language": language})


def test_a_line_of_the_list_follows_its_match_and_its_people(alice, bob, carol):
    address = begun(alice, bob, name="Zebulon")
    assert "Just begun" in text(carol, "/history")
    state = loaded(address).state
    act(address, state.to_move[0], state.legal_actions(state.to_move[0])[0])
    assert "Being played" in text(carol, "/history")
    assert "Continue" in text(alice, "/history")
    assert "Continue" not in text(carol, "/history")
    match = loaded(address)
    bobs = next(seat.player_id for seat in match.seats.values() if seat.name == "bob")
    assert writer.ask(Command(Resign(NO_ID), match.row.public_id, bobs)).refusal is None
    assert "Zebulon won" in text(carol, "/history")
    alice.post("/withdraw", {"sure": "yes"})
    assert "Zebulon" not in text(carol, "/history")


def test_page_with_a_typed_filter_is_not_cached(alice, bob):
    assert "Zebulon" in text(alice, "/history?player=Zebulon")
    assert "2222-22" in text(alice, "/history?since=2222-22")
    for path in ("/history", "/history?mine=1"):
        page = text(bob, path)
        assert "Zebulon" not in page
        assert "2222-22" not in page
