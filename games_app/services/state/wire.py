"""The shapes in which a match leaves the server, over the socket and embedded in its page.

Times are milliseconds since 1970 (UTC). Roles, actions, facts and traces are those of the rules.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Raw, Struct, UnsetType

from games_app.games.base import Ways
from games_app.services.state.terms import Terms

PROTOCOL = 2
"""Grows when an old page would misread the new server."""

Status = Literal["waiting", "playing", "over", "cancelled", "expired"]
Visibility = Literal["public", "link", "seats"]
How = Literal["rules", "time", "resignation", "agreement", "absence", "aborted"]


class Position(Struct, frozen=True):
    """How the match stands, as its reader may see it."""

    facts: dict[str, Any]
    to_move: tuple[str, ...]
    legal: dict[str, list[str]]
    """The actions open to each role that is to move."""
    base: dict[str, int]
    """For each role the seq of the last event that changed what it decides on; its next act names it."""
    ply: int
    """The number of the last ply; 0 at the start."""
    ways: dict[str, Ways] | UnsetType = UNSET
    """Where shells are sown by hand: for each role to move, and each house that it may scoop or the stop
    where its hand is, the laps that follow if nobody else sows. A lap has for each shell the stops where it
    may fall, last the one that the sowing goes on from; with each further lap the hand takes up what lies
    where the one before ended. For drawing drops before they are answered.
    """


class Ply(Struct, frozen=True):
    """One applied action and what it did."""

    n: int
    role: str
    action: str
    trace: Any


class Seat(Struct, frozen=True):
    role: str
    name: str
    """Empty while nobody sits there."""


class Result(Struct, frozen=True):
    """How the match ended. ``winner`` is null for a draw, and for a match that was aborted: nobody's result.
    ``goals`` only where the rules ended it.
    """

    winner: str | None
    how: How
    goals: dict[str, int] | None


class Clocks(Struct, frozen=True):
    """The time that each role has, in milliseconds. Just now a role in ``running`` has ``left`` minus what
    has passed since ``at``, everybody else exactly ``left``.
    """

    at: int
    left: dict[str, int]
    running: tuple[str, ...]
    begun: tuple[str, ...]
    """The roles that have acted: only then a clock starts."""
    first: dict[str, int]
    """Until when a role must act for the first time, or the match is aborted."""
    paused: dict[str, int]
    """Until when a clock waits at most, since its player is away."""


class Offer(Struct, frozen=True):
    """An offer that waits for an answer: who made it, with which event."""

    by: str
    seq: int


class Event(Struct, tag_field="kind", tag="event", frozen=True):
    """Something happened: what everybody is told, in the order of ``seq``, which has no gaps."""

    seq: int
    what: str
    at: int
    role: str | None
    plies: list[Ply]
    """A person's ply and all that the server played after it; both sealed plies with the second seal."""
    position: Position
    status: Status
    result: Result | None
    clocks: Clocks | UnsetType = UNSET
    """In every event of a match with a clock that has begun."""
    offers: dict[str, Offer] | UnsetType = UNSET
    """Whatever waits for an answer now; absent if nothing does."""
    gone: dict[str, int] | UnsetType = UNSET
    """Who should act but is away; absent if nobody is: see ``Snapshot.gone``."""
    offer: str | UnsetType = UNSET
    """With ``offered``, ``declined`` and ``withdrawn``: of what kind."""
    given: int | UnsetType = UNSET
    """With ``time_given``: the milliseconds that the other player has more."""
    series: Series | UnsetType = UNSET
    """With the end of a game of a series: the score after it."""
    seats: list[Seat] | UnsetType = UNSET
    """With ``created``, ``renamed``, ``started`` and ``forgotten``."""
    match: str | UnsetType = UNSET
    """With ``rematched``: the id of the match that follows."""
    visibility: Visibility | UnsetType = UNSET
    """With ``started`` and ``opened_to``: who may see the match from then on."""
    delay: int | UnsetType = UNSET
    """With ``outage``: the milliseconds by which every deadline was put off."""


class Rematch(Struct, frozen=True, omit_defaults=True):
    """Who has offered another match, or the id of the one that has begun."""

    by: str | None = None
    match: str | None = None


class Series(Struct, frozen=True):
    """Several games that count together."""

    id: str
    """The id of the first match."""
    game: int
    """Which game this is, from 1."""
    of: int
    score: dict[str, float]
    """The points of whoever sits here now: 1 for a win, 0.5 for a draw, this game's too once it is over."""


class About(Struct, frozen=True):
    """The match itself."""

    id: str
    game: str
    options: dict[str, str]
    terms: Terms
    visibility: Visibility
    seats: list[Seat]
    status: Status
    result: Result | None
    rematch: Rematch | None
    series: Series | None


class Snapshot(Struct, tag_field="kind", tag="snapshot", frozen=True):
    """The first message of a socket: the match as it stood at ``seq``."""

    protocol: int
    seq: int
    now: int
    """The server's clock as this was written."""
    match: About
    position: Position
    clocks: Clocks | None
    offers: dict[str, Offer]
    gone: dict[str, int]
    """Who should act but is away: until when the clock waits, or from when on the other player may claim."""
    you: list[str]
    """The roles of the reader; none for a watcher, both for two people at one screen."""
    events: list[Raw]
    """The events that the reader lacked, if those were few; else none, and the record has them."""
