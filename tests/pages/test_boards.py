"""The page itself contains the position, as its reader may see it."""

import re

import pytest

from tests.pages.people import act, begun

pytestmark = pytest.mark.django_db(transaction=True)


def board(answer):
    return re.search(r"<game-board([^>]*)>(<svg.*?</svg>)</game-board>", answer.content.decode(), re.DOTALL)


def test_piles_lie_alike_for_everybody_and_the_board_is_turned_to_the_reader(alice, bob, carol):
    address = begun(alice, bob, side="north")
    attributes, north = board(alice.get(address)).groups()
    assert 'side="north"' in attributes
    assert f'seed="{address.rsplit("/", 1)[1]}"' in attributes
    south, watched = board(bob.get(address))[2], board(carol.get(address))[2]
    assert south.replace(">you<", ">bob<") == watched
    drawn = [
        re.findall(r'<use href="#mancala-piece-\d" transform="rotate[^"]*"', one) for one in (north, south)
    ]
    assert drawn[0] == drawn[1]
    assert north != south


def test_a_sealed_choice_is_nowhere_in_the_page_of_others(alice, bob, carol):
    pages = []
    for house in ("2", "6"):
        address = begun(alice, bob, "congkak", side="south", sowing="auto")
        act(address, "south", f"scoop {house}")
        for person in (bob, carol):
            svg = board(person.get(address))[2]
            assert re.search(r'data-sealed="south"(?![^>]*display)', svg)
            pages.append(re.sub(r' transform="[^"]*"|piece-\d', "", svg))
    assert len(set(pages[::2])) == len(set(pages[1::2])) == 1


def test_the_page_of_a_match_brings_the_faces_that_it_shows_and_not_the_file_of_all(alice, bob, carol):
    address = begun(alice, bob, side="north")
    for person in (alice, carol):
        page = person.get(address).content.decode()
        assert page.count('<symbol id="face-') == 2
        assert "faces.svg" not in page
