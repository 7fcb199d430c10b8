"""Admission to a match: who may see it, and the first message that their page gets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from games_app.lib import clock, session_cookie
from games_app.live import protocol
from games_app.live.db_threads import read, read_for_visitor
from games_app.live.gathering import Gathering
from games_app.live.handshake import NO_SUCH_MATCH
from games_app.live.room import CLOSED
from games_app.models import Match
from games_app.services.people import players
from games_app.services.people.computers import computers_at
from games_app.services.queries.event_log import PAGE, frames_after
from games_app.services.state.chat import allow_nearby, newest, talk
from games_app.services.state.match_state import MatchState, load
from games_app.services.state.terms import Talk
from games_app.services.state.visible import may_see, snapshot
from games_app.services.state.wire import ChatRoom


class Arrival(NamedTuple):
    """A person who opens a match."""

    match: str
    person: int | None
    after: int | None
    """Seq of the last event that their page has; None for a new page."""


class Admission(NamedTuple):
    """A match as one player or watcher may see it, and their part in it."""

    snapshot: str
    seq: int
    """The match's seq when the snapshot was taken."""
    roles: tuple[str, ...]
    brought: bool
    """True if the player created or imported the match."""
    awaited: list[str]
    """The roles among them that count as away."""
    name: str
    """The player's name shown to others; empty without one."""
    talk: Talk
    over: bool
    chat: dict[ChatRoom, int]
    """Number of the newest message of each chat room when the snapshot was taken."""
    computers: tuple[str, ...]
    """The roles that the computer has."""
    nearby: bool
    """True if both players let watchers at their addresses chat."""
    is_rated: bool
    """True if the match is rated and not over."""


async def person_of(cookies: Mapping[str, str]) -> int | None:
    """Return the player with these cookies, or None."""
    return await _people.ask(cookies) if session_cookie.key_in(cookies) else None


async def admit(arrival: Arrival) -> Admission | int:
    """Return the first message of a page with its context, or the close code if access is refused."""
    gathering = _visitors if arrival.person is None else _players
    return await gathering.ask(arrival)


def _people_of(many: Sequence[Mapping[str, str]]) -> list[int | None]:
    return [players.known(contents) for contents in session_cookie.contents_of(many)]


def admissions(arrivals: Sequence[Arrival]) -> list[Admission | int]:
    """Admit many, in two or three queries and one for each event from which on pages come back."""
    matches = load({arrival.match for arrival in arrivals})
    names = players.names({str(arrival.person) for arrival in arrivals if arrival.person is not None})
    first_messages = _FirstMessages()
    return [_admission(arrival, matches.get(arrival.match), names, first_messages) for arrival in arrivals]


def _admission(
    arrival: Arrival, match: MatchState | None, names: Mapping[str, str], first_messages: _FirstMessages
) -> Admission | int:
    if match is None:
        return NO_SUCH_MATCH
    person = arrival.person
    if not may_see(match.row, person):
        return CLOSED
    roles = match.roles_of(person)
    text = first_messages.of(match, roles, arrival.after)
    awaited = [role for role in roles if role in match.pending.gone]
    brought = person is not None and person == match.row.maker_id
    over = match.row.status == Match.Status.OVER
    return Admission(
        text,
        match.row.seq,
        roles,
        brought,
        awaited,
        names.get(str(person), ""),
        talk(match),
        over,
        newest(match.row),
        tuple(computers_at(match)),
        allow_nearby(match.pending.nearby),
        match.terms.rated and not over,
    )


class _FirstMessages:
    """Snapshots for those who arrive together: many watchers get the same one."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, tuple[str, ...], int | None], str] = {}

    def of(self, match: MatchState, roles: tuple[str, ...], after: int | None) -> str:
        """Return the snapshot for these roles, with the events after ``after`` if they are few enough."""
        key = match.row.public_id, roles, after
        if key not in self._made:
            self._made[key] = protocol.encode(snapshot(match, roles, _events(match, after), clock.now()))
        return self._made[key]


def _events(match: MatchState, after: int | None) -> list[msgspec.Raw]:
    seq = match.row.seq
    if after is None or not 0 < seq - after <= PAGE:
        return []
    stored = frames_after(match.row.public_id, after)
    return [msgspec.Raw(text.encode()) for number, text in stored if number <= seq]


_people = Gathering[Mapping[str, str], int | None](lambda many: read(_people_of, many))
_players = Gathering[Arrival, Admission | int](lambda many: read(admissions, many))
_visitors = Gathering[Arrival, Admission | int](lambda many: read_for_visitor(admissions, many))
