"""R18: a match under rules that the site doesn't have is refused by name, not read by other rules."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.management import call_command

from games_app.lib import clock
from games_app.live.joining import NO_SUCH_MATCH, Arrival, admissions
from games_app.match.messages import NO_ID, Resign
from games_app.models import Match
from games_app.record.commands import absence
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import begun_match, guest, waiting_match
from tests.pages.people import begun
from tests.pages.test_openness import OF_A_MATCH

pytestmark = pytest.mark.django_db(transaction=True)

SENTENCE = "This match was played under version 7 of the rules of Mancala. This site has version 1."


@pytest.fixture
def old(alice, bob):
    """Return the address of a running match of alice and bob that a later version of the site has begun."""
    address = begun(alice, bob)
    Match.objects.update(rules_version=7)
    writer.forget()
    return address


def stored(address: str) -> Match:
    return Match.objects.get(public_id=public_id(address))


def public_id(address: str) -> str:
    return address.rsplit("/", 1)[1]


@pytest.mark.parametrize("over", [False, True], ids=["running", "over"])
def test_every_address_of_the_match_says_which_rules_are_missing(alice, old, over):
    if over:
        Match.objects.update(status="over", how="resignation", ended_at=clock.now(), deadline=None)
    told = 0
    for pattern in OF_A_MATCH:
        answer = alice.get("/" + pattern.replace("<match:public_id>", public_id(old)))
        said = (b"".join(answer) if answer.streaming else answer.content).decode()
        assert answer.status_code in (302, 401, 404, 405, 409), (pattern, answer.status_code)
        assert not re.search(r"\bfacts\b", said), pattern
        if answer.status_code == 409:
            assert SENTENCE in said, pattern
            told += 1
    assert told > 10


def test_actions_under_unknown_rules_are_refused_in_the_same_words(alice, bob, old):
    answer = bob.post(f"{old}/join", {"name": "bob"})
    assert (answer.status_code, SENTENCE in answer.content.decode()) == (409, True)
    sent = Command(Resign(NO_ID), public_id(old), stored(old).maker_id)
    refusal = writer.ask(sent).refusal
    assert refusal
    assert (refusal.code, refusal.message) == ("unknown_rules", SENTENCE)
    assert stored(old).status == "playing"


def test_its_position_begins_no_other_game(alice, old):
    for path in ("/board/mancala", "/computer/mancala"):
        answer = alice.get(path, {"match": public_id(old), "ply": "1"})
        assert (answer.status_code, SENTENCE in answer.content.decode()) == (409, True)


def test_lists_and_sockets_leave_it_out(alice, carol, old):
    for path in ("/", "/lobby", "/watch", "/history"):
        for reader in (alice, carol):
            answer = reader.get(path)
            assert answer.status_code == 200, path
            assert public_id(old) not in answer.content.decode(), path
    assert admissions([Arrival(public_id(old), None, None)]) == [NO_SUCH_MATCH]


def test_its_deadlines_wait_for_its_own_version_and_hold_nobody_up(old, monkeypatch):
    monkeypatch.setattr(absence, "MOST_OVERDUE", 1)
    other = waiting_match("mancala", guest("carol"), "north")
    Match.objects.filter(public_id=public_id(old)).update(deadline=clock.now() - timedelta(hours=2))
    Match.objects.filter(public_id=other).update(deadline=clock.now() - timedelta(hours=1))
    writer.forget()
    writer.chores.sweep()
    statuses = dict(Match.objects.values_list("public_id", "status"))
    assert statuses == {public_id(old): "playing", other: "expired"}


def test_an_export_of_everything_names_it_and_goes_on(old, tmp_path, capsys):
    other = begun_match("morris")
    call_command("export", everything=True, out=tmp_path / "matches.ndjson", site="https://play.example")
    told = capsys.readouterr()
    assert f"{public_id(old)} is left out. {SENTENCE}" in told.err
    assert "1 matches are in" in told.out
    assert other.id in (tmp_path / "matches.ndjson").read_text()
