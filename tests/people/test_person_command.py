"""`manage.py person`: a host exports what is stored of one person, or erases the person."""

from __future__ import annotations

import io
import stat
import zipfile

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import CommandError, call_command

from games_app.archive import open_data
from games_app.archive.verify import verify
from games_app.lib import clock
from games_app.models import AuditEntry, ChatMessage, Match, Note, Player, Seat
from games_app.people import accounts
from games_app.people.players import computer
from tests.cast import Table, begun_match, guest, waiting_match
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)


def person(*words: str) -> str:
    said = io.StringIO()
    call_command("person", *words, stdout=said)
    return said.getvalue()


def refused(*words: str) -> str:
    with pytest.raises(CommandError) as error:
        person(*words)
    return str(error.value)


@pytest.fixture
def table() -> Table:
    """A running match; alice has an account, a waiting match, a message and a note, and bob is a guest."""
    table = begun_match("mancala")
    accounts.open_account(table.alice, "a long password", clock.now())
    waiting_match("morris", table.alice, "white")
    table.send(table.alice.pk, "say", room="players", text="Good luck")
    table.send(table.bob.pk, "say", room="players", text="You too")
    Note.objects.create(match=table.row, player=table.alice, ply=0, text="I begin")
    return table


def test_person_is_shown_with_what_is_stored(table):
    lines = person("alice").splitlines()
    assert lines[0].startswith(f"alice ({table.alice.public_id}), account, here since ")
    assert lines[1:] == [
        "matches: 2, of them 1 running and 1 waiting",
        "chat messages: 1; notes: 1; bots: 0",
    ]
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize(
    "name",
    [
        "{id}",
        "player/{id}",
        "https://play.example/player/{id}/",
        "{match}/{role}",
        "https://play.example/m/{match}/{role}",
    ],
)
def test_guest_is_named_by_an_id_a_page_or_a_seat(table, name):
    role = Seat.objects.get(player=table.bob).role
    words = name.format(id=table.bob.public_id, match=table.id, role=role)
    assert person(words).startswith(f"bob ({table.bob.public_id}), guest, ")


def test_guest_whose_matches_went_over_to_an_account_is_its_person(table):
    before = guest("somebody")
    Player.objects.filter(pk=before.pk).update(merged_into=table.alice)
    ChatMessage.objects.filter(text="You too").update(player=before)
    said = person(before.public_id)
    assert said.startswith(f"alice ({table.alice.public_id})")
    assert "chat messages: 2;" in said


def test_seat_is_missing_from_the_name_of_a_match(table):
    for name in (table.id, f"https://play.example/m/{table.id}", f"{table.id}/nobody"):
        assert f"{table.id}/south" in refused(name)


def test_unknown_person_is_refused(table):
    assert refused("dave").startswith("There is no person dave. Give an account's name, ")
    assert refused("bob").startswith("There is no person bob. "), "a guest's name is not unique"


def test_name_that_is_another_persons_id_is_refused(table):
    mallory = guest(table.bob.public_id)
    accounts.open_account(mallory, "a long password", clock.now())
    assert "the name of one person and the id of another" in refused(table.bob.public_id, "--erase", "--yes")
    assert person(f"https://play.example/player/{table.bob.public_id}").startswith("bob ")


def test_computer_is_no_person(table):
    assert refused(computer("mancala", "easy", clock.now()).public_id).endswith(
        "is the computer, not a person."
    )


def test_export_has_matches_messages_and_notes(table, tmp_path):
    path = tmp_path / "alice.zip"
    person("alice", "--export", str(path), "--site", "https://play.example")
    with zipfile.ZipFile(path) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert sum(name.endswith(f"-{table.id}.json") for name in texts) == 1
    assert texts["chat.txt"].endswith(" players: Good luck\n")
    assert texts["notes.txt"] == f"{table.id} 0: I begin\n"
    assert "You too" not in "".join(texts.values())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]
    assert [(one.what, one.whom) for one in AuditEntry.objects.all()] == [
        ("export", f"person {table.alice.public_id}")
    ]


def test_export_replaces_no_file_and_says_why_it_cannot_write(table, tmp_path):
    (path := tmp_path / "alice.zip").write_text("mine")
    assert refused("alice", "--export", str(path)) == f"{path} exists. Name a new file."
    missing = tmp_path / "nowhere" / "alice.zip"
    assert (
        refused("alice", "--export", str(missing))
        == f"{missing} can't be written: No such file or directory."
    )
    assert path.read_text() == "mine"


def test_erased_person_has_no_name_and_the_record_still_replays(table):
    before = table.alice.public_id
    said = person("alice", "--erase", "--yes")
    assert "Erasing resigns the running matches" in said
    assert "Erased. " in said
    player = Player.objects.get(pk=table.alice.pk)
    assert (player.withdrawn, player.account_or_none) == (True, None)
    assert not Seat.objects.filter(name="alice").exists()
    assert not Note.objects.exists()
    assert list(ChatMessage.objects.exclude(text="").values_list("text", flat=True)) == ["You too"]
    assert (table.row.status, table.row.how) == (Match.Status.OVER, "resignation")
    assert [verify(one) for one in Match.objects.values_list("public_id", flat=True)] == [[], []]
    assert [(one.what, one.whom) for one in AuditEntry.objects.all()] == [("erase", f"person {before}")]


def test_erasure_ends_the_sessions_of_a_guest_and_no_others(table):
    sessions = {}
    for player in (table.alice, table.bob):
        session = SessionStore()
        session["person"] = player.pk
        session.create()
        sessions[player] = session.session_key
    person(table.bob.public_id, "--erase", "--yes")
    assert not SessionStore().exists(sessions[table.bob])
    assert SessionStore().exists(sessions[table.alice])


def test_erasure_changes_nothing_without_a_yes(table, monkeypatch):
    for answer in ("", "no\n", "y\n"):
        monkeypatch.setattr("sys.stdin", io.StringIO(answer))
        assert refused("alice", "--erase").startswith("Nothing was erased.")
    assert Player.objects.get(pk=table.alice.pk).name == "alice"
    assert not AuditEntry.objects.exists()
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    assert "Erased. " in person("alice", "--erase")


@pytest.mark.django_db(transaction=True, databases=["default", "engine"])
def test_open_data_lose_an_erased_name(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    public_id = Told("mancala").resigned().store()
    row = Match.objects.get(public_id=public_id)
    seat = row.seats.first()
    month = open_data.Month.read(f"{row.ended_at:%Y-%m}")
    folder = open_data.root() / str(month)
    open_data.publish(folder, month, "https://play.example")
    person(f"{public_id}/{seat.role}", "--erase", "--yes")
    assert open_data.Republisher().publish_again() == [month]
