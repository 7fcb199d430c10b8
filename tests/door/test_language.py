"""A visitor reads the browser's language, or the one chosen at the foot of a page."""

from __future__ import annotations

import re

import pytest
from django.test import Client

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


CHOICES = [
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
    ("in-ID", "id"),
    ("in", "id"),
    ("in_ID,en_US;q=0.8", "id"),
    ("iw,zsm;q=0.5", "ms"),
    ("cmn-Hans-CN", "zh-hans"),
    ("es;q=0", "en"),
    ("es;q=0.000, id; q=0.1", "id"),
    ("ES-MX,es;Q = 0", "en"),
    ("zh;q=0,zh-CN", "en"),
    ("es-ES;q=0,es", "es"),
    ("*;q=0,es;q=0.1", "es"),
    ("*;q=0", "en"),
    ("de,*", "en"),
    ("en;q=0,*;q=0.1", "ms"),
    ("en;q=0", "en"),
    ("en;q=.5,es;q=0.50001", "es"),
    ("es;q=x,id;q=nan,ms;q=-1", "en"),
    ("??,es;q=0.5,;q=", "es"),
    ("es;level=1;q=0.2,id;q=0.1", "es"),
    ("en;q=0.9," * 70 + "es", "en"),
]
"""The language that a browser asks for, and the one that it gets."""


def test_the_browser_chooses():
    for asked, given in CHOICES:
        assert language(Client(headers={"accept-language": asked}).get("/about")) == given, asked


def test_language_chosen_by_hand_is_kept_and_the_page_stays(alice):
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
