"""The wall as the server draws it, and the board for other sites."""

import html
import re

import pytest

from games_app.lists.wall import PART
from tests.pages.people import act, begun

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


def test_the_wall_begins_with_a_part_of_at_most_60_kb_and_a_link_to_the_next(alice, bob, carol):
    made = [begun(alice, bob, "congkak", side="south") for _ in range(2 * PART + 1)][::-1]
    page, seen = carol.get("/watch?game=congkak"), []
    assert len(page.content) < 60_000
    for _ in range(3):
        seen.append([f"/m/{card.board.id}" for card in page.context["cards"]])
        link = re.search(r'id="more"( hidden)?>\s*<a class="button" href="(.*?)"', page.content.decode())
        page = carol.get(f"/watch{html.unescape(link[2])}")
    assert link[1] == " hidden"
    assert seen == [made[:PART], made[PART : 2 * PART], made[2 * PART :]]
    assert shown(carol, "?after=7") == shown(carol, "?after=x") == made[:PART]


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
