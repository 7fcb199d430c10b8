"""Pauses that both players agree on: until its end nobody acts, no clock runs and no absence counts.

A pause ends at its time without an event, or earlier if both agree to play on.
"""

from __future__ import annotations

from datetime import datetime

from games_app.lib.clock import ms
from games_app.lib.refusals import Refusal
from games_app.lib.rooms import origin_of
from games_app.match import clocks, pending, wire
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState
from games_app.match.transitions import Transition
from games_app.people.players import computers_at

MINUTE_MS = 60_000


def refusal_while_paused(match: MatchState, now: datetime) -> Refusal | None:
    """Return the refusal of what is impossible during a pause; None if there is none."""
    return Refusal("paused") if match.is_paused(now) else None


def pause_refusal(match: MatchState, role: str, now: datetime) -> Refusal | None:
    """Return the reason why ``role`` can't ask for a pause, or None. A pause may be prolonged."""
    if computers_at(match):
        return Refusal("no_pause.computer")
    origin = origin_of(match.row.pk, match.sitters[role]) if match.row.pk else None
    return Refusal("no_pause.tournament") if origin and origin.is_awaited else None


def paused(match: MatchState, offer: wire.Offer, now: datetime) -> Transition | Refusal:
    """Pause the match for the length that was offered, from now on."""
    value = pending.paused(match.pending, ms(now) + offer.minutes * MINUTE_MS)
    return Transition(
        EventKind.PAUSED,
        match.other(offer.by),
        clocks=_suspended(match, value, now),
        pending=value,
        minutes=offer.minutes,
    )


def continue_refusal(match: MatchState, role: str, now: datetime) -> Refusal | None:
    """Return the reason why ``role`` can't ask to play on, or None."""
    return None if match.is_paused(now) else Refusal("not_paused")


def continued(match: MatchState, offer: wire.Offer, now: datetime) -> Transition | Refusal:
    """End the pause early."""
    if refusal := continue_refusal(match, offer.by, now):
        return refusal
    value = pending.continued(match.pending)
    role = match.other(offer.by)
    return Transition(EventKind.CONTINUED, role, clocks=_suspended(match, value, now), pending=value)


def _suspended(match: MatchState, value: pending.Pending, now: datetime) -> wire.Clocks | None:
    """Return the clocks as the new pending state lets them stand still."""
    until = pending.standstill(value, match.seats)
    return match.clocks and clocks.suspend(match.clocks, until, ms(now))
