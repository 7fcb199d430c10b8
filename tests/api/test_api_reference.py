"""The page about the API shows what its document says."""

from __future__ import annotations

import re

import pytest

from games_app.api.pages import laid_out

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def page(carol) -> str:
    answer = carol.get("/api")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def document(carol) -> dict:
    return carol.get("/api/v1/openapi.json").json()


def call_on(page: str, operation: str) -> str:
    """Return the part of the page about one call, as text in one line."""
    (part,) = re.findall(rf'<article class="call" id="{operation}">(.*?)</article>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", part).split())


def test_every_call_and_type_of_the_document_has_an_anchor(page, document):
    ids = re.findall(r'\sid="([^"]+)"', page)
    calls = [call["operationId"] for methods in document["paths"].values() for call in methods.values()]
    tags = [f"tag-{tag['name']}" for tag in document["tags"]]
    assert {*calls, *document["components"]["schemas"], *tags} <= set(ids)
    assert len(set(ids)) == len(ids)
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)


def test_a_call_has_its_scope_body_answer_and_limits(page):
    call = call_on(page, "act")
    assert "POST /api/v1/matches/{id}/actions Play an action. Needs a token with the scope" in call
    assert "id string" in call
    assert "base integer, 0 or more" in call
    assert "200 Done" in call
    assert "400 calls at once, then 100 a second" in call
    assert "8192 bytes" in call


def test_a_list_has_its_parameters_and_says_that_it_comes_in_lines(page):
    call = call_on(page, "matches")
    assert "since string, optional First day, in UTC: 2026-11-26." in call
    assert "200 MatchLine , one in each line" in call


def test_errors_of_all_calls_stand_there_once(page):
    for status, why in laid_out()["shared_errors"]:
        pair = f"<code>{status}</code></dt><dd>{why.replace(chr(39), '&#x27;')}"
        assert re.sub(r">\s+<", "><", page).count(pair) == 1


def test_quick_start_names_this_site(carol):
    page = carol.get("/api", headers={"host": "localhost"}).content.decode()
    assert 'with Site("http://localhost", "TOKEN") as site:' in page
    assert "http://localhost/api/v1/me" in page


def test_pages_and_the_root_of_the_api_link_to_it(alice, carol):
    assert '<a href="/api">API</a>' in carol.get("/about").content.decode()
    assert carol.get("/api/v1/").json()["page"] == "/api"
