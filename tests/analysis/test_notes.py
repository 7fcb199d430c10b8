"""Private notes at places of a match. Pages and files of other people never contain them."""

import json

import pytest
from django.test import Client

from games_app.door import limits
from games_app.lib.rate_limit import RateLimit
from games_app.models import Match, Note
from tests.pages.people import begun, row

pytestmark = pytest.mark.django_db(transaction=True)

SECRET = "bob always leaves house 3 open"


@pytest.fixture
def played(alice, bob):
    address = begun(alice, bob, "checkers")
    Match.objects.filter(pk=row(address).pk).update(ply=20, last_number=20)
    return address


def note(writer, address, text, ply=3):
    body = json.dumps({"ply": ply, "text": text})
    return writer.post(f"{address}/notes", body, content_type="application/json")


def notes(reader, address):
    answer = reader.get(f"{address}/notes")
    assert answer.headers["Cache-Control"] == "private, no-store"
    return answer.json()["notes"]


def test_a_note_is_kept_changed_and_forgotten(alice, played):
    assert note(alice, played, SECRET).status_code == 204
    assert note(alice, played, "the end", ply=20).status_code == 204
    assert notes(alice, played) == {"3": SECRET, "20": "the end"}
    note(alice, played, "no, not always")
    note(alice, played, "  ", ply=20)
    assert notes(alice, played) == {"3": "no, not always"}


def test_note_is_shown_to_its_author_only(alice, bob, carol, played):
    note(alice, played, SECRET)
    public_id = played.rsplit("/", 1)[1]
    pages = ["", "/notes", "/events", "/summary", "/print", "/files", "/verify"]
    ways_out = [*pages, "/preview.png", "/position.svg", ".json", ".txt"]
    for reader in (bob, carol):
        assert notes(reader, played) == {}
        for way in ways_out:
            page = reader.get(f"/m/{public_id}{way}")
            body = b"".join(page.streaming_content) if page.streaming else page.content
            assert SECRET.encode() not in body, way
    # Not even the writer's own export, which may be shared.
    assert SECRET.encode() not in alice.get(f"/m/{public_id}.json").content


@pytest.mark.parametrize(
    ("text", "ply", "why"),
    [
        ("x" * 501, 3, "at most 500"),
        ("x", 21, "no ply 21"),
        ("x", -1, "no ply -1"),
        ("", 10**30, "no ply 1"),
        ("a\x00b", 3, "can't be"),
    ],
)
def test_invalid_note_is_refused_with_the_reason(alice, played, text, ply, why):
    answer = note(alice, played, text, ply)
    assert answer.status_code == 422
    assert why in answer.json()["message"]
    assert not Note.objects.exists()


def test_a_match_that_one_may_not_see_takes_no_notes(alice, bob, mallory):
    address = begun(alice, bob, visibility="link")
    Match.objects.filter(pk=row(address).pk).update(visibility=Match.Visibility.SEATS)
    assert note(mallory, address, "spy", ply=0).status_code == 404
    assert mallory.get(f"{address}/notes").status_code == 404


def test_notes_are_taken_at_a_bounded_pace_from_a_person_and_from_an_address(
    alice, bob, played, monkeypatch, narrow
):
    monkeypatch.setattr(limits, "NOTES_OF_PLAYER", RateLimit("slow", burst=2, per_second=0.01))
    answers = [note(alice, played, f"{n}") for n in range(3)]
    assert [answer.status_code for answer in answers] == [204, 204, 429]
    assert 90 < int(answers[2]["Retry-After"]) <= 100
    assert answers[2].json()["message"].startswith("Too many notes at once")
    assert notes(alice, played) == {"3": "1"}
    assert note(bob, played, "his own").status_code == 204
    narrow(limits.NOTES, burst=2)
    fresh = [note(Client(), played, "spam").status_code for _ in range(4)]
    assert fresh == [204, 204, 429, 429]


def test_a_person_keeps_so_many_notes_in_all(alice, bob, played, monkeypatch):
    monkeypatch.setattr("games_app.people.notes.MOST_IN_ALL", 3)
    other = begun(alice, bob)
    assert [note(alice, played, "x", ply).status_code for ply in (1, 2)] == [204, 204]
    assert note(alice, other, "x", 0).status_code == 204
    refused = note(alice, played, "x", 4)
    assert (refused.status_code, "which is the limit" in refused.json()["message"]) == (422, True)
    assert note(alice, played, "changed", 2).status_code == 204
    note(alice, other, "", 0)
    assert note(alice, played, "x", 4).status_code == 204
    assert note(bob, played, "x", 4).status_code == 204
