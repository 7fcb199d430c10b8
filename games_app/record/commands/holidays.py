"""Holidays in the matches of their players: events that keep the time of turns on those days."""

from __future__ import annotations

from datetime import datetime

from games_app.lib.clock import moment, ms
from games_app.lib.refusals import Refusal
from games_app.match import clocks, messages, pending
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState
from games_app.match.terms import Daily
from games_app.match.transitions import Transition
from games_app.models import Match
from games_app.people import holidays
from games_app.record.commands.registry import Command, server_command

MOST_UNRECORDED = 20
"""Matches that record a holiday at once: commands wait for it, for some hundredths of a second."""


def unrecorded(now: datetime) -> list[Command]:
    """Return the commands by which running matches record their players' holidays."""
    return [
        Command(messages.Holiday(role=role, since=since, until=until), match, None, from_server=True)
        for match, role, since, until in holidays.unrecorded(now, MOST_UNRECORDED)
    ]


@server_command(messages.Holiday, during={Match.Status.PLAYING})
def holiday(
    match: MatchState, message: messages.Holiday, player_id: None, now: datetime
) -> Transition | Refusal:
    """Let no time of ``message.role`` run on its player's holiday. A deadline before it is not put off."""
    role, until = message.role, ms(message.until)
    known = match.pending.holidays.get(role, 0)
    if match.clocks is None or not isinstance(match.terms.time, Daily) or known == until:
        return Refusal("not_due")
    is_over = message.until <= now
    at = max(until if is_over else ms(message.since), match.clocks.at)
    if clocks.time_is_up(match.clocks, at) or (is_over and known <= at):
        return Refusal("not_due")
    value = pending.on_holiday(match.pending, role, until, at)
    running = clocks.suspend(match.clocks, pending.standstill(value, match.seats), at)
    return Transition(EventKind.HOLIDAY, role, clocks=running, pending=value, at=moment(at), until=until)


def instead_of_flag(match: MatchState, role: str, deadline: datetime, now: datetime) -> Transition | None:
    """Return the event of a holiday that the match has not recorded yet when the time of ``role`` is up."""
    if not isinstance(match.terms.time, Daily):
        return None
    taken = holidays.covering(match.sitters[role], deadline)
    if taken is None:
        return None
    message = messages.Holiday(role=role, since=taken.since, until=taken.until)
    effect = holiday(match, message, None, now)
    return effect if isinstance(effect, Transition) else None
