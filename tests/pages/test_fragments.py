"""Parts of pages are cached for the next reader: each gets their own form, and nothing of another's."""

from __future__ import annotations

import pytest

from games_app.services.commands.messages import NO_ID, Resign
from games_app.services.commands.registry import Command
from games_app.store.writer import writer
from tests.pages.people import act, begun, loaded

pytestmark = pytest.mark.django_db(transaction=True)

PHONE, DESK = "Mozilla/5.0 (Linux; Android 14; Pixel 7) Mobile", "Mozilla/5.0 (X11; Linux x86_64)"


def text(client, path: str, **headers: str) -> str:
    return client.get(path, headers=headers).content.decode()


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


def test_a_board_that_was_kept_stands_on_phones_and_lies_elsewhere(alice, bob):
    upright, lying = (text(alice, "/rules/congkak", **{"User-Agent": agent}) for agent in (PHONE, DESK))
    assert 'href="#congkak-pit-upright"' in upright
    assert 'href="#congkak-pit-upright"' not in lying
    assert text(bob, "/rules/congkak", **{"User-Agent": PHONE}).count("-upright") == upright.count("-upright")


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


def test_a_board_of_the_wall_follows_its_match_and_its_people(alice, bob, carol):
    address = begun(alice, bob, name="Zebulon")
    before = text(carol, "/watch")
    assert "Zebulon" in before
    state = loaded(address).state
    act(address, state.to_move[0], state.legal_actions(state.to_move[0])[0])
    assert f"position.svg?at={loaded(address).row.seq}" not in before
    assert f"position.svg?at={loaded(address).row.seq}" in text(carol, "/watch")
    alice.post("/name", {"name": "Yolanda"})
    alice.post("/withdraw", {"sure": "yes"})
    assert "Zebulon" not in text(carol, "/watch")


def test_what_somebody_has_typed_into_the_filter_is_not_kept(alice, bob):
    assert "Zebulon" in text(alice, "/history?player=Zebulon")
    assert "2222-22" in text(alice, "/history?since=2222-22")
    for path in ("/history", "/history?mine=1"):
        page = text(bob, path)
        assert "Zebulon" not in page
        assert "2222-22" not in page
