"""R3: however commands are resent, by any process, before or after a restart: once is once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec import structs

from games_app.archive.verify import verify
from games_app.match.messages import Act
from games_app.models import Event, Match, Seat
from games_app.record.commands.registry import Command
from games_app.record.writer import Writer, writer
from tests.cast import Table, begun_match, guest, message, new_cmd, waiting_match
from tests.commands import ALLOWED, GAMES, in_phase, people_at, prepared

pytestmark = pytest.mark.django_db(transaction=True)

PROCESSES = st.integers(0, 1)


class Senders(RuleBasedStateMachine):
    """A mancala match of alice and bob through two processes, whose writers know nothing of each other."""

    def __init__(self) -> None:
        super().__init__()
        self.table = begun_match("mancala")
        self.writers = [Writer(), Writer()]
        self.seq = 2
        self.done: list[tuple[Command, int]] = []

    def send(self, process: int, command: Command):
        (answer,) = self.writers[process].run([command])
        return answer

    def legal(self, which: int) -> Command:
        """Return an action that somebody may do now."""
        match = self.table.now
        role = match.state.to_move[0]
        actions = match.state.legal_actions(role)
        message = Act(new_cmd(), match.row.bases[role], actions[which % len(actions)])
        return Command(message, self.table.id, self.table.sitter(role))

    def playing(self) -> bool:
        return self.table.row.status == "playing"

    @precondition(playing)
    @rule(process=PROCESSES, which=st.integers(0, 4))
    def act(self, process: int, which: int) -> None:
        command = self.legal(which)
        answer = self.send(process, command)
        self.seq += 1
        assert (answer.refusal, answer.again, answer.seq) == (None, False, self.seq)
        self.done.append((command, answer.seq))

    @precondition(lambda self: self.done)
    @rule(process=PROCESSES, which=st.integers(0, 99))
    def send_again(self, process: int, which: int) -> None:
        command, seq = self.done[which % len(self.done)]
        answer = self.send(process, command)
        assert (answer.refusal, answer.again, answer.seq) == (None, True, seq)

    @precondition(lambda self: self.done and self.playing())
    @rule(process=PROCESSES, which=st.integers(0, 99))
    def decide_the_same_under_a_new_id(self, process: int, which: int) -> None:
        command, _ = self.done[which % len(self.done)]
        again = structs.replace(command.message, cmd=new_cmd())
        answer = self.send(process, replace(command, message=again))
        assert answer.refusal is not None

    @precondition(playing)
    @rule(process=PROCESSES, which=st.integers(0, 4))
    def send_twice_in_one_batch(self, process: int, which: int) -> None:
        command = self.legal(which)
        answers = self.writers[process].run([command, command])
        self.seq += 1
        assert [(one.refusal, one.again, one.seq) for one in answers] == [
            (None, False, self.seq),
            (None, True, self.seq),
        ]
        self.done.append((command, self.seq))

    @rule(process=PROCESSES)
    def restart(self, process: int) -> None:
        self.writers[process] = Writer()

    @invariant()
    def the_record_holds_each_command_once(self) -> None:
        cmds = list(
            Event.objects.filter(match__public_id=self.table.id, cmd__isnull=False)
            .order_by("seq")
            .values_list("cmd", flat=True)
        )
        sent = [command.cmd for command, _ in self.done]
        assert [cmd for cmd in cmds if cmd in sent] == sent
        assert self.table.row.seq == self.seq


def test_a_command_takes_effect_once_in_whatever_order_it_is_sent_again():
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    run_state_machine_as_test(
        Senders,
        settings=settings(
            stateful_step_count=15,
            derandomize=True,
            suppress_health_check=slow,
        ),
    )


def sent_again(table: Table, person: int, kind: str, **data: object) -> None:
    """Send a command twice at once, and then to a process that knows nothing of it."""
    command = Command(message(kind, new_cmd(), **data), table.id, person)
    writer.forget()
    answers = [*writer.run([command, command]), *Writer().run([command])]
    assert [one.refusal for one in answers] == [None, None, None]
    assert [one.again for one in answers] == [False, True, True]
    assert len({one.seq for one in answers}) == 1
    writer.forget()


SENT = [(kind, phase, who) for (kind, phase), people in ALLOWED.items() for who in sorted(people)]


@pytest.mark.parametrize(("kind", "phase", "who"), SENT)
def test_every_command_that_is_sent_again_gets_its_first_answer(kind, phase, who):
    table = in_phase(phase, GAMES.get(kind, "mancala"))
    data = prepared(table, kind, phase)
    sent_again(table, people_at(table)[who].pk, kind, **data)
    assert kind == "abandon" or verify(table.id) == []


def test_so_does_an_accepted_takeback_which_tells_of_the_other_player():
    table = begun_match("mancala")
    table.act("north", "pick p7")
    asked = table.send(table.alice.pk, "offer", what="takeback")
    assert asked.refusal is None
    sent_again(table, table.bob.pk, "accept", what="takeback", of=asked.seq)


def test_so_does_a_rematch_that_begins():
    table = begun_match("mancala")
    table.send(table.bob.pk, "resign")
    table.send(table.alice.pk, "rematch")
    sent_again(table, table.bob.pk, "rematch")


@pytest.mark.parametrize("kind", ["act", "offer", "resign", "abort"])
def test_so_does_whatever_one_person_does_who_plays_both_sides(kind):
    alice = guest("alice")
    table = Table(waiting_match("mancala", alice, "both"), alice, alice)
    assert table.act("north", "pick p7").refusal is None
    match = table.now
    mover = match.state.to_move[0]
    act = {"action": match.state.legal_actions(mover)[0], "base": match.row.bases[mover]}
    sent_again(table, alice.pk, kind, **{"act": act, "offer": {"what": "takeback"}}.get(kind, {}))


def test_so_does_who_may_watch_a_match_that_was_brought_here_though_its_seats_are_nobodys():
    table = begun_match("mancala")
    table.send(table.bob.pk, "resign")
    Seat.objects.filter(match=table.row).update(player=None)
    sent_again(table, table.alice.pk, "open_to", who=Match.Visibility.LINK)


def test_two_players_may_hit_upon_the_same_id():
    table = begun_match("mancala")
    first = table.send(table.alice.pk, "offer", what="draw", cmd="00000001")
    declined = {"what": "draw", "of": first.seq}
    answers = [table.send(table.bob.pk, "decline", cmd="00000001", **declined) for _ in range(2)]
    assert [(one.refusal, one.again, one.seq) for one in answers] == [
        (None, False, first.seq + 1),
        (None, True, first.seq + 1),
    ]
    again = table.send(table.alice.pk, "offer", what="draw", cmd="00000001")
    assert (again.again, again.seq) == (True, first.seq)
