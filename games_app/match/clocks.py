"""Clock arithmetic: pure functions on ``Clocks``. All times are whole milliseconds.

Only the clocks of the roles to move run, each after its role's first own action. Plies of the server are not
actions of a player: they start no clock and earn no increment.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, NamedTuple

from msgspec.structs import replace

from games_app.lib.codec import converter
from games_app.match.terms import Control, Daily
from games_app.match.wire import Clocks

read_clocks = converter(Clocks)
"""Converter of stored clocks."""

FIRST_ACTION_MS = 60_000
"""Time for a role's first own action in real time; its clock does not run yet."""
DAY_MS = 24 * 60 * 60 * 1000

Controls = Mapping[str, Control]
"""The time of each role: all have minutes, or all have days."""


class Due(NamedTuple):
    """The next timed event: at ``at`` this role's time is up."""

    at: int
    what: Literal["flag", "abort", "resume"]
    role: str


def begin(controls: Controls, to_move: Collection[str], now: int) -> Clocks:
    """Return the clocks of a match that begins now."""
    left = {role: _allowance(control) for role, control in controls.items()}
    return _let_run(Clocks(now, left, (), (), {}, {}), controls, to_move)


def _allowance(control: Control) -> int:
    return control.days * DAY_MS if isinstance(control, Daily) else control.minutes * 60_000


def _increment(control: Control) -> int:
    return 0 if isinstance(control, Daily) else control.increment * 1000


def _by_days(controls: Controls) -> bool:
    return any(isinstance(control, Daily) for control in controls.values())


def after_action(
    clocks: Clocks,
    controls: Controls,
    actor: str,
    before: Collection[str],
    after: Collection[str],
    now: int,
) -> Clocks:
    """Return the clocks after an action of ``actor``.

    ``before`` and ``after`` are the roles to move before and after the whole decision. A role that leaves the
    move gets one increment, however many plies that took. With days for each turn, a role that enters the
    move gets all its days.
    """
    clocks = settled(clocks, now)
    if _by_days(controls):
        entering = (role for role in after if role not in before)
        left = {**clocks.left, **{role: _allowance(controls[role]) for role in entering}}
    else:
        leaving = (role for role in before if role not in after and role in clocks.begun)
        left = {**clocks.left, **{role: clocks.left[role] + _increment(controls[role]) for role in leaving}}
    begun = clocks.begun if actor in clocks.begun else (*clocks.begun, actor)
    paused = {role: until for role, until in clocks.paused.items() if role != actor}
    return _let_run(replace(clocks, left=left, begun=begun, paused=paused), controls, after)


def settled(clocks: Clocks, now: int) -> Clocks:
    """Return the same clocks, read at ``now``."""
    if now <= clocks.at:
        return clocks
    left = {role: max(0, ms - _spent(clocks, role, now)) for role, ms in clocks.left.items()}
    suspended = clocks.suspended and {role: end for role, end in clocks.suspended.items() if end > now}
    return replace(clocks, at=now, left=left, suspended=suspended)


def stopped(clocks: Clocks, now: int) -> Clocks:
    """Return the clocks of a match that ended: none runs."""
    return replace(settled(clocks, now), running=(), first={}, paused={}, suspended={})


def due(clocks: Clocks) -> Due | None:
    """Return the next timed event, or None while no time runs."""
    ends = [
        Due(_end(clocks, role), "flag" if role in clocks.begun else "abort", role) for role in clocks.running
    ]
    ends += [Due(until, "abort", role) for role, until in clocks.first.items()]
    ends += [Due(until, "resume", role) for role, until in clocks.paused.items()]
    return min(ends, default=None)


def time_is_up(clocks: Clocks, now: int) -> bool:
    """Return whether a role's time has run out by ``now``, recorded or not."""
    ends = [*clocks.first.values(), *(_end(clocks, role) for role in clocks.running)]
    ends += [max(clocks.at, until) + clocks.left[role] for role, until in clocks.paused.items()]
    return any(end <= now for end in ends)


