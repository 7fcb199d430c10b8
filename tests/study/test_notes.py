"""Notes at places of a match: their authors choose who reads them. Others get nothing of private ones."""

import json
from datetime import timedelta

import pytest
from django.test import Client

from games_app.archive.exports import texts
from games_app.archive.notation import read
from games_app.door import limits
from games_app.lib import clock
from games_app.lib.rate_limit import RateLimit
from games_app.match.messages import NO_ID, Resign
from games_app.models import Block, Match, Note, Player, Sanction, TriedMoves
from games_app.moderation.actions import Order, perform
from games_app.moderation.desk import reported
from games_app.people import sanctions
from games_app.record import use_cases
from games_app.record.commands.identity import carry_over
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.pages.people import begun, loaded, row

pytestmark = pytest.mark.django_db(transaction=True)

SECRET = "bob always leaves house 3 open"


@pytest.fixture
def played(alice, bob):
    address = begun(alice, bob, "checkers")
    Match.objects.filter(pk=row(address).pk).update(ply=20, last_number=20)
    return address


def note(writer, address, text, ply=3, **more):
    body = json.dumps({"ply": ply, "text": text, **more})
    return writer.post(f"{address}/notes", body, content_type="application/json")


def notes(reader, address):
    answer = reader.get(f"{address}/notes")
    assert answer.headers["Cache-Control"] == "private, no-store"
    return {ply: note["text"] for ply, note in answer.json()["notes"].items()}


def notes_of_others(reader, address):
    return [note["text"] for note in reader.get(f"{address}/notes").json()["others"]]


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


@pytest.fixture
def over(alice, bob):
    """A finished match of alice and bob."""
    address = begun(alice, bob, "mancala", side="north")
    ended(address)
    return address


def ended(address):
    answer = writer.ask(Command(Resign(NO_ID), address.rsplit("/", 1)[1], loaded(address).sitters["south"]))
    assert answer.refusal is None


@pytest.mark.parametrize(
    ("audience", "readers"), [("private", []), ("players", ["bob"]), ("public", ["bob", "carol"])]
)
def test_author_chooses_the_readers_of_a_note_and_of_its_files(alice, bob, carol, over, audience, readers):
    assert note(alice, over, "a trap", 0, audience=audience, annotations=["red:p1>p7"]).status_code == 204
    assert notes(alice, over) == {"0": "a trap"}
    carol.get("/")
    for name, reader in (("bob", bob), ("carol", carol), ("stranger", Client())):
        expected = ["a trap"] if name in readers or (name == "stranger" and audience == "public") else []
        assert notes_of_others(reader, over) == expected, name
        for form in ("txt", "json"):
            file = reader.get(f"{over}.{form}").content.decode()
            assert ("a trap" in file) == bool(expected), (name, form)
            assert ("red:p1>p7" in file) == bool(expected), (name, form)


def test_file_with_notes_can_be_imported(alice, bob, over):
    note(alice, over, "a } and a \\ sign", 0, audience="public")
    file = bob.get(f"{over}.txt").content.decode()
    assert read(file).entries[1].comment == "alice: a } and a \\ sign"
    assert bob.post("/import", {"text": file}).status_code == 302


@pytest.mark.parametrize(
    ("text", "more", "why"),
    [
        ("fuck you", {"audience": "public"}, "chat_abusive"),
        ("x", {"annotations": ["red:p1>nowhere"]}, "bad_annotation"),
        ("x", {"annotations": ["red:p1>p1"]}, "bad_annotation"),
        ("x", {"annotations": ["pink:p1"]}, "bad_annotation"),
        ("x", {"annotations": ["red:p1"] * 25}, "bad_annotation"),
        ("x", {"audience": "nobody"}, "malformed"),
    ],
)
def test_note_that_others_must_not_get_is_refused(alice, over, text, more, why):
    assert note(alice, over, text, 0, **more).json()["code"] == why
    assert not Note.objects.exists()


def test_private_note_takes_any_words(alice, over):
    assert note(alice, over, "bob is an idiot", 0).status_code == 204


def test_notes_for_others_wait_for_the_end_of_the_match(alice, bob, carol, played):
    for writer_ in (alice, carol):
        assert "While the game runs" in note(writer_, played, "play 3", audience="public").json()["message"]
    assert note(alice, played, "play 3").status_code == 204


def test_watcher_writes_nothing_for_the_two_players_and_a_muted_person_only_private_notes(carol, over):
    assert note(carol, over, "hello", 0, audience="players").json()["code"] == "no_note"
    assert note(carol, over, "hello", 0, audience="public").status_code == 204
    me = Note.objects.get().player
    sanctions.impose(me, Sanction.Kind.MUTE, clock.now() + timedelta(hours=1))
    assert note(carol, over, "again", 0, audience="public").json()["code"] == "muted"
    assert note(carol, over, "for me", 0).status_code == 204


def test_reader_gets_no_notes_of_people_whom_they_have_blocked(alice, bob, over):
    note(alice, over, "hello", 0, audience="players")
    assert notes_of_others(bob, over) == ["hello"]
    Block.objects.create(player_id=loaded(over).sitters["south"], blocked_id=loaded(over).sitters["north"])
    assert notes_of_others(bob, over) == []


def test_note_is_reported_and_hidden_from_all_but_its_author(alice, bob, carol, over):
    note(alice, over, "rude", 0, audience="public")
    row_ = Note.objects.get()
    assert bob.post(f"/report?note={row_.pk}", {"reason": "abuse"}).status_code == 200
    assert alice.get(f"/report?note={row_.pk}").status_code == 404
    (case,) = reported(Player.objects.create(name="olivia", created_at=clock.now()), clock.now())
    assert (case.note, case.person, case.match) == (row_, row_.player, row_.match)
    perform(Order("hide-note", str(row_.pk)), "olivia")
    assert notes_of_others(bob, over) == notes_of_others(carol, over) == []
    assert "rude" not in bob.get(f"{over}.txt").content.decode()
    assert alice.get(f"{over}/notes").json()["notes"]["0"]["hidden"] is True


def test_private_note_cannot_be_reported(alice, bob, over):
    note(alice, over, "bob is lucky", 0)
    assert bob.get(f"/report?note={Note.objects.get().pk}").status_code == 404


def test_own_download_has_notes_and_tried_moves_and_withdrawing_deletes_them(alice, bob, over):
    note(alice, over, SECRET, 0)
    body = json.dumps({"moves": [[-1, "south", "pick p3"]]})
    assert alice.post(f"{over}/variations", body, content_type="application/json").status_code == 204
    person = Note.objects.get().player
    files = texts(person)
    public_id = over.rsplit("/", 1)[1]
    assert files["notes.txt"] == f"{public_id} 0: {SECRET}\n"
    assert files["variations.txt"] == f"{public_id} 0: 3\n"
    use_cases.withdraw(person)
    assert not Note.objects.exists()
    assert not TriedMoves.objects.exists()


def test_guest_who_logs_in_keeps_their_notes_and_two_for_different_readers_become_a_private_one(alice, over):
    row_ = row(over)
    guest, person = (Player.objects.create(name=name, created_at=clock.now()) for name in ("guest", "erin"))
    Note.objects.create(match=row_, player=guest, ply=0, text="secret")
    Note.objects.create(match=row_, player=person, ply=0, text="for all", audience=Note.Audience.PUBLIC)
    carry_over(guest, person)
    kept = Note.objects.get()
    assert (kept.text, kept.audience) == ("for all\nsecret", "private")
