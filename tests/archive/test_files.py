"""A match as a file, with the proof that it is sound; and its import."""

from __future__ import annotations

import io
import json
import re
import zipfile

import msgspec
import pytest
from asgiref.sync import sync_to_async
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import AsyncClient

from games_app.archive.notation import MatchFile, read
from games_app.archive.verify import verify
from games_app.door import limits
from games_app.games.rules import GAMES
from games_app.models import Event, MailAddress, Match, Player, Ply, Seat
from tests.api.test_api_tokens import make as make_token
from tests.moderation.test_desk import said
from tests.notify.test_webhooks import saved
from tests.pages.authenticator import Authenticator
from tests.pages.people import act, begun, loaded, make
from tests.pages.test_friends import ask, befriend
from tests.pages.test_inviting import with_accounts
from tests.pages.test_passkeys import add
from tests.records import Told
from tests.study.test_notes import note

pytestmark = pytest.mark.django_db(transaction=True)


def on(path: str, client, form: str) -> str:
    answer = client.get(f"{path}.{form}")
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def bring(client, *, text: str = "", file: str | bytes | None = None):
    sent = {"text": text}
    if file is not None:
        sent["file"] = SimpleUploadedFile("match.txt", file.encode() if isinstance(file, str) else file)
    return client.post("/import", sent)


def error(answer) -> str:
    found = re.search(r'<p class="error" role="alert">(.*?)</p>', answer.content.decode())
    assert found, answer.content.decode()
    return found[1].replace("&#x27;", "'").replace("&quot;", '"')


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_had_as_text_and_as_json_which_say_the_same(alice, bob, carol, game):
    address = begun(alice, bob, game)
    while (match := loaded(address)).state.to_move and match.row.ply < 6:
        role = match.state.to_move[0]
        act(address, role, match.state.legal_actions(role)[0])
    told = read(on(address, carol, "txt"))
    assert msgspec.json.decode(on(address, carol, "json"), type=MatchFile) == told
    assert set(told.players.values()) == {"alice", "bob"}
    assert (told.result == "*") == (match.row.status == "playing")
    assert told.site == "http://testserver"


def test_match_file_hides_a_secret_choice(alice, bob, carol):
    address = begun(alice, bob, "congkak")
    act(address, "south", "scoop 3")
    for reader in (alice, bob, carol):
        for form in ("txt", "json"):
            assert "scoop" not in on(address, reader, form)
            assert "(3)" not in on(address, reader, form)
    act(address, "north", "scoop 10")
    assert "1. south (3) @" in on(address, carol, "txt")


@pytest.mark.parametrize("way", [".txt", ".json", "/files", "/verify"])
def test_before_it_begins_and_for_whom_it_is_closed_to_there_is_no_file(alice, bob, mallory, way):
    waiting = make(alice)
    assert alice.get(waiting + way).status_code == 404
    closed = begun(alice, bob, visibility="seats")
    assert bob.get(closed + way).status_code == 200
    refused = mallory.get(closed + way)
    assert refused.status_code == (404 if way.startswith(".") else 403)
    assert b"alice" not in refused.content


def test_an_altered_record_is_told_without_what_is_in_it(alice, bob, carol):
    address = begun(alice, bob)
    Event.objects.filter(seq=2).update(ply=987654321)
    answer = carol.post(f"{address}/verify").content.decode()
    assert "The record differs in 1 place from what the rules give" in answer
    assert "987654321" not in answer


def test_an_exported_match_is_brought_back_to_a_page_of_its_own(alice, bob, carol):
    address = begun(alice, bob)
    told = on(address, alice, "txt")
    for table in (Ply, Event, Seat, Match):
        table.objects.all().delete()
    answer = bring(carol, text=told)
    assert answer.status_code == 302
    page = carol.get(answer["Location"]).content.decode()
    assert "alice" in page
    assert "Played at http://testserver and imported here, so nobody can play on." in page
    match = Match.objects.get()
    assert verify(match.public_id) == []
    assert (match.visibility, match.status) == ("link", "over")
    assert b"alice" not in carol.get("/history").content + carol.get("/history?mine=1").content


