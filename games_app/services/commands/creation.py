"""Conditions for making a match: who may, how many, under which name and with whom."""

from __future__ import annotations

from datetime import datetime

from games_app.lib.refusals import Refusal
from games_app.services.commands import invitations
from games_app.services.commands.matches import MOST_WAITING
from games_app.services.commands.messages import Create
from games_app.services.people import accounts, membership, reliability, sanctions
from games_app.services.queries import match_lists


def not_admitted(maker: int, address: str, now: datetime) -> Refusal | None:
    """Return why the maker, at this address, can make no match at all; None if they can."""
    if membership.is_closed_to(maker):
        return Refusal("members_only")
    return sanctions.refusal(maker, address, now)


def refused(asked: Create, maker: int, address: str, now: datetime) -> Refusal | None:
    """Return why the maker, at this address, can't have this match; None if they can. Reads the record."""
    if refusal := not_admitted(maker, address, now):
        return refusal
    if asked.config.open_offer and (waits := reliability.refusal(maker, address, now)):
        return waits
    if asked.computer is None and match_lists.waiting_of(maker, now) >= MOST_WAITING:
        return Refusal("too_many_waiting", {"limit": MOST_WAITING})
    if asked.config.terms.rated and not accounts.has_account(maker):
        return Refusal("rated_needs_account")
    if accounts.is_reserved(asked.name, maker):
        return Refusal("name_reserved", {"name": asked.name})
    return invitations.refused(maker, asked.invited, now) if asked.invited else None
