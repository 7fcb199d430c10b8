"""Visibility: of a match for its players alone, nobody else gets anything, at any address."""

from __future__ import annotations

import re

import pytest

from games_app import urls
from games_app.match.messages import NO_ID, OpenTo, Resign
from games_app.models import Seat
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.pages.people import act, begun, join, loaded, row

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESSES = [str(one.pattern) for one in urls.urlpatterns]
OF_A_MATCH = [address for address in ADDRESSES if "<match:public_id>" in address]
"""Every address that names a match; a new one must be added here."""

WORDS = re.compile(rb"\b(?:alice|bob|facts)\b")
"""Texts that would reveal the match; as whole words, since random tokens contain any three letters."""


def opened_to(address: str, who: str) -> None:
    """Text that alice, the match's maker, sends."""
    match = loaded(address)
    answer = writer.ask(Command(OpenTo(NO_ID, who), match.row.public_id, match.row.maker_id))
    assert answer.refusal is None


@pytest.mark.parametrize("over", [False, True], ids=["running", "over"])
def test_a_stranger_gets_nothing_of_a_match_that_is_its_players_alone(alice, bob, mallory, over):
    address = begun(alice, bob, "checkers", visibility="seats")
    if over:
        match = loaded(address)
        assert writer.ask(Command(Resign(NO_ID), match.row.public_id, match.row.maker_id)).refusal is None
    begun(mallory, bob, name="mallory")
    told = row(address).seq
    for pattern in OF_A_MATCH:
        path = "/" + pattern.replace("<match:public_id>", address.rsplit("/", 1)[1])
        for answer in (mallory.get(path, follow=True), mallory.post(path, {"name": "mallory"})):
            assert answer.status_code in (400, 401, 403, 404, 405), pattern
            said = b"".join(answer) if answer.streaming else answer.content
            assert not WORDS.search(said), (pattern, said)
    assert row(address).seq == told, "what she sent did nothing"


def test_late_visitor_of_a_taken_seat_is_told_the_same(alice, bob, mallory):
    address = begun(alice, bob, visibility="seats")
    late = join(mallory, address, "mallory")
    assert (late.status_code, b"alice" in late.content) == (403, False)


def test_the_maker_closes_a_match_to_watchers_and_opens_it_again(alice, bob, carol):
    address = begun(alice, bob, "checkers")
    for who, status in (("seats", 403), ("link", 200), ("seats", 403), ("public", 200)):
        opened_to(address, who)
        assert carol.get(address).status_code == status
        act(address, "black" if loaded(address).state.to_move == ("black",) else "red", first_choice(address))
    assert b"alice" in carol.get("/").content


def test_importer_closes_and_opens_a_match_without_players(alice, bob, carol):
    address = begun(alice, bob)
    Seat.objects.filter(match=row(address)).update(player=None)
    writer.forget()
    opened_to(address, "seats")
    assert [reader.get(address).status_code for reader in (alice, bob, carol)] == [200, 403, 403]
    opened_to(address, "public")
    assert carol.get(address).status_code == 200


def test_the_other_player_closes_a_match_to_watchers_and_its_maker_opens_it_again(alice, bob, carol):
    address = begun(alice, bob)
    assert opened_by_bob(address, "seats") is None
    assert carol.get(address).status_code == 403
    assert opened_by_bob(address, "public") == "only_closer"
    opened_to(address, "link")
    assert carol.get(address).status_code == 200
    for page, narrows in ((alice, False), (bob, True)):
        text = page.get(address).content.decode()
        assert 'id="visibility"' in text
        assert ("data-narrows" in text) is narrows


def opened_by_bob(address: str, who: str) -> str | None:
    """Return why bob, who joined, is refused, if he is."""
    match = loaded(address)
    (bob,) = set(match.sitters.values()) - {match.row.maker_id}
    answer = writer.ask(Command(OpenTo(NO_ID, who), match.row.public_id, bob))
    return answer.refusal and answer.refusal.code


def first_choice(address: str) -> str:
    state = loaded(address).state
    return state.legal_actions(state.to_move[0])[0]
