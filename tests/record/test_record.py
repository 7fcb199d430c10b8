"""The record: everything that was played is stored, whole and once."""

from __future__ import annotations

import json
import random

import msgspec
import pytest
from django.db import connection, transaction
from django.db.transaction import TransactionManagementError
from msgspec import structs

from games_app.lib.driver import read_rows
from games_app.match.match_state import load
from games_app.match.messages import Act, Join, Resign
from games_app.match.terms import DEFAULT_TERMS, RealTime, Terms
from games_app.models import Event, Match, Player, Ply, Seat
from games_app.record.commands.registry import Command
from games_app.record.writer import Writer, writer
from tests.cast import begun_match, guest, new_cmd, waiting_match
from tests.games.recorded import RECORDED, recorded

pytestmark = pytest.mark.django_db(transaction=True)


FEW = 1
"""Recorded games of each kind; tests/games/test_traces.py replays all of them."""


@pytest.mark.parametrize("game", RECORDED)
def test_reference_playouts_pass_through_the_writer_and_the_record_equals_them(game):
    lines = recorded(game)[:FEW]
    tables = [begun_match(game, **line["options"]) for line in lines]
    done = [0] * len(lines)
    while unfinished := [index for index, line in enumerate(lines) if done[index] < len(line["plies"])]:
        matches = load(tables[index].id for index in unfinished)
        commands = [next_command(matches[tables[i].id], lines[i]["plies"][done[i]]) for i in unfinished]
        for index, answer in zip(unfinished, writer.run(commands), strict=True):
            assert answer.refusal is None, (game, index, done[index], answer)
        plies = dict(Match.objects.values_list("public_id", "ply"))
        done = [plies[table.id] for table in tables]
    for table, line in zip(tables, lines, strict=True):
        assert_recorded(table.id, line)


def next_command(match, ply):
    message = Act(new_cmd(), match.row.bases[ply["role"]], ply["action"])
    return Command(message, match.row.public_id, match.sitters[ply["role"]])


def assert_recorded(public_id, line):
    moves = Ply.objects.filter(match__public_id=public_id).order_by("number")
    assert list(moves.values_list("number", "after", "role", "action")) == [
        (number, number - 1, ply["role"], ply["action"]) for number, ply in enumerate(line["plies"], 1)
    ]
    final = line["final"]
    row = Match.objects.get(public_id=public_id)
    assert {key: row.facts[key] for key in final["facts"]} == final["facts"]
    assert (row.goals or {}) == final["goals"]
    assert (row.status == "over") == bool(final["goals"])
    for event in Event.objects.filter(match=row, ply__lt=len(line["plies"])).exclude(
        what__in=("created", "sealed")
    ):
        shown = json.loads(event.frame)["position"]["facts"]
        expected = line["plies"][event.ply]["facts"]
        assert {key: shown[key] for key in expected} == expected


def test_after_each_event_the_stored_row_is_the_one_in_memory():
    """The writer updates the changed columns only."""
    table = begun_match("checkers", structs.replace(DEFAULT_TERMS, time=RealTime(10, 5)))
    for _ in range(3):
        play_one_action(table)
    seq = table.row.seq
    for person, kind, told in [
        (table.alice, "offer", {"what": "draw"}),
        (table.bob, "decline", {"what": "draw", "of": seq + 1}),
        (table.bob, "offer", {"what": "takeback"}),
        (table.alice, "accept", {"what": "takeback", "of": seq + 3}),
        (table.bob, "resign", {}),
    ]:
        known = writer.known(table.id)
        assert table.send(person.pk, kind, **told).refusal is None
        assert columns(known.row) == columns(table.row)


def play_one_action(table):
    state = table.now.state
    role = state.to_move[0]
    assert table.act(role, state.legal_actions(role)[0]).refusal is None
    assert columns(writer.known(table.id).row) == columns(table.row)


def columns(row):
    """Return the values of all columns as JSON has them."""
    fields = Match._meta.concrete_fields
    return json.loads(msgspec.json.encode({field.attname: getattr(row, field.attname) for field in fields}))


def test_commands_that_wait_for_a_commit_share_the_next_one():
    tables = [begun_match("mancala") for _ in range(15)]
    answered, announced = [], []
    stop_listening = writer.listen(announced.append)
    for table in tables:
        act = Act(new_cmd(), 2, "pick p7")
        writer.submit(Command(act, table.id, table.alice.pk), answered.append)
    last = writer.ask(Command(Resign(new_cmd()), tables[0].id, tables[0].alice.pk))
    stop_listening()
    assert last.refusal is None
    assert len(answered) == 15
    assert all(answer.refusal is None for answer in answered)
    assert len([batch for batch in announced if batch.events]) <= 5


