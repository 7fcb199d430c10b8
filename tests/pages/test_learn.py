"""The pages of the guides, and the pages that offer them."""

import html
import json
import re

import pytest

from games_app.games.catalogue import GUIDES
from games_app.games.guide import figures
from tests.pages.people import begun, make

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


@pytest.mark.django_db
def test_the_page_carries_all_steps_for_its_script(client):
    page = client.get("/learn/morris").content.decode()
    steps = json.loads(re.search(r'<script id="steps"[^>]*>(.*?)</script>', page)[1])
    assert [step["title"] for step in steps] == [str(step.title) for step in GUIDES["morris"].steps]
    assert steps[1]["moves"][0] == {
        "role": "white",
        "shown": "place outer ne",
        "named": False,
        "task": "",
        "byItself": False,
        "look": {"text": "You can close a mill with these stones.", "stops": ["outer nw", "outer n"]},
    }
    assert steps[1]["asked"] == {"": ["place outer ne"], "place outer ne": ["remove inner ne"]}
    assert steps[1]["position"]["to_move"] == ["white"]


@pytest.mark.django_db
def test_a_learner_is_told_what_to_look_at_only_where_there_is_something_to_find(client):
    page = client.get("/learn/congkak").content.decode()
    steps = json.loads(re.search(r'<script id="steps"[^>]*>(.*?)</script>', page)[1])
    named, exact, any_house = steps[0]["moves"][0], *steps[2]["moves"]
    assert [bool(move["look"]["text"]) for move in (named, exact, any_house)] == [False, True, False]


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
def test_the_guide_is_linked_from_first_page_rules_and_form(client, game):
    for page in ("/", f"/rules/{game}", f"/new/{game}"):
        assert f'href="/learn/{game}"' in client.get(page).content.decode()


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
def test_the_card_before_a_match_has_three_pictures_and_the_one_beside_it_none(alice, bob):
    waiting, running = make(alice, "morris"), begun(alice, bob, "morris")
    for person, page, pictures in ((alice, waiting, 3), (bob, waiting, 3), (alice, running, 0)):
        assert person.get(page).content.decode().count('class="diagram ') == pictures


@pytest.mark.django_db(transaction=True)
def test_waiting_room_invitation_and_match_offer_it_to_who_has_not_seen_it(alice, bob, carol):
    waiting, running = make(alice, "congkak"), begun(alice, bob, "congkak")
    for person, page in ((alice, waiting), (bob, waiting), (alice, running), (carol, running)):
        assert f'{OFFER}="congkak"' in person.get(page).content.decode()


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
