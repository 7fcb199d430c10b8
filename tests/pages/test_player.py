"""The page of a person, the page of two people, and the statistics of a game."""

from __future__ import annotations

import re

import pytest

from games_app.lib.names import WITHDRAWN
from games_app.match.messages import NO_ID, Resign
from games_app.models import Player
from games_app.pages.statistics import ENOUGH
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.pages.people import join, loaded, make

pytestmark = pytest.mark.django_db(transaction=True)


def finished(alice, bob, game="mancala", loser="south", *, guest="bob", **changes):
    address = make(alice, game, **({"side": "north"} | changes))
    join(bob, address, guest)
    match = loaded(address)
    assert writer.ask(Command(Resign(NO_ID), match.row.public_id, match.sitters[loser])).refusal is None
    return address


def page_of(name):
    return f"/player/{Player.objects.get(name=name).public_id}"


def text(answer):
    assert answer.status_code == 200
    words = re.sub(r"</?bdi>", "", answer.content.decode())
    return " ".join(re.sub(r"<[^>]+>", " ", words).split())


def lines(answer):
    return [f"/m/{line.match.public_id}" for line in answer.context["lines"]]


def test_a_strangers_page_shows_their_public_matches_alone(alice, bob, carol, mallory):
    public = finished(alice, bob)
    private = finished(alice, bob, visibility="seats")
    for reader in (carol, mallory):
        assert lines(reader.get(page_of("alice"))) == [public]
        assert "1 match: 1 · 0 · 0" in text(reader.get(page_of("alice")))
    for reader in (alice, bob):
        assert lines(reader.get(page_of("alice"))) == [private, public]


def test_two_people_have_a_page_with_their_score_and_matches(alice, bob, carol):
    match = finished(alice, bob)
    finished(alice, carol, guest="carol")
    together = f"{page_of('alice')}/{page_of('bob').rsplit('/', 1)[1]}"
    answer = carol.get(together)
    assert lines(answer) == [match]
    assert "alice: 1 won, 0 lost" in text(answer)
    assert together in carol.get(page_of("alice")).content.decode()
    alone = f"{page_of('alice')}/{page_of('alice').rsplit('/', 1)[1]}"
    assert carol.get(alone).headers["Location"] == page_of("alice")


@pytest.mark.parametrize(
    "path", ["/player/2222222222", "/player/2222222222/3333333333", "/history?of=2222222222"]
)
def test_unknown_address_shows_no_player(carol, path):
    assert carol.get(path).status_code == 404


def test_every_chart_has_its_figures_in_a_table_and_ids_of_its_own(alice, bob, carol):
    for _ in range(ENOUGH):
        finished(alice, bob)
    for path in (page_of("alice"), "/statistics/mancala"):
        page = carol.get(path).content.decode()
        assert page.count('<svg class="chart"') == page.count("<table>") > 1
        ids = re.findall(r' id="([^"]+)"', page)
        assert len(ids) == len(set(ids))


def test_under_a_withdrawn_name_nothing_is_gathered(alice, bob, carol):
    finished(alice, bob)
    page, of = page_of("alice"), page_of("alice").rsplit("/", 1)[1]
    Player.objects.filter(name="alice").update(name=WITHDRAWN, chose_name=False)
    for path in (page, f"{page_of('bob')}/{of}", f"/history?of={of}"):
        assert carol.get(path).status_code == 404
    for path in ("/history", page_of("bob")):
        assert of not in carol.get(path).content.decode()


def test_an_opponent_is_listed_with_face_and_name_in_one_link(alice, bob):
    finished(alice, bob)
    page = alice.get(page_of("alice")).content.decode().split('id="rivals-title"')[1]
    link = re.search(r'<a href="/player/[^"]+">(.*?)</a>', page, re.DOTALL)[1]
    assert 'class="face"' in link
    assert "bob" in link
