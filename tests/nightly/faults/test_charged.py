"""The soak's judgement of clocks: it finds wrong charges, and nothing else."""

from __future__ import annotations

import pytest

from tests.faults.charged import Outage, Seen, When, charges
from tests.faults.clockwork import clock_flaws

TERMS = {"time": "real", "minutes": "3", "increment": "2"}
NAMES = {"black": "alice", "red": "bob"}
STOPPED = Outage("a stopped site", since=21.0, until=28.0, felt_since=18.5, felt_until=31.0)


def event(seq, what, at, to_move, left, role=None, clocks_at=None, running=(), first=None, **more):
    """An event of a match whose seconds begin at 0."""
    clocks = {
        "at": round(1000 * (at if clocks_at is None else clocks_at)),
        "left": {name: round(1000 * seconds) for name, seconds in zip(NAMES, left, strict=True)},
        "running": list(running),
        "begun": [name for name in NAMES if name not in (first or {})][: max(seq - 2, 0)],
        "first": first or {},
        "paused": {},
    }
    position = {"to_move": [to_move]}
    return {"seq": seq, "what": what, "at": round(1000 * at), "role": role, "position": position} | {
        "clocks": clocks,
        "status": "playing",
        **more,
    }


def played(alice_left, *, delay=None, until=28.0):
    """A match in which alice's clock runs from second 20 until 28.5, when she acts, maybe after an outage."""
    record = [
        {
            "seq": 1,
            "what": "created",
            "at": 0,
            "role": None,
            "position": {"to_move": []},
            "status": "waiting",
        },
        event(2, "started", 0, "black", (180, 180), first={"black": 60_000}),
        event(3, "acted", 10, "red", (180, 180), "black", first={"red": 70_000}),
        event(4, "acted", 20, "black", (180, 180), "red", running=["black"]),
    ]
    if delay is not None:
        clocks_at = 20 + delay
        outage = event(5, "outage", until, "black", (180, 180), None, clocks_at, ["black"])
        record.append(outage | {"delay": round(1000 * delay)})
    at = max(28.5, record[-1]["clocks"]["at"] / 1000)
    last = event(len(record) + 1, "acted", 28.5, "red", (alice_left, 180), "black", at, ["red"])
    return [*record, last]


def told(*, left_before, increment=2):
    """A match in which alice's clock runs from second 20 to 28.5, with an outage from 21 to 28."""
    record = played(left_before - 0.5 + increment, delay=7.0)
    record[4] = event(5, "outage", 28, "black", (left_before, 180), None, 28, ["black"], delay=7000)
    return record


def seen(record):
    moments = {3: When(9.9, 10.1), 4: When(19.9, 20.1), len(record): When(28.4, 28.6)}
    return Seen(NAMES, moments, {one["seq"]: one["at"] / 1000 + 0.1 for one in record})


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (played(180 - 1.5 + 2, delay=7.0), []),
        (played(180 - 0.7 + 2, delay=7.8), []),
        (played(180 - 8.5 + 2), ["alice was charged 8.5 s, at least 6.5 s of an outage of 7.0 s"]),
        (played(180 - 3.5 + 2, delay=5.0), ["alice was charged 3.5 s, at least 1.5 s of an outage of 7.0 s"]),
        (played(180 + 2, delay=21.0), ["event 5 gave back 21.0 s, 12.9 s more than had passed", "was given"]),
        (played(180 - 0.5 + 2), ["alice was charged 0.5 s of a turn of at least 8.3 s"]),
    ],
)
def test_who_is_charged_for_an_outage_or_given_back_too_much_is_named(record, expected):
    found = charges(record, TERMS, seen(record), [STOPPED])
    assert len(found) == len(expected), found
    for one, beginning in zip(found, expected, strict=True):
        assert beginning in one


@pytest.mark.parametrize(
    ("everywhere", "late", "expected"),
    [
        (True, 0.0, ["alice was charged 8.5 s, 7.0 s beyond the own time (a restart) in event 5"]),
        (True, 7.0, []),
        (False, 0.0, []),
    ],
)
def test_who_could_not_act_in_time_is_named_unless_the_kit_was_late_or_another_process_was_there(
    everywhere, late, expected
):
    """She acts 1.5 s after she was shown the position, and is heard 7 s later."""
    record = played(180 - 8.5 + 2)
    restart = Outage("a restart", 22.0, 22.0, 18.5, 31.0, sends_away=True, everywhere=everywhere)
    known = seen(record)
    known.moments[5] = When(21.5, 28.6)
    known.shown, known.lag = {"black": {4: 20.0}}, lambda since, until: late
    assert charges(record, TERMS, known, [restart]) == expected


@pytest.mark.parametrize(("runs_from", "expected"), [(20.6, 0), (20, 1)])
def test_what_an_outage_before_the_turn_gave_back_of_it_is_in_the_record(runs_from, expected):
    record = played(180 - 7.9 + 2)
    record[3]["clocks"]["at"] = round(1000 * runs_from)
    assert len(charges(record, TERMS, seen(record), [])) == expected


def test_a_jump_of_the_clock_may_be_charged_to_nobody():
    record = played(180 - 120 + 2)
    jump = Outage("a clock turned forward by 120 s", 22.0, 22.0, 20.0, 26.0, turned=120.0)
    (found,) = charges(record, TERMS, seen(record), [jump])
    assert found == (
        "alice was charged 120.0 s of a turn of 8.7 s (a clock turned forward by 120 s) in event 5"
    )


def test_clocks_that_do_not_follow_from_the_events_are_named():
    right = told(left_before=179)
    assert clock_flaws(right, TERMS, "checkers") == []
    (found,) = clock_flaws(told(left_before=180), TERMS, "checkers")
    assert found.startswith("event 5 (outage) leaves clocks")
    (found,) = clock_flaws(told(left_before=179, increment=0), TERMS, "checkers")
    assert found.startswith("event 6 (acted) leaves clocks")
