"""Stored events: compressed in the database, and exactly the text that was sent to everybody else."""

from __future__ import annotations

import hashlib

import pytest
from django.db import connection

from games_app.archive.verify import verify
from games_app.games.rules import GAMES
from games_app.lists.event_log import frames_after
from games_app.models import Event
from games_app.models.compressed_text import SAMPLES, compressed, decompressed
from games_app.record.writer import writer
from tests.cast import begun_match

pytestmark = pytest.mark.django_db(transaction=True)

SAMPLES_SHA256 = "2bd68a36cb045f748cbd94c6722ec13f51fcc31d62e711e4a618ed52d82a1b93"
LARGEST = 0.5
"""Largest share of an event's text that may be stored."""


def column(table) -> list[str]:
    """Return the column as the database has it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT frame FROM games_app_event WHERE match_id = %s ORDER BY seq", [table.row.pk])
        return [value for (value,) in cursor.fetchall()]


def play_one_action(table) -> None:
    state = table.now.state
    role = state.to_move[0]
    assert table.act(role, state.legal_actions(role)[0]).refusal is None


@pytest.mark.parametrize("game", GAMES)
def test_announced_events_are_read_unchanged_and_take_less_than_half_of_their_size(game):
    announced = []
    stop_listening = writer.listen(announced.append)
    table = begun_match(game)
    play_one_action(table)
    stop_listening()
    sent = [frame for result in announced for match, _, frame in result.events if match == table.id]
    assert sent == [frame for _, frame in frames_after(table.id, 0)]
    stored = column(table)
    assert list(map(decompressed, stored)) == sent
    assert sum(map(len, stored)) < LARGEST * sum(map(len, sent))


def test_events_of_an_earlier_version_are_read_as_they_are_stored():
    table = begun_match("congkak")
    play_one_action(table)
    sent = frames_after(table.id, 0)
    with connection.cursor() as cursor:
        for seq, frame in sent:
            cursor.execute(
                "UPDATE games_app_event SET frame = %s WHERE match_id = %s AND seq = %s",
                [frame, table.row.pk, seq],
            )
    play_one_action(table)
    assert frames_after(table.id, 0)[: len(sent)] == sent
    assert [value[0] for value in column(table)] == ["{", "{", "{", "1"]
    assert verify(table.id) == []


def test_events_are_saved_and_updated_in_this_form_by_the_orm_too():
    table = begun_match("mancala")
    event = Event.objects.get(match__public_id=table.id, seq=2)
    text = event.frame
    event.frame = text.replace("alice", "Alicia")
    event.save()
    assert column(table)[1] == compressed(text.replace("alice", "Alicia"))


def test_the_dictionary_has_not_changed():
    """A changed one can't read what is stored. Add a second dictionary with a mark of its own instead."""
    assert hashlib.sha256(SAMPLES.read_text(encoding="utf-8").encode()).hexdigest() == SAMPLES_SHA256


@pytest.mark.parametrize("text", ["{}", '{"name":"أليس 🐚"}', '{"long":"' + "x" * 100_000 + '"}'])
def test_any_object_survives(text):
    assert decompressed(compressed(text)) == text
