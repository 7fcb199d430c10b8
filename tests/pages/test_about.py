"""The pages about the site, and the addresses for search engines."""

import base64
import hashlib
import re

import pytest
from django.urls import resolve

from boardgames.identity import accent

pytestmark = pytest.mark.django_db


def test_search_engines_are_kept_from_what_is_costly_and_shown_the_pages_that_everybody_sees(client):
    robots = client.get("/robots.txt")
    assert robots["Content-Type"] == "text/plain; charset=utf-8"
    lines = robots.content.decode().splitlines()
    assert "Disallow: /m/*.gif" in lines
    assert lines[-1] == "Sitemap: http://testserver/sitemap.xml"
    found = re.findall(r"<loc>http://testserver(.*?)</loc>", client.get("/sitemap.xml").content.decode())
    assert {"/", "/about", "/rules/congkak", "/learn/mancala", "/statistics/morris"} <= set(found)
    for path in {resolve(path).view_name: path for path in found}.values():
        page = client.get(path)
        assert page.status_code == 200
        assert b"noindex" not in page.content


def test_own_colours_hold_in_both_themes_under_the_policy_of_the_page(client, settings):
    assert "<style>:root{--accent" not in client.get("/about").content.decode()
    settings.ACCENT = accent("#7a1f4b,#e79ac0")
    answer = client.get("/about")
    (sheet,) = re.findall(r"<style>(:root\{--accent:#7a1f4b\}.*?)</style>", answer.content.decode())
    assert sheet.count("{--accent:#e79ac0}") == 2
    digest = base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()
    assert f"'sha256-{digest}'" in answer["Content-Security-Policy"]


def test_the_hosts_own_words_about_privacy_are_shown_as_text(client, settings):
    settings.PRIVACY_TEXT = "We are the club.\n\n<b>Ask</b> at https://club.example"
    page = client.get("/privacy").content.decode()
    assert "<h2>From the people who run this site</h2>" in page
    assert "<p>We are the club.</p>" in page
    assert "&lt;b&gt;Ask&lt;/b&gt; at" in page
    assert '<a href="https://club.example" rel="nofollow">' in page
