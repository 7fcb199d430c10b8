"""Taking back: the match's head moves to an earlier ply. Nothing is deleted, and what follows is numbered on.

What a takeback goes back to is read from the record: the event that the earlier ply belongs to shows the
position and the clocks as they were then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

import msgspec

from .. import wire
from ..clock import ms
from ..models import Event, Match, Move
from ..refusals import Refusal
from ..rules import State, get_game
from . import clocks
from .loaded import LoadedMatch
from .record import Outcome
from .registry import By, Command, command


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision on the line that leads to the present position."""

    seq: int
    role: str
    after: int
    """The number of the ply that it was made on."""


def refused(match: LoadedMatch, role: str) -> Refusal | None:
    """Why ``role`` can't ask to take something back."""
    if not match.terms.takebacks:
        return Refusal("no_takebacks")
    if match.row.unrevealed:
        return Refusal("choice_sealed")
    return None if _last_of(match, role) else Refusal("nothing_to_take_back")


def taken_back(match: LoadedMatch, role: str, now: datetime) -> Outcome | Refusal:
    """Go back to just before the last decision of ``role``; before both, where two were made in secret."""
    for decision in _from(match, _last_of(match, role)):
        event = _event_of(match, decision.after)
        if event.what == "sealed":
            continue
        then = msgspec.json.decode(event.frame)
        state = get_game(match.row.game).state_from_facts(then["position"]["facts"])
        running = _clocks_then(match, then, state, now)
        return Outcome("taken_back", role, state=state, head=decision.after, rewinds=True, clocks=running)
    return Refusal("nothing_to_take_back")


@command("unseal", by=By.PLAYER, during={Match.Status.PLAYING}, reads=True)
def unseal(match: LoadedMatch, command: Command, now: datetime) -> Outcome | Refusal:
    """Open one's own sealed choice and choose again, as long as the other player has not chosen."""
    sealed = [ply for ply in match.row.unrevealed if ply["role"] in match.roles_of(command.person)]
    if not sealed:
        return Refusal("nothing_sealed")
    role = sealed[0]["role"]
    decision = _last_of(match, role)
    assert decision  # noqa: S101  (it is what was sealed)
    before = Event.objects.get(match=match.row, seq=decision.seq - 1)
    then = msgspec.json.decode(before.frame)
    state = get_game(match.row.game).state_from_facts(then["position"]["facts"])
    running = match.clocks
    if running is not None and match.terms.time is not None:
        earned = role in then["clocks"]["begun"]
        running = clocks.reopened(running, match.terms.time, role, state.to_move, ms(now), earned=earned)
    return Outcome("unsealed", role, state=state, head=decision.after, clocks=running)


def _clocks_then(match: LoadedMatch, then: dict[str, Any], state: State, now: datetime) -> wire.Clocks | None:
    if match.terms.time is None:
        return None
    return clocks.restored(clocks.read_clocks(then["clocks"]), match.terms.time, state.to_move, ms(now))


def _last_of(match: LoadedMatch, role: str) -> Decision | None:
    """The last decision of ``role``, or of anybody where one person plays both sides."""
    return next((one for one in _decisions(match) if match.one_screen or one.role == role), None)


def _from(match: LoadedMatch, last: Decision | None) -> Iterator[Decision]:
    """``last`` and those before it, the latest first."""
    return (one for one in _decisions(match) if last and one.seq <= last.seq)


def _decisions(match: LoadedMatch) -> Iterator[Decision]:
    """The players' decisions that lead to the present position, the latest first."""
    drawn = set(Event.objects.filter(match=match.row, what="opening").values_list("seq", flat=True))
    for seq, plies in groupby(_line(match), key=lambda move: move.seq):
        first = list(plies)[-1]
        if seq in drawn:
            return
        yield Decision(seq, first.role, first.after)


def _line(match: LoadedMatch) -> Iterator[Move]:
    """The plies that lead to the present position, the latest first; those taken back are not among them."""
    wanted = match.row.ply
    for move in Move.objects.filter(match=match.row, number__lte=wanted).order_by("-number").iterator(200):
        if move.number == wanted:
            wanted = move.after
            yield move


def _event_of(match: LoadedMatch, number: int) -> Event:
    """The event that this ply belongs to; for 0 the one with which the match began."""
    events = Event.objects.filter(match=match.row)
    if not number:
        return events.get(what="started")
    return events.get(seq=Move.objects.values_list("seq", flat=True).get(match=match.row, number=number))
