"""What stands between two players beside the position: offers that wait for an answer, and who is away.

One value, as the match's row keeps it; pure functions give the next one.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games_app.services.state.wire import Offer

DRAW: Final = "draw"
TAKEBACK: Final = "takeback"
REMATCH: Final = "rematch"


class Pending(Struct, frozen=True, omit_defaults=True):
    offers: dict[str, Offer] = {}
    """What waits for an answer, by kind."""
    spent: tuple[tuple[str, str], ...] = ()
    """(kind, role) of offers that may be made again only after an own action."""
    gone: dict[str, int] = {}
    """Roles that should act but are away: until when (ms) their clock waits, or nobody can claim anything."""
    waited: tuple[str, ...] = ()
    """Roles whose clock has waited for them; it does so once."""
    asides: dict[str, int] = {}
    """Role, or "" for a maker without a seat -> until when (ms) its asides count; see ``asides``."""


NOTHING = Pending()


def offered(pending: Pending, kind: str, by: str, seq: int) -> Pending:
    """With an offer of event ``seq``."""
    spent = (*pending.spent, (kind, by))
    return replace(pending, offers={**pending.offers, kind: Offer(by, seq)}, spent=spent)


def answered(pending: Pending, kind: str) -> Pending:
    """Without the offer of this kind."""
    offers = {name: offer for name, offer in pending.offers.items() if name != kind}
    return replace(pending, offers=offers)


def withdrawn(pending: Pending, kind: str, by: str) -> Pending:
    """Without the offer that ``by`` has taken back. A rematch may be offered anew: nobody acts any more."""
    left = answered(pending, kind)
    return replace(left, spent=tuple(one for one in left.spent if one != (REMATCH, by)))


def after_action(pending: Pending, actor: str, to_move: Collection[str]) -> Pending:
    """Whoever acts is there, and declines the other's offer of a draw; any action settles what might be taken
    back.
    """
    if pending == NOTHING:
        return pending
    return replace(
        pending,
        offers={kind: one for kind, one in pending.offers.items() if kind == DRAW and one.by == actor},
        spent=tuple(one for one in pending.spent if one[1] != actor),
        gone={role: until for role, until in pending.gone.items() if role != actor and role in to_move},
    )


def settled(pending: Pending) -> Pending:
    """With all offers answered and nobody waited for: the match is over, or stands where it stood before."""
    return Pending(waited=pending.waited, asides=pending.asides)


def went(pending: Pending, role: str, until: int, *, waits: bool) -> Pending:
    """``role`` is away; does its clock wait for it?"""
    waited = (*pending.waited, role) if waits else pending.waited
    return replace(pending, gone={**pending.gone, role: until}, waited=waited)


def came_back(pending: Pending, role: str) -> Pending:
    """Nobody waits for ``role`` any more."""
    return replace(pending, gone={one: until for one, until in pending.gone.items() if one != role})


def put_off(pending: Pending, ms: int) -> Pending:
    """As if the last ``ms`` had not been."""
    return replace(pending, gone={role: until + ms for role, until in pending.gone.items()})
