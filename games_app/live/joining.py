"""Joining: the handshake of a socket, and the first message to a page."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from games_app.lib import clock, request_cookies
from games_app.lib.client_ip import client_ip, rate_limit_key
from games_app.lib.languages import language_for
from games_app.lib.outage_log import OUT_OF_REACH
from games_app.lists.event_log import PAGE, frames_after
from games_app.live import protocol
from games_app.live.db_threads import read, read_for_visitor
from games_app.live.room import MATCH_CLOSED
from games_app.match.chat import allow_nearby, newest, talk
from games_app.match.match_state import MatchState, load
from games_app.match.terms import Talk
from games_app.match.visibility import may_see, snapshot
from games_app.match.wire import ChatRoom
from games_app.models import Match
from games_app.people import players
from games_app.people.players import computers_at


class Arrival(NamedTuple):
    """A person who opens a match."""

    match: str
    player_id: int | None
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


async def player_id_of(cookies: Mapping[str, str]) -> int | None:
    """Return the player with these cookies, or None."""
    return await _people.ask(cookies) if request_cookies.session_key_in(cookies) else None


async def admit(arrival: Arrival) -> Admission | int:
    """Return the first message of a page with its context, or the close code if access is refused."""
    gathering = _visitors if arrival.player_id is None else _players
    return await gathering.ask(arrival)


def _people_of(many: Sequence[Mapping[str, str]]) -> list[int | None]:
    return [players.known(contents) for contents in request_cookies.contents_of(many)]


def admissions(arrivals: Sequence[Arrival]) -> list[Admission | int]:
    """Admit many pages in two or three queries, and one more for each seq from which pages come back."""
    matches = load({arrival.match for arrival in arrivals})
    names = players.names({str(arrival.player_id) for arrival in arrivals if arrival.player_id is not None})
    first_messages = _FirstMessages()
    return [_admission(arrival, matches.get(arrival.match), names, first_messages) for arrival in arrivals]


def _admission(
    arrival: Arrival, match: MatchState | None, names: Mapping[str, str], first_messages: _FirstMessages
) -> Admission | int:
    if match is None:
        return NO_SUCH_MATCH
    player_id = arrival.player_id
    if not may_see(match.row, player_id, match.sitters.values()):
        return MATCH_CLOSED
    roles = match.roles_of(player_id)
    text = first_messages.encoded(match, roles, arrival.after)
    awaited = [role for role in roles if role in match.pending.gone]
    brought = player_id is not None and player_id == match.row.maker_id
    over = match.row.status == Match.Status.OVER
    return Admission(
        text,
        match.row.seq,
        roles,
        brought,
        awaited,
        names.get(str(player_id), ""),
        talk(match),
        over,
        newest(match.row),
        tuple(computers_at(match)),
        allow_nearby(match.pending.nearby),
        match.terms.rated and not over,
    )


class _FirstMessages:
    """Snapshots for pages that arrive together: many watchers get the same one."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, tuple[str, ...], int | None], str] = {}

    def encoded(self, match: MatchState, roles: tuple[str, ...], after: int | None) -> str:
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


Q = TypeVar("Q")
R = TypeVar("R")


class Gathering(Generic[Q, R]):
    """Questions to one reader, in the event loop.

    ``answer`` answers many questions, in their order. A question that raises an exception fails alone, unless
    the database is out of reach: then all fail.
    """

    def __init__(self, answer: Callable[[Sequence[Q]], Awaitable[Sequence[R]]]) -> None:
        self._answer = answer
        self._asked: deque[tuple[Q, asyncio.Future[R]]] = deque()
        self._answering: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def ask(self, question: Q) -> R:
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            # Requests of an event loop that has ended are dropped.
            self._loop, self._answering = loop, None
            self._asked.clear()
        answered: asyncio.Future[R] = loop.create_future()
        self._asked.append((question, answered))
        if self._answering is None or self._answering.done():
            self._answering = loop.create_task(self._work())
        return await answered

    async def _work(self) -> None:
        while self._asked:
            await self._answer_all(
                [self._asked.popleft() for _ in range(min(QUESTIONS_AT_ONCE, len(self._asked)))]
            )

    async def _answer_all(self, questions: Sequence[tuple[Q, asyncio.Future[R]]]) -> None:
        """Answer these questions, unless the asker has gone."""
        try:
            answers = await self._answer([question for question, _ in questions])
        except Exception as error:
            if len(questions) > 1 and not isinstance(error, OUT_OF_REACH):
                for pair in questions:
                    await self._answer_all([pair])
                return
            for _, answered in questions:
                if not answered.done():
                    answered.set_exception(error)
            return
        for (_, answered), answer in zip(questions, answers, strict=True):
            if not answered.done():
                answered.set_result(answer)


_people = Gathering[Mapping[str, str], int | None](lambda many: read(_people_of, many))
_players = Gathering[Arrival, Admission | int](lambda many: read(admissions, many))
_visitors = Gathering[Arrival, Admission | int](lambda many: read_for_visitor(admissions, many))


QUESTIONS_AT_ONCE = 50
"""Maximum number of questions answered together, so that nobody waits for long behind them."""


FOREIGN_ORIGIN = 4403
TOO_MANY = 4429
"""Close codes: an origin that isn't allowed; too many sockets or messages from this address."""

UNKNOWN_PLACE = 4410
"""Close code: a stream can't go on from this place."""

NO_SUCH_MATCH = 4404
"""Close code: there is no match at this URL."""

SOCKETS_PER_ADDRESS = 400
"""Maximum number of one address's sockets in one process: enough for a school behind one address."""


def headers(scope: dict[str, Any]) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def address_of(scope: dict[str, Any]) -> str:
    """Return the rate limit key under which this socket is counted."""
    peer = scope.get("client") or ("", 0)
    return rate_limit_key(client_ip(peer[0], headers(scope).get("x-forwarded-for", "")))


def origin_allowed(scope: dict[str, Any]) -> bool:
    """Return whether a page of this site, or a client without a session, opens this socket.

    The Origin must be a trusted one, or the scheme, host and port at which the socket is opened. Without an
    Origin the client is no browser, and is accepted only without a session cookie.
    """
    sent = headers(scope)
    origin, host = sent.get("origin"), sent.get("host", "")
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    if origin is None:
        return request_cookies.session_key_in(scope["cookies"]) is None
    scheme = "https" if settings.HTTPS else "http"
    return origin == f"{scheme}://{host}" or origin in settings.CSRF_TRUSTED_ORIGINS


def language_of(scope: dict[str, Any]) -> str:
    """Return the language of the page that opens this socket, chosen as for the page itself."""
    return language_for(scope["cookies"], headers(scope).get("accept-language", ""))


class OpenSockets:
    """Number of open sockets per address in this process."""

    def __init__(self, limit: int = SOCKETS_PER_ADDRESS) -> None:
        self._limit = limit
        self._open: Counter[str] = Counter()

    def __len__(self) -> int:
        """Return the number; any thread may ask."""
        return sum(list(self._open.values()))

    def is_full_for(self, address: str) -> bool:
        """Return whether the address has reached the limit; any thread may ask."""
        return self._open.get(address, 0) >= self._limit

    def admit(self, address: str) -> bool:
        """Count one more socket and return True; return False at the limit."""
        if self.is_full_for(address):
            return False
        self._open[address] += 1
        return True

    def release(self, address: str) -> None:
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


open_sockets = OpenSockets()
