"""The wall as the server draws it, and the board for other sites."""

import html
import re

import pytest

from games_app.models import Player
from games_app.rules import RULE_SETS
from games_app.services.queries.wall import PART
from tests.pages.people import act, begun, loaded, row

pytestmark = pytest.mark.django_db(transaction=True)


def shown(reader, query=""):
    """Return the addresses of the matches on the wall, in their order."""
    return [f"/m/{card.board.id}" for card in reader.get(f"/watch{query}").context["cards"]]


def test_the_wall_has_the_public_matches_that_go_on_the_liveliest_first(alice, bob, carol):
    first, second = begun(alice, bob), begun(alice, bob, "checkers", side="black")
    begun(alice, bob, visibility="link")
    assert shown(carol) == [second, first]
    assert shown(carol, "?game=mancala") == [first]
    assert shown(carol, "?game=nonsense") == [second, first]


def test_without_scripts_it_is_a_list_of_positions_with_names_and_turns(alice, bob, carol):
    address = begun(alice, bob, "checkers", side="black")
    act(address, "black", "move 3 3 4 4")
    page = carol.get("/watch").content.decode()
    card = page[page.index(f'data-match="{address[3:]}"') : page.index("</ul>", page.index('id="boards"'))]
    picture = re.search(r'<noscript><img src="(.*?)"', card)[1]
    assert 'data-on="4 4"' not in card
    assert b"checkers-piece-black" in carol.get(picture).content
    assert f'href="{address}"' in card
    assert re.findall(r'data-role="(\w+)"( data-turn)?', card) == [("red", " data-turn"), ("black", "")]
    act(address, "red", "move 6 6 5 5")
    assert picture not in carol.get("/watch").content.decode()


def test_the_wall_begins_with_a_part_of_at_most_60_kb_and_a_link_to_the_next(alice, bob, carol):
    made = [begun(alice, bob, "congkak", side="south") for _ in range(2 * PART + 1)][::-1]
    page, seen = carol.get("/watch?game=congkak"), []
    assert len(page.content) < 60_000
    for _ in range(3):
        seen.append([f"/m/{card.board.id}" for card in page.context["cards"]])
        link = re.search(r'id="more"( hidden)?><a class="button" href="(.*?)"', page.content.decode())
        page = carol.get(f"/watch{html.unescape(link[2])}")
    assert link[1] == " hidden"
    assert seen == [made[:PART], made[PART : 2 * PART], made[2 * PART :]]
    assert shown(carol, "?after=7") == shown(carol, "?after=x") == made[:PART]


def test_the_wall_names_a_drawing_of_each_rule_set_that_browsers_may_keep(carol):
    page = carol.get("/watch").content.decode()
    drawings = dict(re.findall(r'id="card-(\w+)" data-drawing="(.*?)"', page))
    assert set(drawings) == set(RULE_SETS)
    for slug, address in drawings.items():
        answer = carol.get(address)
        assert f'data-game="{slug}"' in answer.content.decode()
        assert "immutable" in answer["Cache-Control"]
    assert len({address.partition("?")[2] for address in drawings.values()}) == len(RULE_SETS)


def test_whom_one_follows_is_said_under_their_name_and_as_text(alice, bob, carol):
    address = begun(alice, bob, side="north")
    player = loaded(address).seats["north"].player
    Player.objects.filter(pk=player.pk).update(name="<b>alice")
    page = carol.get(f"/watch?follow={player.public_id}").content.decode()
    assert "You're following &lt;b&gt;alice" in page
    assert "You're following" not in carol.get("/watch?follow=2222222222").content.decode()
    assert row(address).status == "playing"


def test_an_embedded_board_is_the_same_for_everybody_and_needs_no_cookie(alice, bob, carol):
    address = begun(alice, bob, "congkak", side="south").replace("/m/", "/embed/")
    act(address.replace("/embed/", "/m/"), "south", "scoop 3")
    pages = [reader.get(address) for reader in (alice, carol)]
    assert same_but_for_the_time(*pages)
    assert pages[0].context["snapshot"]["you"] == []
    assert pages[0].context["snapshot"]["position"]["facts"]["sealed"] == {"south": None, "north": None}
    for page in pages:
        assert not page.cookies
        assert not page.wsgi_request.session.accessed


def same_but_for_the_time(*pages):
    return len({re.sub(r'"now": \d+', "", page.content.decode()) for page in pages}) == 1


@pytest.mark.parametrize(
    ("over", "status", "words"), [("seats", 403, "its two players"), ("link", 200, "alice")]
)
def test_an_embedded_match_is_shown_to_whom_any_match_is_shown(alice, bob, carol, over, status, words):
    address = begun(alice, bob, visibility=over).replace("/m/", "/embed/")
    for reader in (alice, carol):
        page = reader.get(address)
        assert (page.status_code, words in page.content.decode()) == (status, True)
        assert words in re.search("<title>(.*?)</title>", page.content.decode())[1]
        assert words in re.search("<h1[^>]*>(.*?)</h1>", page.content.decode())[1]


def test_the_qr_code_of_a_match_is_for_whom_anybody_may_lead_there(alice, bob, carol):
    code = carol.get(f"{begun(alice, bob)}/code.svg")
    assert (code.status_code, code.headers["Content-Type"]) == (200, "image/svg+xml")
    assert code.content.lstrip().startswith(b"<?xml") or code.content.startswith(b"<svg")
    closed = begun(alice, bob, visibility="seats")
    assert alice.get(f"{closed}/code.svg").status_code == 404
    assert carol.get("/m/2222222222/code.svg").status_code == 404
