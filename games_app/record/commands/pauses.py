"""Pauses: until the end of a pause nobody acts, no clock runs and no absence counts.

Both players agree on a pause, or the people who began the match for them decide. It ends at its time without
an event, or earlier: if both agree to play on, or those people decide.
"""

from __future__ import annotations

from datetime import datetime

from games_app.lib.clock import ms
from games_app.lib.refusals import Refusal
from games_app.lib.rooms import origin_of
from games_app.match import clocks, pending, wire
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState
from games_app.match.messages import Hold, Release
from games_app.match.transitions import Transition
from games_app.models import Match
from games_app.people.players import computers_at
from games_app.record.commands.registry import server_command

MINUTE_MS = 60_000
HELD_MINUTES = 60
"""Length of a pause that neither player has asked for, unless it is ended earlier."""


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
    if not match.is_paused(now):
        return Refusal("not_paused")
    origin = origin_of(match.row.pk, match.sitters[role]) if match.row.pk else None
    return Refusal("paused.by_others") if origin and origin.is_held else None


def continued(match: MatchState, offer: wire.Offer, now: datetime) -> Transition | Refusal:
    """End the pause early."""
    if refusal := continue_refusal(match, offer.by, now):
        return refusal
    value = pending.continued(match.pending)
    role = match.other(offer.by)
    return Transition(EventKind.CONTINUED, role, clocks=_suspended(match, value, now), pending=value)


@server_command(Hold, during={Match.Status.PLAYING})
def hold(match: MatchState, message: Hold, player_id: None, now: datetime) -> Transition | Refusal:
    """Pause the match, or pause it anew, from now on. The computer doesn't pause."""
    if computers_at(match):
        return Refusal("no_pause.computer")
    value = pending.paused(match.pending, ms(now) + HELD_MINUTES * MINUTE_MS)
    suspended = _suspended(match, value, now)
    return Transition(EventKind.PAUSED, clocks=suspended, pending=value, minutes=HELD_MINUTES)


@server_command(Release, during={Match.Status.PLAYING})
def release(match: MatchState, message: Release, player_id: None, now: datetime) -> Transition | Refusal:
    """End the pause of the match."""
    if not match.is_paused(now):
        return Refusal("not_paused")
    value = pending.continued(match.pending)
    return Transition(EventKind.CONTINUED, clocks=_suspended(match, value, now), pending=value)


def _suspended(match: MatchState, value: pending.Pending, now: datetime) -> wire.Clocks | None:
    """Return the clocks as the new pending state lets them stand still."""
    until = pending.standstill(value, match.seats)
    return match.clocks and clocks.suspend(match.clocks, until, ms(now))
