"""Open offers end once their makers have left: nobody is seated with somebody who is not there.

Presence is known from the leases of pages. An offer with days for each turn doesn't need its maker.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from games_app.lib.refusals import Refusal
from games_app.models import Alive, Match, Presence
from games_app.services.commands.messages import Lapse
from games_app.services.commands.registry import By, Command, command
from games_app.services.state.match_state import MatchState
from games_app.services.state.terms import RealTime
from games_app.services.state.transitions import Transition

GONE = timedelta(minutes=1)
"""Time without any page of the match after which its maker has left; a reload takes seconds."""


def deserted(now: datetime) -> list[Command]:
    """Return commands for real-time offers whose makers have left; an outage gives them a new minute."""
    since = now - GONE
    if Alive.objects.filter(since__gt=since).exists():
        return []
    here = Presence.objects.filter(match=OuterRef("pk"), until__gt=since).exclude(roles="")
    offers = Match.objects.filter(
        ~Exists(here),
        open_offer=True,
        status=Match.Status.WAITING,
        created_at__lte=since,
        terms__time__kind="real",
    )
    ids = offers.order_by("pk").values_list("public_id", flat=True)
    return [Command(Lapse(), public_id, None, from_server=True) for public_id in ids]


@command(Lapse, by=By.SERVER, during={Match.Status.WAITING})
def lapse(match: MatchState, asked: Lapse, person: int | None, now: datetime) -> Transition | Refusal:
    """End the offer, whose maker has left."""
    if not match.row.open_offer or not isinstance(match.terms.time, RealTime):
        return Refusal("not_due")
    return Transition("expired", status=Match.Status.EXPIRED)
