"""Pages that tell how a game ends and what counts, before it comes."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from games_app.games.catalogue import SHEETS
from games_app.rules import GAMES
from tests.games.cases import cases
from tests.pages.people import act, begun, make

COUNTER = re.compile(r'id="last-move"><span class="reached">(.*?)</span>')


def read(reader: Client, address: str) -> str:
    return html.unescape(reader.get(address).content.decode())


@pytest.mark.parametrize("game", GAMES)
def test_the_lines_for_newcomers_say_how_the_game_ends_and_what_counts(game: str) -> None:
    brief = " ".join(str(line.text) for line in SHEETS[game].brief)
    for part in cases(game).ENDS:
        assert part in brief


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", GAMES)
def test_they_stand_on_every_page_before_the_first_move(game: str, alice: Client, bob: Client) -> None:
    waiting, running = make(alice, game), begun(alice, bob, game)
    pages = [
        (alice, f"/new/{game}"),
        (alice, f"/rules/{game}"),
        (alice, waiting),
        (bob, waiting),
        (bob, running),
    ]
    for reader, address in pages:
        page = read(reader, address)
        for line in SHEETS[game].brief:
            assert str(line.text) in page, address


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", GAMES)
def test_the_card_before_a_match_has_the_points_of_every_result(
    game: str, alice: Client, bob: Client
) -> None:
    waiting = make(alice, game)
    for reader in (alice, bob):
        page = read(reader, waiting)
        for reached, points in SHEETS[game].goals.rows:
            assert f'<tr><th scope="row">{reached}</th><td>{points}</td></tr>' in page


@pytest.mark.django_db(transaction=True)
def test_the_moves_are_counted_in_the_page_itself_from_the_first_one_on(alice: Client, bob: Client) -> None:
    morris = begun(alice, bob, "morris")
    assert COUNTER.findall(read(alice, morris)) == ["Move 1 of 60"]
    act(morris, "white", "place outer n")
    assert COUNTER.findall(read(bob, morris)) == ["Move 1 of 60"]
    act(morris, "black", "place outer s")
    assert COUNTER.findall(read(bob, morris)) == ["Move 2 of 60"]
    assert COUNTER.findall(read(alice, begun(alice, bob, "checkers"))) == ["Move 1 of 99"]
    assert COUNTER.findall(read(alice, begun(alice, bob, "congkak", rounds="3"))) == ["Round 1 of 3"]
    assert COUNTER.findall(read(alice, begun(alice, bob, "mancala"))) == [""]


@pytest.mark.django_db
@pytest.mark.parametrize("form", ["/new/congkak", "/computer/congkak", "/together/congkak"])
def test_the_choice_of_a_length_says_how_long_rounds_get(form: str, client: Client) -> None:
    page = read(client, form)
    hint = str(SHEETS["congkak"].choices["rounds"].hint)
    assert f'<p class="hint" id="id_rounds_helptext">{hint}</p>' in page
    assert 'id="id_rounds" aria-describedby="id_rounds_helptext"' in page
    assert list(SHEETS["congkak"].choices["rounds"].values)[:2] == ["1", "match"]
