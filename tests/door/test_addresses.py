"""Addresses that are almost right: with a slash at the end, or opened where only a form leads."""

import pytest

pytestmark = pytest.mark.django_db


def test_an_address_that_only_takes_forms_shows_people_a_page_with_a_way_on(client):
    page = client.get("/board/morris/set-up", headers={"accept": "text/html,*/*;q=0.8"})
    assert (page.status_code, page["Allow"]) == (405, "POST")
    assert 'href="/"' in page.content.decode().partition("<main")[2]
    assert client.get("/board/morris/set-up", headers={"accept": "*/*"}).content == b""


@pytest.mark.parametrize("path", ["/history", "/lobby", "/rules/congkak", "/puzzles", "/friends"])
def test_a_slash_at_the_end_of_an_address_leads_to_the_right_one(client, path):
    answer = client.get(f"{path}/?page=2")
    assert (answer.status_code, answer["Location"]) == (301, f"{path}?page=2")
    assert client.get("/nowhere/").status_code == 404
