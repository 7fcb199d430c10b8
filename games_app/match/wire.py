"""Message types in which a match leaves the server, over the socket and embedded in its page.

Times are milliseconds since 1970 (UTC). Roles, actions, facts and traces are those of the rules.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Raw, Struct, UnsetType

from games_app.games.base import Ways
from games_app.match.terms import Terms

PROTOCOL = 3
"""Version, raised when an old page would misread the new server."""

Status = Literal["waiting", "playing", "over", "cancelled", "expired"]
Visibility = Literal["public", "link", "seats"]
ChatRoom = Literal["players", "watchers"]
DeclineReason = Literal[
    "later", "too_fast", "too_slow", "rule_set", "rated", "casual", "people_only", "bots_only"
]
How = Literal["rules", "time", "resignation", "agreement", "absence", "aborted", "moderator"]


class Position(Struct, frozen=True):
    """The position of the match as its reader may see it."""

    facts: dict[str, Any]
    to_move: tuple[str, ...]
    legal: dict[str, list[str]]
    """The actions open to each role that is to move."""
    base: dict[str, int]
    """Seq of the last event that changed each role's choices; its next act names it."""
    ply: int
    """The number of the last ply; 0 at the start."""
    ways: dict[str, Ways] | UnsetType = UNSET
    """Sowing by hand: the laps that follow if nobody else sows, for each role to move.

    They are keyed by each house that the role may scoop, or the stop where its hand is. A lap has for each
    shell the stops where it may fall; the sowing continues from the last of them. Each further lap begins
    with the shells at the stop where the one before ended. Used to draw drops before the server has answered.
    """


class Ply(Struct, frozen=True):
    """One applied action and its trace."""

    n: int
    role: str
    action: str
    trace: Any


class Seat(Struct, frozen=True):
    role: str
    name: str
    """Empty while the seat is free."""
    level: str | UnsetType = UNSET
    """Level of the computer; absent for a person. Its name is in English."""


class Result(Struct, frozen=True):
    """Result of a match.

    ``winner`` is null for a draw, and for a match that was aborted or ended by a moderator, which counts for
    neither player. ``goals`` is set only if the rules ended the match.
    """

    winner: str | None
    how: How
    goals: dict[str, int] | None


class Clocks(Struct, frozen=True, omit_defaults=True):
    """The time left for each role, in milliseconds.

    At any moment a role in ``running`` has ``left`` minus the time since ``at``, or since the end of its
    suspension if that is later. Every other role has exactly ``left``.
    """

    at: int
    left: dict[str, int]
    running: tuple[str, ...]
    begun: tuple[str, ...]
    """The roles that have acted; a clock starts with its role's first action."""
    first: dict[str, int]
    """Deadline of each role's first action; after it the match is aborted."""
    paused: dict[str, int]
    """Latest end of the pause of each clock that waits for an absent player."""
    suspended: dict[str, int] = {}
    """Time until which a role's clock stands still, whatever happens; absent if none does."""


class Offer(Struct, frozen=True, omit_defaults=True):
    """An open offer: the role that made it, and the event in which it did."""

    by: str
    seq: int
    minutes: int = 0
    """Length of an offered pause; absent in other offers."""


