"""The statuses of answers to forms; docs/protocol.md tells programs what to do after each."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.db import OperationalError

from games_app.models import Match
from games_app.store.batch import Batch
from tests.pages.people import begun, config, join, make
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = (settings.BASE_DIR / "docs" / "protocol.md").read_text(encoding="utf-8")


@pytest.fixture
def out_of_reach(monkeypatch):
    """Make the database unable to store the next form, but able to store what follows."""
    run = Batch.run

    def fail(self, commands):
        monkeypatch.setattr(Batch, "run", run)
        raise OperationalError("database is locked")

    return lambda: monkeypatch.setattr(Batch, "run", fail)


def must_be_sent_again(answer) -> bool:
    """Return whether people and programs are told to send the same form again."""
    said = "try again in a few seconds" in answer.content.decode().lower()
    return answer.status_code == 503 and int(answer.headers["Retry-After"]) > 0 and said


def test_a_new_match_that_cannot_be_stored_is_made_by_the_same_form_sent_again(alice, out_of_reach):
    alice.post("/name", {"name": "alice"})
    out_of_reach()
    form = config(cmd="a-form-of-alice")
    assert must_be_sent_again(alice.post("/new/mancala", form))
    addresses = {alice.post("/new/mancala", form).headers["Location"] for _ in range(2)}
    assert len(addresses) == Match.objects.count() == 1


def test_a_seat_that_cannot_be_stored_is_taken_by_the_same_form_sent_again(alice, bob, out_of_reach):
    address = make(alice)
    bob.post("/name", {"name": "bob"})
    out_of_reach()
    assert must_be_sent_again(join(bob, address))
    assert join(bob, address).status_code == 302
    assert join(bob, address).status_code == 409


def test_a_match_that_cannot_be_called_off_at_the_moment_is_later(alice, out_of_reach):
    address = make(alice)
    out_of_reach()
    assert must_be_sent_again(alice.post(f"{address}/cancel"))
    assert alice.post(f"{address}/cancel").status_code == 302
    assert alice.get(address).status_code == 410


def test_a_file_that_cannot_be_stored_is_brought_by_the_same_form_sent_again(alice, carol, out_of_reach):
    text = alice.get(
        f"/m/{Told('mancala').play_on(seed=1, decisions=3).resigned().store()}.txt"
    ).content.decode()
    carol.post("/name", {"name": "carol"})
    out_of_reach()
    assert must_be_sent_again(carol.post("/import", {"text": text}))
    assert carol.post("/import", {"text": text}).status_code == 302


@pytest.mark.parametrize("twin", ["ALICE", "AIice", "Al\u00ecce", "al ice", "\u0410\u0406\u0456\u0441\u0435"])
def test_nobody_sits_down_with_somebody_whose_name_looks_the_same(alice, mallory, twin):
    address = make(alice)
    answer = join(mallory, address, twin)
    assert answer.status_code == 409
    assert "other player&#x27;s name" in answer.content.decode()
    assert join(mallory, address, "mallory").status_code == 302


def test_what_is_refused_for_good_has_the_status_that_says_so(alice, bob, mallory):
    address = begun(alice, bob)
    assert join(mallory, address).status_code == 409
    assert join(alice, make(alice)).status_code == 409
    assert join(mallory, make(alice), "").status_code == 422
    assert (
        mallory.post("/new/congkak", {"name": "mallory", "side": "south", "visibility": "link"}).status_code
        == 422
    )
    assert mallory.get("/new/chess").status_code == 404
    assert join(mallory, "/m/2222222222").status_code == 404
    assert mallory.get(begun(alice, bob, visibility="seats")).status_code == 403


def test_the_page_for_programs_names_each_status():
    table = PAGE.partition("| status | what it means | what to do |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| (\d+) \|", table, re.MULTILINE) == [
        "403",
        "404",
        "409",
        "410",
        "422",
        "429",
        "503",
    ]


def test_what_is_left_out_of_the_form_is_as_the_page_for_programs_says(alice):
    bare = {"name": "alice", "side": "north", "visibility": "link"}
    said = dict(re.findall(r"^\| (`[\w`, ]+`) \| ([\w`, ]+) \|$", PAGE, re.MULTILINE))
    defaults = {}
    for fields, values in said.items():
        if fields.strip("`").split("`")[0] in {
            "time",
            "minutes",
            "takebacks",
            "absence",
            "pause",
            "games",
            "start",
            "hints",
            "tips",
            "talk",
        }:
            names, given = (part.replace("`", "").split(", ") for part in (fields, values))
            defaults |= dict(zip(names, given, strict=True))
    assert len(defaults) == 13
    for chosen in (
        {},
        {"time": "real"},
        {"time": "days"},
        {"time": "real", "absence": "pause"},
        {"absence": "claim"},
    ):
        made = [alice.post("/new/mancala", bare | rest | chosen) for rest in ({}, defaults)]
        left_out, told = (
            Match.objects.get(public_id=one.headers["Location"].rsplit("/", 1)[1]) for one in made
        )
        assert left_out.terms == told.terms
