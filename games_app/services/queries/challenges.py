"""Invitations to one person in words: how long they are open, and why they were declined. Reads only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games_app.games.sheet import Text
from games_app.models import Event, Match
from games_app.services.commands.messages import OpenFor
from games_app.services.state.event_kinds import EventKind
from games_app.services.state.match_state import MatchState
from games_app.services.state.wire import DeclineReason

OPEN_FOR: Mapping[OpenFor, Text] = {
    "10m": gettext_lazy("10 minutes"),
    "1d": gettext_lazy("1 day"),
    "7d": gettext_lazy("7 days"),
}

REASONS: Mapping[DeclineReason, Text] = {
    "later": gettext_lazy("I can't play now."),
    "too_fast": gettext_lazy("The clock is too fast for me."),
    "too_slow": gettext_lazy("The clock is too slow for me."),
    "rule_set": gettext_lazy("I play other games or rules."),
    "rated": gettext_lazy("I only play rated matches."),
    "casual": gettext_lazy("I only play casual matches."),
    "people_only": gettext_lazy("I don't play bots."),
    "bots_only": gettext_lazy("I only play bots."),
}


def reasons(match: MatchState, *, bot_made_it: bool, to_bot: bool) -> dict[DeclineReason, Text]:
    """Return the reasons that make sense for this invitation."""
    senseless: set[DeclineReason] = {
        "casual" if not match.terms.rated else "rated",
        *(() if bot_made_it else ("people_only",)),
        *(() if to_bot and not bot_made_it else ("bots_only",)),
        *(() if match.terms.time else ("too_fast", "too_slow")),
    }
    return {reason: words for reason, words in REASONS.items() if reason not in senseless}


def reason_in(sent: str) -> DeclineReason | None:
    """Return the reason that a form names; None if it names none."""
    return cast(DeclineReason, sent) if sent in REASONS else None


def declined(row: Match, reader: int | None) -> str:
    """Return that the invited person declined, and why; empty for anybody but the two, and otherwise."""
    if row.invited_id is None or reader not in (row.maker_id, row.invited_id):
        return ""
    event = Event.objects.filter(match=row, what=EventKind.CANCELLED, sender=row.invited_id).first()
    if event is None or row.invited is None:
        return ""
    why: DeclineReason | None = msgspec.json.decode(event.frame).get("reason")
    told = _("{name} declined: “{reason}”") if why in REASONS else _("{name} declined.")
    return told.format(name=row.invited.name, reason=REASONS[why] if why else "")
