"""Matches in the writer's memory: those being played, each in a few kilobytes however long it is."""

from __future__ import annotations

import gc
import random
import sys
from types import FunctionType, ModuleType

import pytest

from games_app.games.base import Game
from games_app.match.messages import Act
from games_app.record import known_matches
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import begun_match, guest, new_cmd, waiting_match

pytestmark = pytest.mark.django_db(transaction=True)

KILOBYTES = 16
"""Maximum size of a match. On Python 3.11 they take 10 to 13, however long they are."""
SHARED = (type, ModuleType, FunctionType, Game)
"""Objects that all matches share, and what leads to them."""


def reached(match: object) -> dict[int, object]:
    """Return what a match refers to, by the ids of the objects."""
    known, found = {}, [match]
    while found:
        one = found.pop()
        if id(one) not in known and not isinstance(one, SHARED):
            known[id(one)] = one
            found += gc.get_referents(one)
    return known


def kilobytes(match: object, other: object) -> float:
    """Return the size of all that this match refers to and the other doesn't, by the interpreter's sizes."""
    shared = reached(other)
    return sum(sys.getsizeof(one) for key, one in reached(match).items() if key not in shared) / 1024


def next_action(match, dice) -> Command:
    role = match.state.to_move[0]
    action = dice.choice(match.state.legal_actions(role))
    act = Act(new_cmd() + "-as-long-as-those-of-pages", match.row.bases[role], action)
    return Command(act, match.row.public_id, match.sitters[role])


def test_a_match_takes_as_little_after_hundreds_of_commands_as_after_a_few():
    dice, largest = random.Random("congkak"), 0.0
    public_id, other_id = (begun_match("congkak", sowing="hand", rounds="match").id for _ in range(2))
    for number in range(300):
        match = writer.known(public_id)
        if match is None or not match.state.to_move:
            break
        if number % 10 == 0:
            largest = max(largest, kilobytes(match, writer.known(other_id)))
        assert writer.run([next_action(match, dice)])[0].refusal is None
    assert 2 < largest < KILOBYTES


def test_only_the_newest_of_the_matches_that_have_ended_are_kept(monkeypatch):
    monkeypatch.setattr(known_matches, "MOST_ENDED", 1)
    tables = [begun_match("mancala") for _ in range(3)]
    for table in tables[:2]:
        table.send(table.alice.pk, "resign")
    assert [writer.known(table.id) is not None for table in tables] == [False, True, True]


def test_a_rematch_is_as_well_offered_in_memory_as_from_the_database(monkeypatch):
    for kept in (0, 1):
        monkeypatch.setattr(known_matches, "MOST_ENDED", kept)
        table = begun_match("mancala")
        for person, kind in ((table.bob, "resign"), (table.alice, "rematch"), (table.bob, "rematch")):
            assert table.send(person.pk, kind).refusal is None
        assert (writer.known(table.id) is not None) is bool(kept)
        assert writer.known(table.row.successor) is not None


def test_the_cache_drops_the_matches_that_nobody_has_touched_for_longest(monkeypatch):
    monkeypatch.setattr(known_matches, "MAX_KNOWN_MATCHES", 3)
    writer.forget()
    alice = guest("alice")
    played = begun_match("mancala")
    waiting = [waiting_match("mancala", alice, "north") for _ in range(2)]
    assert played.act("north", "pick p7").refusal is None
    newer = [waiting_match("morris", alice, "white") for _ in range(2)]
    assert [writer.known(one) is not None for one in waiting] == [False, False]
    assert all(writer.known(one) for one in (played.id, *newer))
    assert played.act("south", "pick p2").refusal is None
