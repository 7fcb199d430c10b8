"""How often a player may do what is no move: offer, withdraw, give time, open a sealed choice, and so on.

Each of these is an event that is kept for good and sent to everybody. So many may come at once, then one a
minute.
"""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from games_app.lib.rate_limit import whole_seconds
from games_app.lib.refusals import Refusal
from games_app.services.state.match_state import MatchState
from games_app.services.state.transitions import Transition

MOST = 100
"""So many may come at once."""
INTERVAL_MS = 60_000
"""Then one in so many milliseconds."""

WHAT = frozenset(
    {
        "renamed",
        "offered",
        "declined",
        "withdrawn",
        "taken_back",
        "unsealed",
        "time_given",
        "opened_to",
        "rematch_offered",
    }
)
"""The events that count. A decision, the end of a match and what the server does by itself do not."""


def counted(match: MatchState, transition: Transition, person: int | None, now: int) -> Transition | Refusal:
    """``transition`` as one aside more of whose command it is, or the refusal of one too many."""
    if transition.what not in WHAT:
        return transition
    role = match.speaker(person) if match.roles_of(person) else ""
    most = MOST * INTERVAL_MS
    busy_until = max(match.pending.asides.get(role, 0), now)
    if busy_until - now > most + INTERVAL_MS:
        # Nobody gets so far ahead: the clock was set back meanwhile, for which nobody has to wait.
        busy_until = now + most - INTERVAL_MS
    busy_until += INTERVAL_MS
    if busy_until - now > most:
        return Refusal("too_many_asides", {"seconds": whole_seconds(busy_until - now - most)})
    value = match.pending if transition.pending is None else transition.pending
    spent = structs.replace(value, asides={**value.asides, role: busy_until})
    return replace(transition, pending=spent)
