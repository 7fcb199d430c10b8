"""Quota of commands that are not moves, such as offers, withdrawals, gifts of time and reopened choices.

Each of them makes an event that is kept for ever and sent to every viewer. A role may send a number of them
at once, then one a minute.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import structs

from games_app.lib.clock import ms
from games_app.lib.rate_limit import RateLimit, whole_seconds
from games_app.lib.refusals import Refusal
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState
from games_app.match.transitions import Transition

QUOTA = RateLimit("asides", burst=100, per_second=1 / 60)
"""Limit on such commands of one role in a match. Its buckets are in the match record, so replays agree."""

COUNTED_EVENTS = frozenset(
    {
        EventKind.RENAMED,
        EventKind.OFFERED,
        EventKind.DECLINED,
        EventKind.WITHDRAWN,
        EventKind.TAKEN_BACK,
        EventKind.UNSEALED,
        EventKind.TIME_GIVEN,
        EventKind.PAUSED,
        EventKind.CONTINUED,
        EventKind.OPENED_TO,
        EventKind.NEARBY,
        EventKind.TIPPED,
        EventKind.REMATCH_OFFERED,
    }
)
"""The events that count. Decisions, the end of a match and events caused by the server do not."""


def charged(
    match: MatchState, transition: Transition, player_id: int | None, now: datetime
) -> Transition | Refusal:
    """Return ``transition`` with the sender's quota charged, or a refusal if the quota is used up."""
    if transition.what not in COUNTED_EVENTS:
        return transition
    role = match.speaker(player_id) if match.roles_of(player_id) else ""
    return charged_to(role, match, transition, now)


def charged_to(role: str, match: MatchState, transition: Transition, now: datetime) -> Transition | Refusal:
    """Return ``transition``, whose event counts, with this role's quota charged, or a refusal."""
    value = match.pending if transition.pending is None else transition.pending
    if transition.what == EventKind.NEARBY and transition.role not in value.nearby:
        return transition  # a permission can be withdrawn at any time
    seconds, full_at = ms(now) / 1000, match.pending.quota_used_until.get(role, 0) / 1000
    if full_at - seconds > QUOTA.capacity + QUOTA.interval:
        # No role gets this far ahead: the clock was set back meanwhile, which must not make it wait.
        full_at = seconds + QUOTA.capacity - QUOTA.interval
    full_at, wait = QUOTA.take(full_at, seconds)
    if wait:
        return Refusal("too_many_asides", {"seconds": whole_seconds(wait)})
    spent = structs.replace(value, quota_used_until={**value.quota_used_until, role: round(full_at * 1000)})
    return structs.replace(transition, pending=spent)