def given(clocks: Clocks, role: str, ms: int) -> Clocks:
    """Return the clocks with ``ms`` more for ``role``."""
    return replace(clocks, left={**clocks.left, role: clocks.left[role] + ms})


def put_off(clocks: Clocks, since: int, until: int) -> Clocks:
    """Return the clocks without the time from ``since`` to ``until``.

    They are read at ``since`` and run again from ``until``, which is the earlier one if the server's clock
    was set back.
    """
    ms = until - since
    return replace(
        settled(clocks, since),
        at=until,
        first={role: deadline + ms for role, deadline in clocks.first.items()},
        paused={role: deadline + ms for role, deadline in clocks.paused.items()},
    )


def suspend(clocks: Clocks, until: Mapping[str, int], now: int) -> Clocks:
    """Return the clocks standing still from ``now`` on: each role's until its time in ``until``.

    This replaces an earlier suspension. Deadlines of first actions move with it, and no clock waits for an
    absent player any longer.
    """
    clocks = settled(clocks, now)
    later = {
        role: max(now, until.get(role, now)) - max(now, clocks.suspended.get(role, now))
        for role in clocks.left
    }
    return replace(
        clocks,
        running=(*clocks.running, *clocks.paused),
        first={role: deadline + later[role] for role, deadline in clocks.first.items()},
        paused={},
        suspended={role: end for role, end in until.items() if end > now},
    )


def pause(clocks: Clocks, role: str, now: int, until: int) -> Clocks:
    """Stop the running clock of ``role``, until ``until`` at the latest."""
    running = tuple(other for other in clocks.running if other != role)
    return replace(settled(clocks, now), running=running, paused={**clocks.paused, role: until})


def resume(clocks: Clocks, role: str, now: int) -> Clocks:
    """Let the paused clock of ``role`` run again."""
    clocks = settled(clocks, now)
    paused = {other: until for other, until in clocks.paused.items() if other != role}
    return replace(clocks, running=(*clocks.running, role), paused=paused)


def restored(clocks: Clocks, then: Clocks, controls: Controls, to_move: Collection[str], now: int) -> Clocks:
    """Return ``clocks`` with the times of ``then``, running again from ``now``; holidays remain."""
    suspended = settled(clocks, now).suspended
    return _let_run(replace(then, at=now, first={}, paused={}, suspended=suspended), controls, to_move)


def reopened(
    clocks: Clocks, controls: Controls, role: str, to_move: Collection[str], now: int, *, earned: bool
) -> Clocks:
    """Put ``role`` to move again after it undid its choice, without the increment ``earned`` by that."""
    clocks = settled(clocks, now)
    if earned:
        clocks = given(clocks, role, -_increment(controls[role]))
    return _let_run(clocks, controls, to_move)


def _let_run(clocks: Clocks, controls: Controls, to_move: Collection[str]) -> Clocks:
    """Run the clocks of the roles to move; in real time only after their first action."""
    waiting = () if _by_days(controls) else tuple(r for r in to_move if r not in clocks.begun)
    paused = {role: until for role, until in clocks.paused.items() if role in to_move}
    running = tuple(role for role in to_move if role not in waiting and role not in paused)
    first = {role: clocks.first.get(role, clocks.at + FIRST_ACTION_MS) for role in waiting}
    return replace(clocks, running=running, first=first, paused=paused)


def _spent(clocks: Clocks, role: str, now: int) -> int:
    """Return a role's time spent from ``clocks.at`` to ``now``; a pause counts from its end on."""
    if role in clocks.running:
        return max(0, now - _runs_from(clocks, role))
    return max(0, now - max(clocks.at, clocks.paused[role])) if role in clocks.paused else 0


def _runs_from(clocks: Clocks, role: str) -> int:
    """Return the time since which a running clock loses time: it may still be suspended."""
    return max(clocks.at, clocks.suspended[role]) if role in clocks.suspended else clocks.at


def _end(clocks: Clocks, role: str) -> int:
    """Return the time at which a running clock has no time left."""
    return _runs_from(clocks, role) + clocks.left[role]