def test_a_file_is_brought_as_well_as_pasted_text(alice, carol):
    told = Told("morris").play_on(seed=1, decisions=30).resigned()
    path = f"/m/{told.store()}"
    for form in ("txt", "json"):
        assert bring(carol, file=on(path, alice, form)).status_code == 302
        assert bring(carol, file="\ufeff" + on(path, alice, form)).status_code == 302
        quoted = "\u00a0>> " + on(path, alice, form).replace("\n", "\r\n> ").replace('":', '":\u00a0')
        assert bring(carol, text=quoted).status_code == 302
    assert Match.objects.filter(origin__match=told.id).count() == 6


def test_a_match_of_draughts_is_exported_as_pdn_and_imported_again(alice, bob, carol, mallory):
    address = begun(alice, bob, "draughts")
    act(address, "black", "move 3 3 4 4")
    answer = carol.get(f"{address}.pdn")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert re.search(r'filename="[-0-9]{10}-draughts-\w+\.pdn"', answer["Content-Disposition"])
    assert f'href="{address}.pdn"' in carol.get(f"{address}/files").content.decode()
    assert "1. 11-15 *" in answer.content.decode()
    imported = bring(carol, file=answer.content)
    assert imported.status_code == 302
    page = carol.get(imported["Location"]).content.decode()
    assert f"Played at http://testserver{address} and imported here" in page
    assert verify(imported["Location"].rsplit("/", 1)[1]) == []
    closed = begun(alice, bob, "draughts", visibility="seats")
    assert mallory.get(f"{closed}.pdn").status_code == 404


def test_a_match_of_another_game_has_no_pdn(alice, bob):
    address = begun(alice, bob, "mancala")
    assert alice.get(f"{address}.pdn").status_code == 404
    assert ".pdn" not in alice.get(f"{address}/files").content.decode()
    assert alice.get(f"{begun(alice, bob, 'draughts')}.pgn").status_code == 404


def test_a_published_game_in_latin_1_is_imported_and_a_mistake_in_it_refused(carol):
    published = '[Black "Müller"]\n[White "Núñez"]\n\n1. 11-15 23-19 2. 8-11 22-17 0-1\n'
    answer = bring(carol, file=published.encode("latin-1"))
    assert answer.status_code == 302
    page = carol.get(answer["Location"]).content.decode()
    assert "Müller" in page
    assert "Imported here, so nobody can play on." in page
    told = error(bring(carol, text=published.replace("23-19", "23-20")))
    assert told.startswith("Line 4: Move 1, red plays '23-20': ")
    assert "Allowed here: " in told
    assert "Line 6: Another game begins here." in error(bring(carol, text=f"{published}\n{published}"))


def test_impossible_import_is_refused_with_the_place_and_the_reason(alice, carol):
    path = f"/m/{Told('checkers').play_on(seed=1, decisions=6).resigned().store()}"
    told, data = on(path, alice, "txt"), json.loads(on(path, alice, "json"))
    assert "Line 1:" in error(bring(carol, text="nonsense"))
    lines = told.splitlines()
    third = next(i for i, line in enumerate(lines) if line.startswith("3. "))
    broken = [*lines[:third], re.sub(r"[a-h]\d[-x][a-h]\d", "a1-a2", lines[third]), *lines[third + 1 :]]
    assert f"Line {third + 1}: Ply 3, " in error(bring(carol, text="\n".join(broken)))
    assert "a match in JSON" in error(bring(carol, text='{"format": 1}'))
    assert "a match in JSON" in error(bring(carol, text='{"a":' + "[" * 50_000))
    assert "no game" in error(bring(carol, text=json.dumps(data | {"game": "chess"})))
    assert Match.objects.filter(origin__isnull=False).count() == 0


def test_a_contradiction_is_told_with_its_line_or_its_path(alice, carol):
    path = f"/m/{Told('checkers').play_on(seed=1, decisions=6).resigned().store()}"
    lines, data = on(path, alice, "txt").splitlines(), json.loads(on(path, alice, "json"))
    contradicting = "\n".join(["", *lines]).replace('[How "resignation"]', '[How "time"]')
    how = contradicting.splitlines().index('[How "time"]') + 1
    assert f"Line {how}: It ended by resignation, " in error(bring(carol, text=contradicting))
    assert "$.how: It ended by resignation" in error(bring(carol, text=json.dumps(data | {"how": "time"})))
    assert "$.entries[1]: " in error(bring(carol, text=json.dumps(data | {"began": 5})))


