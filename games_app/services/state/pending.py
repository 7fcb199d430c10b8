"""What stands between two players beside the position: offers that wait for an answer, and who is away.

One value, as the match's row keeps it; pure functions give the next one.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from games_app.services.state.wire import Offer

DRAW, TAKEBACK, REMATCH = "draw", "takeback", "rematch"


class Dealings(Struct, frozen=True, omit_defaults=True):
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


NOTHING = Dealings()


def offered(dealings: Dealings, kind: str, by: str, seq: int) -> Dealings:
    """With an offer of event ``seq``."""
    spent = (*dealings.spent, (kind, by))
    return replace(dealings, offers={**dealings.offers, kind: Offer(by, seq)}, spent=spent)


def answered(dealings: Dealings, kind: str) -> Dealings:
    """Without the offer of this kind."""
    offers = {name: offer for name, offer in dealings.offers.items() if name != kind}
    return replace(dealings, offers=offers)


def withdrawn(dealings: Dealings, kind: str, by: str) -> Dealings:
    """Without the offer that ``by`` has taken back. A rematch may be offered anew: nobody acts any more."""
    left = answered(dealings, kind)
    return replace(left, spent=tuple(one for one in left.spent if one != (REMATCH, by)))


def after_action(dealings: Dealings, actor: str, to_move: Collection[str]) -> Dealings:
    """Whoever acts is there, and declines the other's offer of a draw; any action settles what might be taken
    back.
    """
    if dealings == NOTHING:
        return dealings
    return replace(
        dealings,
        offers={kind: one for kind, one in dealings.offers.items() if kind == DRAW and one.by == actor},
        spent=tuple(one for one in dealings.spent if one[1] != actor),
        gone={role: until for role, until in dealings.gone.items() if role != actor and role in to_move},
    )


def settled(dealings: Dealings) -> Dealings:
    """With all offers answered and nobody waited for: the match is over, or stands where it stood before."""
    return Dealings(waited=dealings.waited, asides=dealings.asides)


def went(dealings: Dealings, role: str, until: int, *, waits: bool) -> Dealings:
    """``role`` is away; does its clock wait for it?"""
    waited = (*dealings.waited, role) if waits else dealings.waited
    return replace(dealings, gone={**dealings.gone, role: until}, waited=waited)


def came_back(dealings: Dealings, role: str) -> Dealings:
    """Nobody waits for ``role`` any more."""
    return replace(dealings, gone={one: until for one, until in dealings.gone.items() if one != role})


def put_off(dealings: Dealings, ms: int) -> Dealings:
    """As if the last ``ms`` had not been."""
    return replace(dealings, gone={role: until + ms for role, until in dealings.gone.items()})
