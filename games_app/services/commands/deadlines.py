"""Events caused by a deadline: an invitation expires, a flag falls, a pause is over.

Deadlines are stored. Each process that notices an expired one sends ``time_up``; the first to commit
decides, and the event's time is the deadline, not when it was noticed.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from games_app.lib.clock import moment
from games_app.lib.refusals import Refusal
from games_app.models import Match
from games_app.services.commands.messages import TimeUp
from games_app.services.commands.registry import By, Command, command
from games_app.services.state import clocks, pending
from games_app.services.state.match_state import MatchState
from games_app.services.state.rules_versions import KNOWN
from games_app.services.state.transitions import Transition

GRACE = timedelta(milliseconds=250)
"""Delay after a deadline before it is acted upon, so that commands received in time are carried out first."""
MOST = 20
"""Matches handled at once: few enough that their verdicts are stored before they are outdated."""


def overdue(now: datetime) -> list[Command]:
    """Return the commands that record what has become due."""
    matches = Match.objects.filter(KNOWN, deadline__lte=now - GRACE).order_by("deadline")
    ids = matches.values_list("public_id", flat=True)[:MOST]
    return [Command(TimeUp(), public_id, None, from_server=True) for public_id in ids]


@command(TimeUp, by=By.SERVER, during={Match.Status.WAITING, Match.Status.EXPIRED, Match.Status.PLAYING})
def time_up(match: MatchState, asked: TimeUp, person: int | None, now: datetime) -> Transition | Refusal:
    """Record what has become due, as of its deadline."""
    deadline = match.row.deadline
    if deadline is None or now < deadline + GRACE:
        return Refusal("not_due")
    if match.clocks is None:
        return Transition("expired", status=Match.Status.EXPIRED, at=deadline)
    due = clocks.due(match.clocks)
    assert due  # noqa: S101  (the deadline comes from it)
    at = moment(due.at)
    match due.what:
        case "resume":
            running = clocks.resume(match.clocks, due.role, due.at)
            waits = pending.came_back(match.pending, due.role)
            return Transition("resumed", due.role, clocks=running, pending=waits, at=at)
        case "abort":
            return Transition("no_show", due.role, status=Match.Status.OVER, how=Match.How.ABORTED, at=at)
        case "flag":
            winner = match.other(due.role)
            return Transition(
                "flagged", due.role, status=Match.Status.OVER, winner=winner, how=Match.How.TIME, at=at
            )
