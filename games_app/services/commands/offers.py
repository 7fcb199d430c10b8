"""Offers between two players: one row of a table for each kind, one way to make, accept and decline them.

An offer of a draw stands until the other player answers or acts, one to take back until anybody acts. Who has
made one may withdraw it, and make it again after an own action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from games_app.lib.refusals import Refusal
from games_app.models import Match
from games_app.services.commands import matches, takebacks
from games_app.services.commands.registry import By, Command, command
from games_app.services.state import pending
from games_app.services.state.match_state import LoadedMatch
from games_app.services.state.pending import DRAW, REMATCH, TAKEBACK
from games_app.services.state.transitions import Outcome
from games_app.services.state.wire import Offer

IN_PLAY = frozenset({Match.Status.PLAYING})
AFTERWARDS = frozenset({Match.Status.OVER})


@dataclass(frozen=True, slots=True)
class Kind:
    during: frozenset[str]
    refused: Callable[[LoadedMatch, str], Refusal | None]
    """Why this role can't offer it now."""
    carried_out: Callable[[LoadedMatch, str, datetime], Outcome | Refusal]
    """What it leads to once it is accepted; the role is who offered it."""
    mutual: bool = False
    """Is one player's offer the same as the other's, so that to offer it too is to accept it?"""


def _agree(match: LoadedMatch, by: str, now: datetime) -> Outcome:
    return Outcome("agreed", match.other(by), status=Match.Status.OVER, how=Match.How.AGREEMENT)


KINDS: Mapping[str, Kind] = {
    DRAW: Kind(IN_PLAY, lambda match, role: None, _agree, mutual=True),
    TAKEBACK: Kind(IN_PLAY, takebacks.refused, takebacks.taken_back),
}
"""What can be offered. A rematch is too, by a command of its own, since it begins another match."""


@command("offer", by=By.PLAYER, during=IN_PLAY, reads=True)
def offer(match: LoadedMatch, command: Command, now: datetime) -> Outcome | Refusal:
    """Offer ``data["what"]``. Who sits on both sides has accepted it at once."""
    what = command.data["what"]
    kind, role = KINDS[what], match.speaker(command.person)
    standing = match.dealings.offers.get(what)
    if refusal := kind.refused(match, role):
        return refusal
    if match.alone(command.person):
        return kind.carried_out(match, role, now)
    if standing and standing.by != role:
        return kind.carried_out(match, standing.by, now) if kind.mutual else Refusal("answer_first")
    if (what, role) in match.dealings.spent:
        return Refusal("offered_before")
    made = pending.offered(match.dealings, what, role, match.row.seq + 1)
    return Outcome("offered", role, offer=what, dealings=made)


@command("accept", by=By.PLAYER, during=IN_PLAY, reads=True)
def accept(match: LoadedMatch, command: Command, now: datetime) -> Outcome | Refusal:
    """Accept the offer of ``data["what"]`` that was made with event ``data["of"]``."""
    by = _offered_by_the_other(match, command)
    return by if isinstance(by, Refusal) else KINDS[command.data["what"]].carried_out(match, by, now)


@command("decline", by=By.PLAYER, during=IN_PLAY | AFTERWARDS)
def decline(match: LoadedMatch, command: Command, now: datetime) -> Outcome | Refusal:
    """Decline the offer of ``data["what"]`` that was made with event ``data["of"]``."""
    by = _offered_by_the_other(match, command)
    if isinstance(by, Refusal):
        return by
    what = command.data["what"]
    left = pending.answered(match.dealings, what)
    return Outcome("declined", match.other(by), offer=what, dealings=left)


@command("withdraw", by=By.PLAYER, during=IN_PLAY | AFTERWARDS)
def withdraw(match: LoadedMatch, command: Command, now: datetime) -> Outcome | Refusal:
    """Take back the own offer of ``data["what"]`` that was made with event ``data["of"]``."""
    offer, what = _standing(match, command), command.data["what"]
    if isinstance(offer, Refusal):
        return offer
    if offer.by not in match.roles_of(command.person):
        return Refusal("not_your_offer")
    left = pending.withdrawn(match.dealings, what, offer.by)
    return Outcome("withdrawn", offer.by, offer=what, dealings=left)


@command("rematch", by=By.PLAYER, during=AFTERWARDS)
def rematch(match: LoadedMatch, command: Command, now: datetime) -> Outcome | Refusal:
    """Offer another match, or accept the other player's offer: then it begins at once."""
    role, standing = match.speaker(command.person), match.dealings.offers.get(REMATCH)
    if match.row.successor:
        return Refusal("rematch_exists")
    if match.alone(command.person) or (standing and standing.by != role):
        left = pending.answered(match.dealings, REMATCH)
        return Outcome("rematched", role, successor=matches.successor(match, now), dealings=left)
    if (REMATCH, role) in match.dealings.spent:
        return Refusal("already_offered" if standing else "rematch_declined")
    made = pending.offered(match.dealings, REMATCH, role, match.row.seq + 1)
    return Outcome("rematch_offered", role, offer=REMATCH, dealings=made)


def _offered_by_the_other(match: LoadedMatch, command: Command) -> str | Refusal:
    """Who made the offer that is answered."""
    offer = _standing(match, command)
    if isinstance(offer, Refusal):
        return offer
    return Refusal("own_offer") if offer.by in match.roles_of(command.person) else offer.by


def _standing(match: LoadedMatch, command: Command) -> Offer | Refusal:
    """The offer that the command names."""
    offer = match.dealings.offers.get(command.data["what"])
    if offer is None or offer.seq != command.data["of"]:
        return Refusal("no_offer")
    return offer
