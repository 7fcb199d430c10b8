"""The pages about the site, and the addresses for search engines."""

import base64
import hashlib
import re

import pytest
from django.urls import resolve

from boardgames.identity import Paragraph
from tests.site_settings import set_site

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


def test_own_colours_hold_in_both_themes_under_the_policy_of_the_page(client):
    assert "<style>:root{--accent" not in client.get("/about").content.decode()
    set_site(accent="#7a1f4b,#e79ac0")
    answer = client.get("/about")
    (sheet,) = re.findall(r"<style>(:root\{--accent:#7a1f4b\}.*?)</style>", answer.content.decode())
    assert sheet.count("{--accent:#e79ac0}") == 2
    digest = base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()
    assert f"'sha256-{digest}'" in answer["Content-Security-Policy"]


def paragraphs(text: str) -> tuple[Paragraph, ...]:
    return tuple(Paragraph(part.removeprefix("# "), part.startswith("# ")) for part in text.split("\n\n"))


def test_own_text_about_privacy_is_shown_as_text_below_that_of_the_site(client, settings):
    text = "# Who we are\n\nWe are the club.\n\n<b>Ask</b> at https://club.example"
    settings.OWN_PAGES = {"privacy": {"": paragraphs(text)}}
    page = client.get("/privacy").content.decode()
    assert "<h2>From the people who run this site</h2>" in page
    assert "<h3>Who we are</h3>" in page
    assert "<p>We are the club.</p>" in page
    assert "&lt;b&gt;Ask&lt;/b&gt; at" in page
    assert '<a href="https://club.example" rel="nofollow">' in page


@pytest.mark.parametrize(("name", "title"), [("imprint", "Imprint"), ("terms", "Terms of use")])
def test_own_page_exists_only_if_the_host_has_written_it(client, settings, name, title):
    link = f'<a href="/{name}">{title}</a>'
    assert client.get(f"/{name}").status_code == 404
    assert link not in client.get("/about").content.decode()
    assert f"/{name}<" not in client.get("/sitemap.xml").content.decode()
    settings.OWN_PAGES = {name: {"": paragraphs("# <Club>\n\nIpoh\nMalaysia")}}
    page = client.get(f"/{name}").content.decode()
    assert f"<h1>{title}</h1>" in page
    assert "<h2>&lt;Club&gt;</h2>" in page
    assert "<p>Ipoh<br>Malaysia</p>" in page
    assert link in client.get("/about").content.decode()
    assert f"/{name}<" in client.get("/sitemap.xml").content.decode()


def test_own_page_is_in_the_readers_language_if_there_is_a_translation(client, settings):
    settings.OWN_PAGES = {"terms": {"": paragraphs("Be kind."), "es": paragraphs("Sé amable.")}}
    for language, text in (("es-MX", "Sé amable."), ("ms", "Be kind."), ("en", "Be kind.")):
        page = client.get("/terms", headers={"accept-language": language}).content.decode()
        assert f"<p>{text}</p>" in page


def test_own_pages_are_open_to_everybody_on_a_closed_site(client, settings):
    set_site(closed="1")
    settings.OWN_PAGES = {"imprint": {"": paragraphs("The club.")}}
    assert "<p>The club.</p>" in client.get("/imprint").content.decode()
