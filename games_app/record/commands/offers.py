"""Offers between two players: a table of kinds, and one way to make, accept and decline all of them.

A draw offer stands until the other player answers or acts, a takeback offer until either acts. A player may
withdraw an offer, and make it again after their own next action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from games_app.lib.refusals import Refusal
from games_app.match import pending, wire
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState
from games_app.match.messages import Accept, Decline, Offer, OfferInPlay, Rematch, Withdraw
from games_app.match.pending import DRAW, REMATCH, TAKEBACK
from games_app.match.transitions import Change, Ending, Transition
from games_app.models import Match
from games_app.record.commands import matches, play
from games_app.record.commands.registry import By, command

IN_PLAY = frozenset({Match.Status.PLAYING})
AFTERWARDS = frozenset({Match.Status.OVER})


@dataclass(frozen=True, slots=True)
class Kind:
    during: frozenset[str]
    refused: Callable[[MatchState, str], Refusal | None]
    """Reason why this role can't offer it now, or None."""
    carried_out: Callable[[MatchState, str, datetime], Transition | Refusal]
    """Effect of accepting it; the role is the one that offered."""
    mutual: bool = False
    """True if offering it in turn accepts the other player's offer."""


def _agree(match: MatchState, by: str, now: datetime) -> Transition:
    return Transition(EventKind.AGREED, match.other(by), ending=Ending(Match.How.AGREEMENT))


KINDS: Mapping[OfferInPlay, Kind] = {
    DRAW: Kind(IN_PLAY, lambda match, role: None, _agree, mutual=True),
    TAKEBACK: Kind(IN_PLAY, play.takeback_refusal, play.taken_back),
}
"""Kinds of offer. A rematch has its own command, since it begins another match."""


@command(Offer, by=By.PLAYER, during=IN_PLAY, reads=True)
def offer(match: MatchState, message: Offer, player_id: int, now: datetime) -> Transition | Refusal:
    """Offer ``message.what``. In hotseat it is accepted at once."""
    what = message.what
    kind, role = KINDS[what], match.speaker(player_id)
    standing = match.pending.offers.get(what)
    if refusal := kind.refused(match, role):
        return refusal
    if match.alone(player_id):
        return kind.carried_out(match, role, now)
    if standing and standing.by != role:
        return kind.carried_out(match, standing.by, now) if kind.mutual else Refusal("answer_first")
    if (what, role) in match.pending.spent:
        return Refusal("offered_before")
    made = pending.offered(match.pending, what, role, match.row.seq + 1)
    return Transition(EventKind.OFFERED, role, offer=what, pending=made)


@command(Accept, by=By.PLAYER, during=IN_PLAY, reads=True)
def accept(match: MatchState, message: Accept, player_id: int, now: datetime) -> Transition | Refusal:
    """Accept the offer of ``message.what`` that was made by event ``message.of``."""
    by = _offered_by_the_other(match, message, player_id)
    return by if isinstance(by, Refusal) else KINDS[message.what].carried_out(match, by, now)


@command(Decline, by=By.PLAYER, during=IN_PLAY | AFTERWARDS)
def decline(match: MatchState, message: Decline, player_id: int, now: datetime) -> Transition | Refusal:
    """Decline the offer of ``message.what`` that was made by event ``message.of``."""
    by = _offered_by_the_other(match, message, player_id)
    if isinstance(by, Refusal):
        return by
    what = message.what
    left = pending.answered(match.pending, what)
    return Transition(EventKind.DECLINED, match.other(by), offer=what, pending=left)


@command(Withdraw, by=By.PLAYER, during=IN_PLAY | AFTERWARDS)
def withdraw(match: MatchState, message: Withdraw, player_id: int, now: datetime) -> Transition | Refusal:
    """Withdraw the sender's offer of ``message.what`` that was made by event ``message.of``."""
    offer, what = _open_offer(match, message), message.what
    if isinstance(offer, Refusal):
        return offer
    if offer.by not in match.roles_of(player_id):
        return Refusal("not_your_offer")
    left = pending.withdrawn(match.pending, what, offer.by)
    return Transition(EventKind.WITHDRAWN, offer.by, offer=what, pending=left)


@command(Rematch, by=By.PLAYER, during=AFTERWARDS, makes_match=True)
def rematch(
    match: MatchState, message: Rematch, player_id: int, now: datetime
) -> Transition | Change | Refusal:
    """Offer a rematch, or accept the other player's offer: then it begins at once."""
    role, standing = match.speaker(player_id), match.pending.offers.get(REMATCH)
    if match.row.successor:
        return Refusal("rematch_exists")
    if match.alone(player_id) or (standing and standing.by != role):
        left = pending.answered(match.pending, REMATCH)
        following = matches.successor(match, now)
        public_id = following.match.row.public_id
        rematched = Transition(EventKind.REMATCHED, role, pending=left, successor=public_id)
        return Change(match, rematched, first=(following,))
    if (REMATCH, role) in match.pending.spent:
        return Refusal("already_offered" if standing else "rematch_declined")
    made = pending.offered(match.pending, REMATCH, role, match.row.seq + 1)
    return Transition(EventKind.REMATCH_OFFERED, role, offer=REMATCH, pending=made)


def _offered_by_the_other(
    match: MatchState, message: Accept | Decline, player_id: int | None
) -> str | Refusal:
    """Return the role that made the offer that is answered."""
    offer = _open_offer(match, message)
    if isinstance(offer, Refusal):
        return offer
    return Refusal("own_offer") if offer.by in match.roles_of(player_id) else offer.by


def _open_offer(match: MatchState, message: Accept | Decline | Withdraw) -> wire.Offer | Refusal:
    """Return the open offer that the command names."""
    offer = match.pending.offers.get(message.what)
    if offer is None or offer.seq != message.of:
        return Refusal("no_offer")
    return offer
