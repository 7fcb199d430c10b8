"""Offers between two players: a table of kinds, and one way to make, accept and decline all of them.

An offer of a draw or a pause stands until the other player answers or acts, a takeback offer until either
acts, and an offer to play on until the pause ends. A player may withdraw an offer, and make it again after
their own next action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from msgspec import UNSET

from games_app.lib.refusals import Refusal
from games_app.match import pending, wire
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState
from games_app.match.messages import Accept, Decline, Offer, OfferInPlay, Rematch, Withdraw
from games_app.match.pending import CONTINUE, DRAW, PAUSE, REMATCH, TAKEBACK
from games_app.match.transitions import Change, Ending, Transition
from games_app.models import Match
from games_app.record.commands import matches, pauses, play
from games_app.record.commands.registry import By, command

IN_PLAY = frozenset({Match.Status.PLAYING})
AFTERWARDS = frozenset({Match.Status.OVER})


@dataclass(frozen=True, slots=True)
class Kind:
    during: frozenset[str]
    refused: Callable[[MatchState, str, datetime], Refusal | None]
    """Reason why this role can't offer it now, or None."""
    carried_out: Callable[[MatchState, wire.Offer, datetime], Transition | Refusal]
    """Effect of accepting it."""
    mutual: bool = False
    """True if offering it in turn accepts the other player's offer."""


def _agree(match: MatchState, offer: wire.Offer, now: datetime) -> Transition:
    return Transition(EventKind.AGREED, match.other(offer.by), ending=Ending(Match.How.AGREEMENT))


def _take_back(match: MatchState, offer: wire.Offer, now: datetime) -> Transition | Refusal:
    return play.taken_back(match, offer.by, now)


KINDS: Mapping[OfferInPlay, Kind] = {
    DRAW: Kind(IN_PLAY, lambda match, role, now: None, _agree, mutual=True),
    TAKEBACK: Kind(IN_PLAY, play.takeback_refusal, _take_back),
    PAUSE: Kind(IN_PLAY, pauses.pause_refusal, pauses.paused),
    CONTINUE: Kind(IN_PLAY, pauses.continue_refusal, pauses.continued, mutual=True),
}
"""Kinds of offer. A rematch has its own command, since it begins another match."""


@command(Offer, by=By.PLAYER, during=IN_PLAY, reads=True)
def offer(match: MatchState, message: Offer, player_id: int, now: datetime) -> Transition | Refusal:
    """Offer ``message.what``. In hotseat it is accepted at once."""
    what, minutes = message.what, 0 if message.minutes is UNSET else message.minutes
    kind, role = KINDS[what], match.speaker(player_id)
    standing = match.pending.offers.get(what)
    if (what == PAUSE) != bool(minutes):
        return Refusal("pause_length")
    if refusal := kind.refused(match, role, now):
        return refusal
    if match.alone(player_id):
        return kind.carried_out(match, wire.Offer(role, 0, minutes), now)
    if standing and standing.by != role:
        return kind.carried_out(match, standing, now) if kind.mutual else Refusal("answer_first")
    if (what, role) in match.pending.spent:
        return Refusal("offered_before.continue" if what == CONTINUE else "offered_before")
    made = pending.offered(match.pending, what, role, match.row.seq + 1, minutes)
    return Transition(EventKind.OFFERED, role, offer=what, minutes=minutes, pending=made)


@command(Accept, by=By.PLAYER, during=IN_PLAY, reads=True)
def accept(match: MatchState, message: Accept, player_id: int, now: datetime) -> Transition | Refusal:
    """Accept the offer of ``message.what`` that was made by event ``message.of``."""
    offer = _offered_by_the_other(match, message, player_id)
    return offer if isinstance(offer, Refusal) else KINDS[message.what].carried_out(match, offer, now)


@command(Decline, by=By.PLAYER, during=IN_PLAY | AFTERWARDS)
def decline(match: MatchState, message: Decline, player_id: int, now: datetime) -> Transition | Refusal:
    """Decline the offer of ``message.what`` that was made by event ``message.of``."""
    offer, what = _offered_by_the_other(match, message, player_id), message.what
    if isinstance(offer, Refusal):
        return offer
    left = pending.answered(match.pending, what)
    return Transition(EventKind.DECLINED, match.other(offer.by), offer=what, pending=left)


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
) -> wire.Offer | Refusal:
    """Return the offer that is answered."""
    offer = _open_offer(match, message)
    if isinstance(offer, Refusal):
        return offer
    return Refusal("own_offer") if offer.by in match.roles_of(player_id) else offer


def _open_offer(match: MatchState, message: Accept | Decline | Withdraw) -> wire.Offer | Refusal:
    """Return the open offer that the command names."""
    offer = match.pending.offers.get(message.what)
    if offer is None or offer.seq != message.of:
        return Refusal("no_offer")
    return offer