def queries_of_one_act(table):
    match = load([table.id])[table.id]
    role = match.state.to_move[0]
    action = match.state.legal_actions(role)[0]
    writer.chores.note_alive()
    statements: list[str] = []
    connection.connection.set_trace_callback(statements.append)
    answer = table.send(match.sitters[role], "act", action=action, base=match.row.bases[role])
    connection.connection.set_trace_callback(None)
    assert answer.refusal is None
    # The more commands a match has had, the likelier the filter of known ones is to ask about a new one, too.
    asks_whether_done = ["WITH", "sent", "(match,"]
    begins = [statement.split(" ")[:3] for statement in statements]
    return [begin for begin in begins if begin != asks_whether_done]


def test_an_action_runs_the_same_few_queries_early_and_late():
    table = begun_match("congkak", rounds="match", opening="south", sowing="hand")
    play_to(table, 10)
    early = queries_of_one_act(table)
    play_to(table, 300)
    late = queries_of_one_act(table)
    assert early == late
    assert len(early) == 6


@pytest.mark.parametrize("model", [Match, Seat, Player])
def test_rows_are_read_by_the_driver_as_by_the_orm(model):
    begun_match("congkak", Terms(time=RealTime(1, 0)))
    waiting_match("mancala", guest("carol"), "north")
    by_orm = list(model.objects.order_by("pk"))
    by_driver = sorted(read_rows(model, "id", [row.pk for row in by_orm]), key=lambda row: row.pk)
    columns = [field.attname for field in model._meta.concrete_fields]
    assert [[getattr(row, name) for name in columns] for row in by_driver] == [
        [getattr(row, name) for name in columns] for row in by_orm
    ]
    assert not any(row._state.adding for row in by_driver)


def test_a_transaction_that_must_be_rolled_back_runs_no_more_statements():
    with transaction.atomic():
        transaction.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            read_rows(Match, "id", [1])


def play_to(table, ply):
    """Play at random but seeded, many actions to a batch, each decided on the previous position."""
    dice = random.Random(ply)
    while True:
        state, row = table.now.state, table.row
        if row.ply >= ply:
            return
        assert not state.is_terminal, "choose another seed: this match ended early"
        seq, bases, commands = row.seq, dict(row.bases), []
        for _ in range(min(100, ply - row.ply)):
            if state.is_terminal:
                break
            role = state.to_move[0]
            action = dice.choice(state.legal_actions(role))
            commands.append(Command(Act(new_cmd(), bases[role], action), table.id, table.sitter(role)))
            state = state.apply(role, action)
            seq += 1
            bases = dict.fromkeys(bases, seq)
        assert all(answer.refusal is None for answer in writer.run(commands))


def test_one_bad_command_does_not_spoil_its_neighbours():
    good, bad = begun_match("mancala"), begun_match("mancala")
    answers = writer.run(
        [
            Command(Act(new_cmd(), 2, "pick p1"), bad.id, bad.alice.pk),
            Command(Act(new_cmd(), 2, "pick p7"), good.id, good.alice.pk),
            Command(Act(new_cmd(), 2, "pick p7"), "nosuchmtch", good.alice.pk),
        ]
    )
    assert [answer.refusal and answer.refusal.code for answer in answers][1:] == [None, "no_such_match"]
    assert answers[0].refusal
    assert (good.row.seq, bad.row.seq) == (3, 2)


def test_a_match_changed_by_another_process_is_loaded_anew_and_judged_again():
    table, elsewhere = begun_match("mancala"), Writer()
    act = Command(Act(new_cmd(), 2, "pick p8"), table.id, table.alice.pk)
    assert elsewhere.run([act])[0].refusal is None
    stale = table.send(table.alice.pk, "act", action="pick p7", base=2)
    assert stale.refusal.code == "stale"
    assert table.act("north", "pick p6").refusal is None


def test_joiner_under_the_makers_name_is_asked_for_another():
    alice, bob = guest("alice"), guest("bob")
    public_id = waiting_match("morris", alice, "white")
    answer = writer.run([Command(Join("\uff21lice"), public_id, bob.pk)])[0]
    assert answer.refusal.code == "same_name"
    assert load([public_id])[public_id].row.status == "waiting"


def test_two_who_take_the_same_seat_at_once_get_one_seat_and_one_refusal():
    alice, bob, carol = guest("alice"), guest("bob"), guest("carol")
    public_id = waiting_match("morris", alice, "black")
    answers = writer.run([Command(Join(one.name), public_id, one.pk) for one in (bob, carol)])
    assert [answer.refusal is None for answer in answers] == [True, False]
    assert load([public_id])[public_id].sitters == {"white": bob.pk, "black": alice.pk}
