"""Every page keeps the strict policy."""

import base64
import hashlib
import re
from functools import cache

import pytest
from django.http import HttpResponse
from django.test import Client

from games_app.match.messages import NO_ID, Resign
from games_app.models import Player
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.pages.people import begun, loaded, make

pytestmark = pytest.mark.django_db(transaction=True)


@cache
def pages() -> dict[str, HttpResponse]:
    """Return every kind of page by name, made once, for the first test that needs them."""
    alice, bob, carol = Client(), Client(), Client()
    waiting, cancelled = make(alice), make(alice)
    alice.post(f"{cancelled}/cancel")
    played = begun(alice, bob)
    resigned(played)
    one, other = Player.objects.order_by("pk").values_list("public_id", flat=True)[:2]
    return {
        "home": alice.get("/"),
        "choice of a game": alice.get("/new"),
        "lobby": alice.get("/lobby"),
        "new": alice.get("/new/congkak"),
        "new with a mistake": alice.post("/new/congkak", {}),
        "new with terms that cannot be": alice.post("/new/congkak", {"time": "real", "minutes": "90"}),
        "waiting room": alice.get(waiting),
        "invitation": carol.get(waiting),
        "invitation with a mistake": carol.post(f"{waiting}/join", {"name": ""}),
        "match": bob.get(begun(alice, bob)),
        "cancelled": carol.get(cancelled),
        "refused": carol.post(f"{waiting}/cancel"),
        "history": carol.get("/history?game=congkak&how=rules"),
        "history with a mistake": carol.get("/history?least=x&game=chess"),
        "player": carol.get(f"/player/{one}"),
        "player against another": carol.get(f"/player/{one}/{other}"),
        "statistics": carol.get("/statistics/mancala"),
        "rules": carol.get("/rules/congkak"),
        "guide": carol.get("/learn/congkak"),
        "name": carol.get("/name"),
        "files": carol.get(f"{played}/files"),
        "files with a verdict": carol.post(f"{played}/verify"),
        "import": carol.get("/import"),
        "import with a mistake": carol.post("/import", {"text": "?"}),
        "import with too much": carol.post("/import", {"text": "?" * 60_001}),
        "withdraw": alice.get("/withdraw"),
        "about": carol.get("/about"),
        "privacy": carol.get("/privacy"),
        "api": carol.get("/api"),
        "nothing": carol.get("/nothing"),
        "out of date": Client(enforce_csrf_checks=True).post("/name"),
        "failed": failing(),
    }


def resigned(address):
    match = loaded(address)
    writer.ask(Command(Resign(NO_ID), match.row.public_id, match.row.maker_id))


def failing():
    client = Client(raise_request_exception=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("games_app.pages.site.match_lists.going_on", lambda *_: 1 / 0)
        return client.get("/")


def allowed_styles(answer, page: str) -> set[str]:
    """Return the style elements of the page whose hash its policy names."""
    policy = answer.headers["Content-Security-Policy"]
    texts = re.findall(r"<style[^>]*>(.*?)</style>", page, re.DOTALL)
    return {text for text in texts if f"'sha256-{sha256_base64(text)}'" in policy}


def sha256_base64(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_no_page_has_inline_code_or_styles_that_its_policy_does_not_name():
    for what, answer in pages().items():
        page = answer.content.decode()
        assert not re.search(r"\sstyle\s*=|\son[a-z]+\s*=|javascript:", page), what
        assert set(re.findall(r"<style>(.*?)</style>", page, re.DOTALL)) <= allowed_styles(answer, page), what
        for attributes in re.findall(r"<script([^>]*)>", page):
            assert "src=" in attributes or 'type="application/json"' in attributes, what


def test_every_page_carries_the_policy():
    for what, answer in pages().items():
        policy = answer.headers["Content-Security-Policy"]
        assert "require-trusted-types-for 'script'" in policy, what
        assert "unsafe" not in policy, what


def test_data_may_load_nothing_and_stand_in_no_frame(alice, bob):
    answer = alice.get(f"{begun(alice, bob)}/events")
    assert answer.headers["Content-Type"] == "application/json"
    policy = answer.headers["Content-Security-Policy"]
    assert set(policy.split("; ")) == {"default-src 'none'", "frame-ancestors 'none'"}


def test_no_page_loads_anything_from_elsewhere():
    for what, answer in pages().items():
        sources = re.findall(r'(?:src|href|action)="(?:https?:)?//([^/"]*)', answer.content.decode())
        assert set(sources) <= {"testserver"}, what