def test_empty_doubled_too_large_or_binary_import_is_refused(carol):
    assert "Choose a file" in error(bring(carol))
    assert "Choose a file" in error(bring(carol, text="x", file="x"))
    assert "UTF-8 text file" in error(bring(carol, file=b"\xff\xfe\x00"))
    assert "too large" in error(bring(carol, file="x" * (3 * 1024 * 1024 + 1)))


async def download(client, path: str) -> bytes:
    answer = await client.get(path)
    assert answer.status_code == 200
    return b"".join([part async for part in answer.streaming_content])


@pytest.fixture
def as_alice(alice, bob):
    """Alice's browser as the event loop serves it.

    She plays two matches; one waits, and one belongs to others.
    """
    begun(alice, bob, visibility="seats")
    begun(alice, bob, "congkak")
    make(alice)
    Told("morris").resigned().store()
    client = AsyncClient()
    client.cookies = alice.cookies
    return client


def test_verifications_and_downloads_come_at_a_bounded_pace(alice, bob, carol, narrow):
    address = begun(alice, bob)
    for limit in (limits.VERIFICATIONS, limits.DOWNLOADS):
        narrow(limit, burst=0)
    assert "Try again in" in carol.post(f"{address}/verify").content.decode()
    late = carol.get("/download")
    assert (late.status_code, int(late["Retry-After"]) > 0) == (429, True)


async def test_all_matches_of_a_player_come_in_one_file(as_alice):
    archive = zipfile.ZipFile(io.BytesIO(await download(as_alice, "/download")))
    assert archive.testzip() is None
    names = sorted(archive.namelist())
    assert len(names) == 4
    assert [name.split("-")[3] for name in names] == ["congkak", "congkak", "mancala", "mancala"]
    text = next(name for name in names if name.endswith(".txt"))
    assert "alice" in read(archive.read(text).decode()).players.values()


async def test_all_matches_of_a_player_come_line_by_line(as_alice):
    lines = (await download(as_alice, "/download?form=ndjson")).splitlines()
    told = [msgspec.json.decode(line, type=MatchFile) for line in lines]
    assert [match.game for match in told] == ["mancala", "congkak"]


def with_everything(alice, bob, carol) -> str:
    """Let alice have one of everything that a download lists; return the address of her match."""
    with_accounts(alice=alice, bob=bob, carol=carol)
    befriend(alice, bob)
    ask(carol, "alice")
    add(alice, Authenticator())
    make_token(alice)
    saved(alice, "https://chat.example/hook")
    address = begun(alice, bob)
    said(alice, address, "My own words")
    said(bob, address, "Words of bob")
    note(alice, address, "Note to myself", ply=0)
    player = Player.objects.get(name="alice")
    MailAddress.objects.create(player=player, address="alice@post.example", confirmed_at=player.created_at)
    return address


async def test_a_download_lists_what_else_is_stored_of_a_player(alice, bob, carol):
    address = await sync_to_async(with_everything)(alice, bob, carol)
    client = AsyncClient()
    client.cookies = alice.cookies
    archive = zipfile.ZipFile(io.BytesIO(await download(client, "/download")))
    told = {name: archive.read(name).decode() for name in archive.namelist()}
    assert told.pop("chat.txt").endswith(f"{address.rsplit('/', 1)[1]} players: My own words\n")
    friends = told["friends.txt"].splitlines()
    assert friends[0] == "friend: bob"
    assert re.fullmatch("asked you on .*: carol", friends[1])
    assert told["webhook.txt"] == "json: https://chat.example/hook\n"
    assert told["tokens.txt"].startswith("my program (read): created ")
    assert told["passkeys.txt"].startswith("Phone: created ")
    assert told["notes.txt"] == f"{address.rsplit('/', 1)[1]} 0: Note to myself\n"
    assert told["mail.txt"] == "alice@post.example\n"
    for name, text in told.items():
        assert "My own words" not in text, name
        assert "Words of bob" not in text, name


def test_endless_imports_are_refused_with_the_time_to_wait(carol):
    answers = [bring(carol, text="nonsense") for _ in range(limits.IMPORTS.burst + 1)]
    assert [answer.status_code for answer in answers[-2:]] == [422, 429]
    assert "Try again in" in error(answers[-1])
    assert "nonsense" in answers[-1].content.decode()
