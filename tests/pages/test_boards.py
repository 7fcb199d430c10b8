"""The page itself contains the position, as its reader may see it."""

import re

import pytest

from tests.pages.people import act, begun, loaded

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36"


def board(answer):
    return re.search(r"<game-board([^>]*)>(<svg.*?</svg>)</game-board>", answer.content.decode(), re.DOTALL)


def counts(svg):
    return dict(re.findall(r'data-count="([^"]+)"[^>]*>(\d*)<', svg))


def test_the_page_of_a_match_shows_how_it_stands(alice, bob, carol):
    address = begun(alice, bob, side="north")
    act(address, "north", "pick p7")
    pits = loaded(address).row.facts["pits"]
    for person in (alice, bob, carol):
        shown = counts(board(person.get(address))[2])
        assert shown == {pit: str(n) for pit, n in pits.items()}


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


@pytest.mark.parametrize(
    ("headers", "upright"),
    [
        ({"user-agent": PHONE}, True),
        ({"user-agent": PHONE, "sec-ch-ua-mobile": "?0"}, False),
        ({"user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0", "sec-ch-ua-mobile": "?1"}, True),
        ({}, False),
    ],
)
def test_a_phone_gets_the_sowing_board_upright(alice, bob, carol, headers, upright):
    answer = carol.get(begun(alice, bob), headers=headers)
    assert ('href="#mancala-pit-upright"' in board(answer)[2]) is upright
    assert {"Sec-CH-UA-Mobile", "User-Agent"} <= set(answer.headers["Vary"].split(", "))
    lying = carol.get("/", headers=headers).content.decode()
    assert 'href="#mancala-pit-upright"' not in lying


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