class Event(Struct, tag_field="kind", tag="event", frozen=True):
    """An event as sent to every viewer, in the order of ``seq``, which has no gaps."""

    seq: int
    what: str
    at: int
    role: str | None
    plies: list[Ply]
    """A player's ply and all that the server played after it; both sealed plies with the second seal."""
    position: Position
    status: Status
    result: Result | None
    clocks: Clocks | UnsetType = UNSET
    """Clocks, in every event of a match with a clock that has begun."""
    offers: dict[str, Offer] | UnsetType = UNSET
    """Open offers; absent if there are none."""
    gone: dict[str, int] | UnsetType = UNSET
    """Roles to move whose player is away; absent if there are none. See ``Snapshot.gone``."""
    offer: str | UnsetType = UNSET
    """Kind of the offer, with ``offered``, ``declined`` and ``withdrawn``."""
    reason: DeclineReason | UnsetType = UNSET
    """Reason of the invited person, with ``cancelled``, if they declined and gave one."""
    given: int | UnsetType = UNSET
    """Milliseconds added to the other player's clock, with ``time_given``."""
    minutes: int | UnsetType = UNSET
    """Length of the pause, with ``paused`` and with ``offered`` of a pause."""
    paused_until: int | UnsetType = UNSET
    """End of the pause that the players agreed on; absent without one, and after the next action."""
    until: int | UnsetType = UNSET
    """End of the role's holiday, with ``holiday``; not after ``at`` if the player is back early."""
    holidays: dict[str, int] | UnsetType = UNSET
    """Roles whose players are on holiday -> its end; absent if there are none. It may be past."""
    series: Series | UnsetType = UNSET
    """Score after the game, with the end of a game of a series."""
    seats: list[Seat] | UnsetType = UNSET
    """Names on the seats, with ``created``, ``renamed``, ``started``, ``reseated`` and ``forgotten``."""
    match: str | UnsetType = UNSET
    """Id of the match that follows, with ``rematched``."""
    id: str | UnsetType = UNSET
    """Id of the match itself, with its first event."""
    terms: dict[str, Any] | UnsetType = UNSET
    """The terms that differ from the usual ones, with the first event. See ``About.terms``."""
    visibility: Visibility | UnsetType = UNSET
    """Visibility of the match from then on, with ``started`` and ``opened_to``."""
    delay: int | UnsetType = UNSET
    """Milliseconds by which every deadline was put off, with ``outage``."""
    nearby: tuple[str, ...] | UnsetType = UNSET
    """Roles whose players allow it from then on, with ``nearby``. See ``About.nearby``."""
    tips: dict[str, int] | UnsetType = UNSET
    """Number of tips that each role has taken by then, with ``tipped``."""
    programs: tuple[str, ...] | UnsetType = UNSET
    """Roles for which a program has played; absent if there are none. See ``About.programs``."""


class ChatMessage(Struct, tag_field="kind", tag="chat_message", frozen=True):
    """A message in a chat room, in the order of ``number``, which has no gaps within the room.

    A message without ``text``, ``phrase`` and ``hides`` is hidden.
    """

    room: ChatRoom
    number: int
    at: int
    by: str
    """Public id of the sender's page; empty once they have withdrawn."""
    role: str | None
    """Seat of the sender; null for a watcher."""
    name: str
    text: str | UnsetType = UNSET
    """Plain text in one line, never markup."""
    phrase: str | UnsetType = UNSET
    """Key of a quick phrase or reaction, shown in the reader's language."""
    hides: int | UnsetType = UNSET
    """Number of a message in the same room that is hidden from now on."""


class Rematch(Struct, frozen=True, omit_defaults=True):
    """The role that has offered a rematch, or the id of the rematch that has begun."""

    by: str | None = None
    match: str | None = None


class Series(Struct, frozen=True):
    """Several games with a common score."""

    id: str
    """The id of the first match."""
    game: int
    """Number of this game, from 1."""
    of: int
    score: dict[str, float]
    """Points of the players by their present role: 1 for a win, 0.5 for a draw. Includes this game once it
    is over.
    """


class About(Struct, frozen=True):
    """Data of the match itself."""

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
    nearby: tuple[str, ...]
    """Roles whose players let watchers at the players' addresses chat before the end; it takes both."""
    tips: dict[str, int]
    """Number of tips that each role has taken; a role without any is left out."""
    programs: tuple[str, ...]
    """Roles of people for whom a program has played, by a personal token."""


class Snapshot(Struct, tag_field="kind", tag="snapshot", frozen=True):
    """First message of a socket: the match as it was at ``seq``."""

    protocol: int
    seq: int
    now: int
    """The server's time when this was written."""
    match: About
    position: Position
    clocks: Clocks | None
    offers: dict[str, Offer]
    gone: dict[str, int]
    """Role to move whose player is away -> end of the clock's pause, or time when the other may claim."""
    paused_until: int
    """End of the pause that the players agreed on; 0 or past without one. Nobody can act before."""
    holidays: dict[str, int]
    """Role -> end of its player's holiday, until which their turns take no time; it may be past."""
    you: list[str]
    """The roles of the reader; none for a watcher, both in hotseat."""
    events: list[Raw]
    """The events that the reader lacked, if there were few; otherwise none, and the record has them."""
