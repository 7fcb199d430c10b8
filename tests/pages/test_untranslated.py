"""No page has a text that can't be translated."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.conf import settings
from django.template import engines
from django.test import Client
from django.utils.translation import trans_real

from boardgames.declarations import SETTINGS
from games_app.games.catalogue import SHEETS
from games_app.match.messages import Resign
from games_app.models import Player
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.pages.marked_language import Marked, untranslated
from tests.pages.people import config, join, loaded, make

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = {name for _, name in settings.LANGUAGES}
NAMES = {SETTINGS["SITE_NAME"].default, *LANGUAGES, "SVG", "PNG", "WebP", "GIF", "UTC"}
"""Words that are the same in every language: names of players, and of games much like ours."""


@pytest.fixture(autouse=True)
def _marked(monkeypatch):
    monkeypatch.setitem(trans_real._translations, "ms", Marked("ms"))
    forget_texts()
    yield
    forget_texts()


def forget_texts() -> None:
    """Have the constant texts of templates rendered again."""
    for loader in engines["django"].engine.template_loaders:
        loader.reset()


@pytest.fixture(autouse=True)
def _asked_for(alice, bob, carol):
    for person in (alice, bob, carol):
        person.defaults["HTTP_ACCEPT_LANGUAGE"] = "ms"


def resign(address: str) -> None:
    match = loaded(address)
    role, person = next(iter(match.sitters.items()))
    answer = writer.ask(Command(Resign("resign"), match.row.public_id, person))
    assert answer.refusal is None, (role, answer.refusal)


def found(answer) -> list[str]:
    page = answer.content.decode()
    assert "⟦" in page
    games = {str(name) for sheet in SHEETS.values() for name in sheet.also}
    names = NAMES | games | set(Player.objects.values_list("name", flat=True))
    patterns = [*map(re.escape, sorted(names, key=len, reverse=True)), r"http://testserver[\w/]*"]
    return list(untranslated(re.sub("|".join(patterns), "", unescape(page))))


PAGES = [
    "/",
    "/new",
    "/lobby",
    "/new?side=both",
    "/watch",
    "/history",
    "/name",
    "/import",
    "/about",
    "/privacy",
    "/withdraw",
]
OF_A_GAME = [
    "/new/{}",
    "/together/{}",
    "/rules/{}",
    "/learn/{}",
    "/learn/{}/course",
    "/learn/{}/sowing/captures/abc",
    "/statistics/{}",
]


def test_pages_are_translated_before_anything_is_played(alice):
    alice.post("/name", {"name": "alice"})
    for path in (*PAGES, *(path.format("congkak") for path in OF_A_GAME)):
        assert found(alice.get(path)) == [], path


def test_mistakes(alice, bob):
    alice.post("/name", {"name": "alice"})
    assert found(alice.post("/new/congkak", config("congkak", name="!", time="real", minutes="999"))) == []
    assert found(alice.post("/name", {"name": "a" * 21})) == []
    assert found(alice.post("/import", {"text": ""})) == []
    assert found(join(bob, make(alice), name="alice")) == []
    assert found(alice.get("/nowhere")) == []
    assert found(alice.get("/m/2222222222")) == []
    assert found(Client(enforce_csrf_checks=True, headers={"accept-language": "ms"}).post("/name")) == []


def test_a_match_from_its_invitation_to_its_end(alice, bob, carol):
    game = "congkak"
    address = make(alice, game, time="real", minutes="10", games="2")
    assert found(alice.get(address)) == []
    assert found(bob.get(address)) == []
    join(bob, address)
    for reader in (alice, bob, carol):
        assert found(reader.get(address)) == []
    for path in ("/", "/watch", "/history?mine=1", address.replace("/m/", "/embed/")):
        assert found(alice.get(path)) == []
    resign(address)
    one, other = Player.objects.order_by("pk").values_list("public_id", flat=True)[:2]
    for path in (
        *(
            address,
            f"{address}/files",
            f"{address}/print",
            "/history",
            "/history?mine=1",
            f"/statistics/{game}",
        ),
        *(f"/player/{one}", f"/player/{other}?game={game}", f"/player/{one}/{other}", "/withdraw"),
    ):
        assert found(alice.get(path)) == [], path


def test_a_text_outside_of_brackets_is_noticed():
    page = (
        '<p>⟦Link valid until <b>2</b>.⟧ <a title="⟦Play⟧">Go on</a> d7-d6 <img alt="A board"></p>'
        "<script>of us</script>"
    )
    assert list(untranslated(page)) == ["Go on", "A board"]
