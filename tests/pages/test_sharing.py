"""The preview of a shared link on other sites: words, and a picture that reveals nothing."""

import re
from html import unescape

import pytest

from games_app import drawing
from games_app.door import limits
from games_app.lib.rate_limit import RateLimit
from games_app.pages import pictures
from tests.pages.people import act, begun, join, loaded, make

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def rendered(monkeypatch):
    """The drawings given to the renderer, in order. A picture is its drawing here."""
    drawings = []

    def paint(svg, _):
        drawings.append(svg)
        return svg.encode()

    monkeypatch.setattr(pictures, "png", paint)
    return drawings


def told(answer):
    page = answer.content.decode()
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"', page)
    return {name: unescape(text) for name, text in found}


def test_a_shared_match_says_who_plays_what_and_how_it_stands(alice, bob, carol):
    address = begun(alice, bob, side="north")
    said = told(carol.get(address))
    assert said["og:title"] == "alice – bob, Mancala"
    assert said["og:description"] == (
        "alice plays north, bob plays south. Stones in the store: north 0, south 0. It is alice's turn."
    )
    act(address, "north", "pick p7")
    later = told(carol.get(address))
    assert "It is bob's turn." in later["og:description"] or "north 1" in later["og:description"]
    assert later["og:image"] != said["og:image"]


def test_names_written_from_the_right_do_not_change_places_in_a_title(alice, bob, carol):
    address = make(alice, side="north", name="\u05d3\u05d5\u05d3")
    join(bob, address, "\u05e9\u05e8\u05d4")
    title = "\u2068\u05d3\u05d5\u05d3\u2069 – \u2068\u05e9\u05e8\u05d4\u2069, Mancala"
    assert told(carol.get(address))["og:title"] == title
    assert re.search(r"<bdi[^>]*>\u05e9\u05e8\u05d4</bdi>", carol.get("/history").content.decode())


def test_the_picture_is_of_the_position_and_painted_once(alice, bob, carol, rendered):
    address = begun(alice, bob, side="north")
    first = carol.get(f"{address}/preview.png")
    assert first.headers["Content-Type"] == "image/png"
    assert "max-age=60" in first.headers["Cache-Control"]
    assert "Set-Cookie" not in first.headers
    assert carol.get(f"{address}/preview.png").content == first.content
    assert len(rendered) == 1
    known = carol.get(f"{address}/preview.png", headers={"if-none-match": first.headers["ETag"]})
    assert (known.status_code, known.content) == (304, b"")
    act(address, "north", "pick p7")
    after = carol.get(f"{address}/preview.png", headers={"if-none-match": first.headers["ETag"]})
    assert after.status_code == 200
    assert after.content != first.content
    facts, seed = loaded(address).row.facts, address.rsplit("/", 1)[1]
    pieces = re.findall(r'<g class="stone".*?</g>', drawing.board("mancala").svg(facts, seed))
    assert pieces
    assert all(piece in rendered[-1] for piece in pieces)


def test_the_picture_shows_the_faces_of_the_players(alice, bob, carol, rendered):
    carol.get(f"{begun(alice, bob, side='north')}/preview.png")
    assert rendered[0].count('viewBox="0 0 64 64"') == 2


def test_a_sealed_choice_is_not_in_the_picture_whoever_asks(alice, bob, carol, rendered):
    for house in ("2", "6"):
        address = begun(alice, bob, "congkak", side="south", sowing="auto")
        act(address, "south", f"scoop {house}")
        pictures = {person.get(f"{address}/preview.png").content for person in (alice, bob, carol)}
        assert len(pictures) == 1
    alike = {re.sub(r' transform="[^"]*"|piece-\d', "", svg) for svg in rendered}
    assert len(alike) == 1


def test_match_by_link_is_not_to_be_indexed(alice, bob, carol):
    address = begun(alice, bob, visibility="link")
    assert carol.get(f"{address}/preview.png").headers["X-Robots-Tag"] == "noindex"
    assert '<meta name="robots" content="noindex">' in carol.get(address).content.decode()
    public = begun(alice, bob)
    assert "X-Robots-Tag" not in carol.get(f"{public}/preview.png").headers
    assert 'content="noindex"' not in carol.get(public).content.decode()


def test_one_address_gets_so_many_new_pictures_and_those_painted_already(
    alice, mallory, monkeypatch, rendered
):
    monkeypatch.setattr(limits, "PICTURES", RateLimit("painting", burst=pictures.PNG_COST, per_second=3))
    first, second = make(alice), make(alice)
    assert mallory.get(f"{first}/preview.png").status_code == 200
    refused = mallory.get(f"{second}/preview.png")
    assert refused.status_code == 429
    assert 90 < int(refused.headers["Retry-After"]) <= 100
    assert mallory.get(f"{first}/preview.png").status_code == 200
    assert len(rendered) == 1


HERE = {"HTTP_HOST": "127.0.0.1:8000"}


def test_a_link_that_works_on_this_computer_only_has_no_code_but_says_how_to_let_others_in(alice, settings):
    settings.ALLOWED_HOSTS = ["*"]
    link = make(alice)
    page = alice.get(link, **HERE).content.decode()
    assert "manage.py serve --lan" in page
    assert "share-code" not in page
    assert "share-code" in alice.get(link, HTTP_HOST="play.example").content.decode()


def test_at_the_machine_of_a_site_in_the_local_network_links_lead_there(alice, settings):
    settings.ALLOWED_HOSTS, settings.LAN_URL = ["*"], "http://192.0.2.7:8000"
    link = make(alice)
    page = alice.get(link, **HERE).content.decode()
    assert f'value="http://192.0.2.7:8000{link}"' in page
    assert "share-code" in page
    for elsewhere in ({"REMOTE_ADDR": "192.0.2.9"} | HERE, {"HTTP_HOST": "play.example"}):
        assert "192.0.2.7" not in alice.get(link, **elsewhere).content.decode()
