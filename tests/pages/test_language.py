"""A visitor reads the browser's language, or the one chosen at the foot of a page."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from games_app.lib import clock
from games_app.models import Match
from games_app.rules import GAMES
from tests.pages.people import begun, make
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)

MALAY = {"accept-language": "ms-MY,ms;q=0.9,en;q=0.5"}


@pytest.fixture
def alice():
    return Client(headers=MALAY)


def language(answer) -> str:
    return re.search('<html lang="([^"]+)"', answer.content.decode())[1]


def choose(client: Client, code: str, **form: str):
    return client.post(
        "/language", {"language": code, **form}, headers={"referer": "http://testserver/rules/congkak"}
    )


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("ms", "ms"),
        ("ms-MY,en;q=0.8", "ms"),
        ("de,ms;q=0.4", "ms"),
        ("id-ID,id;q=0.9,en;q=0.5", "id"),
        ("es-419,es;q=0.9", "es"),
        ("zh-CN,zh;q=0.9", "zh-hans"),
        ("zh-SG", "zh-hans"),
        ("zh-TW", "zh-hans"),
        ("jv,id;q=0.8", "id"),
        ("en,ms;q=0.9", "en"),
        ("de", "en"),
        ("", "en"),
    ],
)
def test_the_browser_chooses(asked, given):
    answer = Client(headers={"accept-language": asked}).get("/")
    assert language(answer) == given
    assert ("Mancala, congkak, morris dan dam bersama kawan" in answer.content.decode()) is (given == "ms")


def test_what_is_chosen_by_hand_is_kept_and_one_stays_on_the_page(alice):
    assert language(alice.get("/rules/congkak")) == "ms"
    answer = choose(alice, "en")
    assert (answer.status_code, answer.headers["Location"]) == (302, "http://testserver/rules/congkak")
    assert language(alice.get("/rules/congkak")) == "en"
    assert language(alice.get("/")) == "en"
    choose(alice, "ms")
    assert language(alice.get("/")) == "ms"


def test_mallory_can_choose_no_language_that_is_not_there_and_send_nobody_elsewhere(alice):
    assert choose(alice, "xx").cookies == {}
    assert (
        choose(alice, "en", next="https://mallory.example/")
        .headers["Location"]
        .startswith("http://testserver/")
    )
    assert Client(enforce_csrf_checks=True).post("/language", {"language": "ms"}).status_code == 403


@pytest.mark.parametrize("path", ["/", "/rules/congkak", "/nowhere", "/site.webmanifest"])
def test_no_cache_hands_a_page_to_readers_of_another_language(alice, path):
    answer = alice.get(path)
    assert {"Accept-Language", "Cookie"} <= set(answer.headers["Vary"].split(", "))
    assert answer.headers["Content-Language"] == "ms"


def test_pictures_have_no_words_and_are_the_same_in_all_languages(alice, bob):
    address = begun(alice, bob, "congkak")
    for name in ("position.svg", "preview.png"):
        one, other = (client.get(f"{address}/{name}") for client in (alice, Client()))
        assert one.content == other.content
        assert "Accept-Language" not in one.headers.get("Vary", "")


@pytest.mark.parametrize(
    ("code", "name", "heading"),
    [
        ("id", "Bahasa Indonesia", "Aturan Congklak"),
        ("es", "Español", "Las reglas de Congkak"),
        ("zh-hans", "简体中文", "马来播棋规则"),
    ],
)
def test_each_language_is_offered_under_its_own_name_and_brings_its_scripts_texts(bob, code, name, heading):
    assert f'value="{code}" lang="{code}">{name}</button>' in bob.get("/rules/congkak").content.decode()
    choose(bob, code)
    page = bob.get("/rules/congkak").content.decode()
    assert f"<h1>{heading}</h1>" in page
    assert f'<script defer src="/static/catalogues/{code}.js">' in page


def test_the_scripts_get_their_texts_before_they_run_and_in_english_none(alice, bob):
    page = alice.get("/").content.decode()
    assert page.count('<script defer src="/static/catalogues/ms.js">') == 1
    assert page.index("catalogues/ms.js") < page.index('type="module"')
    assert "catalogues" not in bob.get("/").content.decode()


def test_refusals_are_said_in_the_readers_language(alice, bob):
    facts = GAMES["mancala"].initial_state().facts()
    asked = {"game": "mancala", "facts": facts, "role": "north", "action": "pick p1"}
    refused = [
        client.post("/try", asked, content_type="application/json").json()["refused"]
        for client in (alice, bob)
    ]
    assert [one["message"] for one in refused] == [
        "Lubang 1 bukan milik anda. Milik anda 6 hingga 10.",
        "Pit 1 is not yours. Yours are 6 to 10.",
    ]
    assert refused[0]["code"] == refused[1]["code"] == "not_your_pit"
    page = alice.post("/name", {"name": "!"}).content.decode()
    assert "Nama mempunyai 2 hingga 20 aksara; yang ini 1." in page
    page = alice.post("/new/congkak", {"name": "alice", "side": "nobody"}).content.decode()
    assert "Sila betulkan:" in page


def test_dates_are_written_as_in_the_readers_language(alice):
    address = make(alice)
    Match.objects.update(deadline=datetime(2099, 8, 6, 12, tzinfo=UTC))
    assert ">6 Ogo, 12:00 UTC</time>" in alice.get(address).content.decode()
    choose(alice, "en")
    assert ">6 Aug, 12:00 UTC</time>" in alice.get(address).content.decode()
    choose(alice, "zh-hans")
    assert ">8月6日 12:00 UTC</time>" in alice.get(address).content.decode()


def test_a_side_has_another_word_than_its_colour_where_the_language_has_one(bob):
    choose(bob, "es")
    page = bob.get(begun(bob, Client(), "checkers") + "/print").content.decode()
    assert "<dt>Negras</dt>" in page
    assert "<dt>Negra</dt>" not in page


@pytest.mark.parametrize("path", ["/m/{id}/print", "/m/{id}/files", "/history"])
def test_sides_at_one_screen_are_named_in_the_readers_language(alice, path):
    told = Told("mancala", hotseat=True).play([("north", "pick p8")])
    told.do("north", "resign")
    words = re.sub("<[^>]+>", "", alice.get(path.format(id=told.store())).content.decode())
    assert "Selatan menang" in words
    assert not re.search("North|South", words)


def test_the_wall_names_them_so_too_and_nobody_can_follow_a_side(alice):
    told = Told("mancala", hotseat=True, began=clock.now())
    told.store()
    page = alice.get("/watch").content.decode()
    assert re.findall('"watched-name">(.*?)<', page)[:2] == ["Utara", "Selatan"]
    assert re.search(r'"name": ?"Utara".*"name": ?"Selatan"', page)
    assert "watched-follow" not in page.split("<template")[0]


def test_what_files_say_is_the_same_for_everybody(alice, bob):
    address = begun(alice, bob, "checkers")
    for kind in ("txt", "json"):
        assert alice.get(f"{address}.{kind}").content == Client().get(f"{address}.{kind}").content
