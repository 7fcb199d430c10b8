"""What stands between two players beside the position: offers that wait for an answer, and who is away.

One value, as the match's row keeps it; pure functions give the next one.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from ..wire import Offer

DRAW, TAKEBACK, REMATCH = "draw", "takeback", "rematch"


class Dealings(Struct, frozen=True, omit_defaults=True):
    offers: dict[str, Offer] = {}
    """What waits for an answer, by kind."""
    spent: tuple[tuple[str, str], ...] = ()
    """(kind, role) of offers that may be made again only after an own action."""


NOTHING = Dealings()


def offered(dealings: Dealings, kind: str, by: str, seq: int) -> Dealings:
    """With an offer of event ``seq``."""
    spent = (*dealings.spent, (kind, by))
    return replace(dealings, offers={**dealings.offers, kind: Offer(by, seq)}, spent=spent)


def answered(dealings: Dealings, kind: str) -> Dealings:
    """Without the offer of this kind."""
    offers = {name: offer for name, offer in dealings.offers.items() if name != kind}
    return replace(dealings, offers=offers)


def after_action(dealings: Dealings, actor: str, to_move: Collection[str]) -> Dealings:
    """Whoever acts declines the other's offer of a draw; any action settles what might be taken back."""
    if dealings == NOTHING:
        return dealings
    offers = {kind: one for kind, one in dealings.offers.items() if kind == DRAW and one.by == actor}
    return replace(dealings, offers=offers, spent=tuple(one for one in dealings.spent if one[1] != actor))
