"""The pages about the site, and what search engines find."""

import re

import pytest
from django.urls import resolve

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/", "/rules/congkak", "/history"])
def test_every_page_leads_to_what_the_site_is_and_what_it_stores(client, path):
    page = client.get(path).content.decode()
    assert '<a href="/about">About</a>' in page
    assert '<a href="/privacy">Privacy</a>' in page
    assert "Contact" not in page


def test_who_runs_the_site_and_where_its_source_is_stand_there_if_the_host_says_so(client, settings):
    settings.CONTACT, settings.SOURCE_URL = "mailto:host@play.example", "https://code.example/boardgames"
    for path in ("/", "/about"):
        page = client.get(path).content.decode()
        assert 'href="mailto:host@play.example"' in page
        assert 'href="https://code.example/boardgames"' in page


def test_the_privacy_page_says_how_long_the_cookie_lasts_and_how_to_erase_what_is_stored(client, settings):
    settings.SESSION_COOKIE_AGE = 30 * 24 * 60 * 60
    page = client.get("/privacy").content.decode()
    assert "for 30 days after your last visit" in page
    assert 'href="/withdraw"' in page
    assert 'href="/download"' in page


def test_search_engines_are_kept_from_what_is_costly_and_shown_the_pages_that_everybody_sees(client):
    robots = client.get("/robots.txt")
    assert robots["Content-Type"] == "text/plain; charset=utf-8"
    lines = robots.content.decode().splitlines()
    assert "Disallow: /m/*.gif" in lines
    assert lines[-1] == "Sitemap: http://testserver/sitemap.xml"
    found = re.findall(r"<loc>http://testserver(.*?)</loc>", client.get("/sitemap.xml").content.decode())
    assert {"/", "/about", "/rules/congkak", "/learn/mancala", "/statistics/morris"} <= set(found)
    for path in found:
        assert client.get(path).status_code == 200
        assert b"noindex" not in client.get(path).content
        assert resolve(path)
