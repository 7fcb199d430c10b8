"""Commands that are no moves are limited: each is an event that stays."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games_app.lib.refusals import Refusal
from games_app.match.messages import NO_ID, OpenTo
from games_app.match.terms import RealTime, Terms
from games_app.match.transitions import Transition
from games_app.models import Match
from games_app.record.commands.command_quota import QUOTA
from games_app.record.commands.registry import Command
from tests.cast import message
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)

INTERVAL, BURST = timedelta(seconds=QUOTA.interval), QUOTA.burst
TICK = timedelta(milliseconds=100)


def sent(told: Told, role: str, kind: str, wait: timedelta = TICK, **data: object) -> Transition | Refusal:
    return told.attempt(Command(message(kind, **data), told.id, told.match.sitters[role]), wait)


def opened(told: Told, times: int, role: str = "north", wait: timedelta = TICK) -> list[Transition | Refusal]:
    """Let the match's maker change its visibility back and forth."""
    answers = []
    for _ in range(times):
        closed = told.match.row.visibility == Match.Visibility.SEATS
        answers.append(sent(told, role, "open_to", wait, who="link" if closed else "seats"))
    return answers


def refusals(answers: list[Transition | Refusal]) -> list[Refusal]:
    return [answer for answer in answers if isinstance(answer, Refusal)]


def test_endless_commands_that_are_no_moves_are_refused_with_the_time_to_wait():
    told = Told("mancala")
    refused = refusals(opened(told, BURST + 40))
    assert len(refused) == 40
    assert {one.code for one in refused} == {"too_many_asides"}
    assert "Try again in 50 s." in refused[0].message
    assert isinstance(opened(told, 1, wait=INTERVAL)[0], Transition)
    assert refusals(opened(told, 1))


@pytest.mark.parametrize("padding", ["seal", "rematch"])
def test_no_loop_of_commands_fills_the_record(padding):
    told = Told("congkak", opening="simultaneous")
    if padding == "rematch":
        told.do("south", "resign")
    before = told.match.row.seq
    for _ in range(3 * BURST):
        if padding == "seal":
            sent(told, "south", "act", action="scoop 3", base=told.match.row.bases["south"])
            sent(told, "south", "unseal")
        else:
            sent(told, "south", "rematch")
            of = told.match.pending.offers["rematch"].seq if told.match.pending.offers else 0
            sent(told, "south", "withdraw", what="rematch", of=of)
    assert told.match.row.seq - before <= 2 * BURST + 4


def test_the_other_player_may_answer_and_everybody_may_move_and_resign_all_the_same():
    told = Told("mancala", Terms(time=RealTime(10, 0)))
    opened(told, 2 * BURST)
    assert told.match.state.to_move == ("north",)
    assert refusals([sent(told, "north", "offer", what="draw")])
    base, action = told.match.row.bases["north"], told.match.state.legal_actions("north")[0]
    assert not refusals(
        [
            sent(told, "south", "offer", what="draw"),
            sent(told, "south", "give_time"),
            sent(told, "north", "act", action=action, base=base),
            sent(told, "north", "resign"),
        ]
    )


def test_a_clock_that_was_set_back_makes_nobody_wait_longer():
    told = Told("mancala")
    opened(told, BURST)
    told.at -= timedelta(days=1)
    assert isinstance(opened(told, 1)[0], Transition)
    assert refusals(opened(told, 1))
    assert isinstance(opened(told, 1, wait=INTERVAL)[0], Transition)


def test_a_maker_who_sits_nowhere_is_held_to_it_too():
    told = Told("mancala")
    told.match.row.maker_id = told.alice.pk + 1000
    at: datetime = told.at
    answers = [
        told.attempt(
            Command(OpenTo(NO_ID, "seats" if n % 2 else "link"), told.id, told.match.row.maker_id),
            TICK,
        )
        for n in range(BURST + 5)
    ]
    assert told.at > at
    assert len(refusals(answers)) == 5
