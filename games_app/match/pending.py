"""Pending state of a match: offers, absent players, what players allow, tips, programs, who could see it.

An immutable value, stored in the match's row; pure functions return the next one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from games_app.match.wire import Offer

DRAW: Final = "draw"
TAKEBACK: Final = "takeback"
REMATCH: Final = "rematch"
PAUSE: Final = "pause"
CONTINUE: Final = "continue"
"""Offer to play on before a pause ends."""


class Pending(Struct, frozen=True, omit_defaults=True):
    offers: dict[str, Offer] = {}
    """Open offers by kind."""
    spent: tuple[tuple[str, str], ...] = ()
    """(kind, role) of offers that their role may repeat only after its next action."""
    gone: dict[str, int] = {}
    """Role to move whose player is away -> end of the clock's pause, or time of the first claim, in ms."""
    paused_until: int = 0
    """End of the pause that the players agreed on, in ms; 0 without one, and past once it has ended."""
    holidays: dict[str, int] = {}
    """Role whose player is on holiday -> its end, in ms; it may be past."""
    waited: tuple[str, ...] = ()
    """Roles whose clock has already waited for them; each waits once."""
    quota_used_until: dict[str, int] = field(default_factory=dict, name="asides")
    """Role, or "" for a maker without a seat -> time (ms) until which its quota is used; see
    ``command_quota``."""
    nearby: tuple[str, ...] = ()
    """Roles, sorted, whose players let watchers at their own and the other's address chat before the end."""
    tips: dict[str, int] = {}
    """Role -> number of tips that it has taken. They stay: a takeback undoes none."""
    hidden_from: str = ""
    """The visibility before a moderator hid the match; empty unless it is hidden."""
    was_public: bool = False
    """True if everybody could see the match before somebody closed it."""
    programs: tuple[str, ...] = ()
    """Roles, sorted, for which a program has played by a personal token; those of bots are left out."""


NOTHING = Pending()


def offered(pending: Pending, kind: str, by: str, seq: int, minutes: int = 0) -> Pending:
    """Return ``pending`` with the offer made by event ``seq``; ``minutes``: length of an offered pause."""
    spent = (*pending.spent, (kind, by))
    return replace(pending, offers={**pending.offers, kind: Offer(by, seq, minutes)}, spent=spent)


def answered(pending: Pending, kind: str) -> Pending:
    """Return ``pending`` without the offer of this kind."""
    offers = {name: offer for name, offer in pending.offers.items() if name != kind}
    return replace(pending, offers=offers)


def withdrawn(pending: Pending, kind: str, by: str) -> Pending:
    """Return ``pending`` without the offer that ``by`` withdrew.

    A withdrawn rematch may be offered again at once, since no action can follow.
    """
    left = answered(pending, kind)
    return replace(left, spent=tuple(offer for offer in left.spent if offer != (REMATCH, by)))


def after_action(pending: Pending, actor: str, to_move: Collection[str]) -> Pending:
    """Return ``pending`` after an action of ``actor``.

    The actor is present again and declines the other's offers of a draw and of a pause; any action answers
    the rest. A pause has ended before.
    """
    if pending == NOTHING:
        return pending
    return replace(
        pending,
        offers={
            kind: offer
            for kind, offer in pending.offers.items()
            if kind in (DRAW, PAUSE) and offer.by == actor
        },
        paused_until=0,
        spent=tuple(offer for offer in pending.spent if offer[1] != actor),
        gone={role: until for role, until in pending.gone.items() if role != actor and role in to_move},
    )


def settled(pending: Pending) -> Pending:
    """Return ``pending`` with all offers answered and all absences over, at the end or after a rewind."""
    return replace(pending, offers={}, spent=(), gone={}, paused_until=0)


def paused(pending: Pending, until: int) -> Pending:
    """Return ``pending`` of a match that is paused until ``until``: absences end, and a draw offer stands."""
    offers = {kind: offer for kind, offer in pending.offers.items() if kind == DRAW}
    return replace(_without_pause(pending), offers=offers, gone={}, paused_until=until)


def on_holiday(pending: Pending, role: str, until: int, at: int) -> Pending:
    """Return ``pending`` with the holiday of ``role`` until ``until``: from ``at`` on, or no longer."""
    holidays = {other: end for other, end in {**pending.holidays, role: until}.items() if end > at}
    return replace(pending, holidays=holidays)


def standstill(pending: Pending, roles: Iterable[str]) -> dict[str, int]:
    """Return the time until which the clock of each role stands still, by a pause or a holiday; 0 if none."""
    return {role: max(pending.paused_until, pending.holidays.get(role, 0)) for role in roles}


def continued(pending: Pending) -> Pending:
    """Return ``pending`` of a match whose pause ended early."""
    offers = {kind: offer for kind, offer in pending.offers.items() if kind not in (PAUSE, CONTINUE)}
    return replace(_without_pause(pending), offers=offers, paused_until=0)


def _without_pause(pending: Pending) -> Pending:
    """Return ``pending`` in which both may offer another pause, or its end, again."""
    return replace(
        pending, spent=tuple(offer for offer in pending.spent if offer[0] not in (PAUSE, CONTINUE))
    )


def went(pending: Pending, role: str, until: int, *, waits: bool) -> Pending:
    """Return ``pending`` with ``role`` away; ``waits``: its clock is paused."""
    waited = (*pending.waited, role) if waits else pending.waited
    return replace(pending, gone={**pending.gone, role: until}, waited=waited)


def came_back(pending: Pending, role: str) -> Pending:
    """Return ``pending`` with ``role`` present again."""
    return replace(pending, gone={away: until for away, until in pending.gone.items() if away != role})


def nearby(pending: Pending, role: str, *, allowed: bool) -> Pending:
    """Return ``pending`` with the decision of the player of ``role`` about chat at the players' addresses."""
    allowing = [other for other in pending.nearby if other != role]
    return replace(pending, nearby=tuple(sorted([*allowing, role] if allowed else allowing)))


def tipped(pending: Pending, role: str) -> Pending:
    """Return ``pending`` with one more tip taken by ``role``."""
    return replace(pending, tips={**pending.tips, role: pending.tips.get(role, 0) + 1})


def played_by_program(pending: Pending, role: str) -> Pending:
    """Return ``pending`` with the mark that a program has played for the person of ``role``."""
    return replace(pending, programs=tuple(sorted({*pending.programs, role})))


def closed(pending: Pending, visibility: str) -> Pending:
    """Return ``pending`` of a match that fewer people may see than with this ``visibility``."""
    return replace(pending, was_public=pending.was_public or visibility == "public")


def put_off(pending: Pending, ms: int) -> Pending:
    """Return ``pending`` with all deadlines moved back by ``ms``."""
    return replace(pending, gone={role: until + ms for role, until in pending.gone.items()})
