"""The pages of the guides, and the pages that offer them."""

import html
import re

import pytest

from games_app.games.catalogue import GUIDES
from games_app.games.guide import figures
from tests.pages.people import make

OFFER = "data-guide-offer"


@pytest.mark.django_db
@pytest.mark.parametrize("game", GUIDES)
def test_the_first_step_stands_in_the_page_itself(client, game):
    answer = client.get(f"/learn/{game}")
    first = GUIDES[game].steps[0]
    assert str(first.title) in answer.content.decode()
    assert str(first.task) in answer.content.decode()
    assert f'href="/new/{game}"' in answer.content.decode()
    assert f'href="/rules/{game}"' in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_game_may_have_no_guide(client, monkeypatch):
    others = {slug: guide for slug, guide in GUIDES.items() if slug != "morris"}
    for reader in ("views.learn", "templatetags.boards"):
        monkeypatch.setattr(f"games_app.{reader}.GUIDES", others)
    assert client.get("/learn/morris").status_code == 404
    assert client.get("/learn/chess").status_code == 404
    for page in ("/", "/rules/morris", "/new/morris", "/learn/mancala", make(client, "morris")):
        assert "/learn/morris" not in client.get(page).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("game", GUIDES)
def test_the_rules_show_steps_of_the_guide_as_pictures_made_of_the_parts_of_one_board(client, game):
    page = client.get(f"/rules/{game}").content.decode()
    shown = figures(GUIDES[game])
    assert len(shown) >= 3
    for figure in shown:
        assert str(figure.caption) in html.unescape(page)
        assert f'href="/learn/{game}#{figure.step}"' in page
    assert page.count('<svg class="board"') == 1 + 2 * len(shown)
    identities = re.findall(r'\sid="([^"]*)"', page)
    assert len(identities) == len(set(identities))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seen", ["congkak=no", "congkak=0", "mancala=3&congkak=6"])
def test_nobody_is_offered_again_what_they_opened_or_declined(alice, bob, seen):
    address = make(alice, "congkak")
    bob.cookies["guides"] = seen
    assert OFFER not in bob.get(address).content.decode()
    assert OFFER in alice.get(address).content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("junk", ["%", "mancala=no", "=&=;", "congkak" * 4000])
def test_whatever_the_cookie_says_the_page_comes(alice, mallory, junk):
    address = make(alice, "congkak")
    mallory.cookies["guides"] = junk
    assert OFFER in mallory.get(address).content.decode()
