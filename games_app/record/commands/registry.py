"""Registry of commands, and the permission gate in front of them.

Each command must declare who may send it and in which statuses of the match. Everything else that the writer
must know of a command is declared here too: the writer knows no message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any, Literal, TypeAlias, TypeVar

from django.utils.translation import gettext_noop
from msgspec import structs

from games_app.lib.clock import ms
from games_app.lib.names import WITHDRAWN
from games_app.lib.refusals import Refusal
from games_app.match import pending
from games_app.match.chat import Said
from games_app.match.clocks import time_is_up
from games_app.match.match_state import MatchState
from games_app.match.messages import Message, kind_of
from games_app.match.transitions import Change, FinishedMatch, Transition
from games_app.models import Match, Player
from games_app.people import bots, membership, reliability, sanctions
from games_app.people.client_marks import NO_CLIENT, Client
from games_app.record.commands import command_quota


@dataclass(frozen=True, slots=True)
class Standing:
    """The match that the sender has already, by this command or instead of the requested one."""

    match: str
    seq: int = 1


@dataclass(slots=True)
class Lobby:
    """The open offers that the commands of one batch may take or end, those that wait longest first."""

    known: Mapping[str, MatchState]
    """The matches that the batch has locked or made, by public id."""
    write: Callable[[], None]
    """Write the results of the previous commands, so that queries find them."""
    offers: list[str] = field(default_factory=list)
    withdrawn: frozenset[int] = frozenset()
    """Senders who have withdrawn meanwhile."""

    def waiting(self, now: datetime) -> list[MatchState]:
        """Return the offers that still wait."""
        matches = [self.known[offer] for offer in self.offers if offer in self.known]
        return [match for match in matches if match.row.status_at(now) == Match.Status.WAITING]


M = TypeVar("M", bound=Message)
Effect: TypeAlias = Transition | Change | FinishedMatch | Standing | Said
Service: TypeAlias = Callable[[MatchState, M, int, datetime], Effect | Refusal]
"""Function from a message, its sender and the time of judging to the command's effect."""
ServerService: TypeAlias = Callable[[MatchState, M, None, datetime], Effect | Refusal]
"""The same for a command of the server itself."""
MakingService: TypeAlias = Callable[[Lobby, M, int, "Command", datetime], Effect | Refusal]
"""The same for a command that names no match: it may use the open offers, and other parts of the command."""
Before: TypeAlias = Callable[[Lobby, M, int, "Command", datetime], str | None]
"""Function that returns the match to which the same command has led before."""


class By(Enum):
    """Permitted sender of a command."""

    PLAYER = "a person with a seat in the match"
    MAKER = "the person who made the match"
    PLAYER_OR_MAKER = "a person with a seat in the match, or the one who made it"
    VISITOR = "a person without a seat in the match"
    KNOWN = "a person with a name here, seated or not"
    ADMITTED = "a person who may make matches here; the command names none"
    SERVER = "the server itself"


Person: TypeAlias = Literal[By.PLAYER, By.MAKER, By.PLAYER_OR_MAKER, By.VISITOR, By.KNOWN]
"""Senders of commands about a match that a player id identifies."""


@dataclass(frozen=True, slots=True)
class Command:
    """A message, the match it is for and its sender."""

    message: Message
    match: str
    player_id: int | None
    """Primary key of its sender; None for the server, and for strangers."""
    from_server: bool = False
    """True for commands of the server itself; input of clients never sets it."""
    at: datetime | None = None
    """Time of receipt, which counts for deadlines; None: the time when its batch is stored."""
    client: Client = NO_CLIENT
    """The sender's address and browser, as far as they are known."""
    by_token: bool = False
    """True if a program sends it, by a personal token of the player."""

    @property
    def kind(self) -> str:
        return kind_of(self.message)

    @property
    def declared(self) -> Declared:
        """The declaration of its message. Raises KeyError if there is none."""
        return _DECLARED[type(self.message)]

    @property
    def cmd(self) -> str | None:
        """The sender's own id for it; None if it has none."""
        return self.message.cmd or None


@dataclass(frozen=True, slots=True)
class Declared:
    message: type[Message]
    service: Callable[..., Effect | Refusal]
    """A ``ServerService`` if only the server sends it, a ``MakingService`` if it names no match.

    Otherwise a ``Service``; the decorators guarantee this.
    """
    by: By
    during: frozenset[str] = frozenset()
    reads: bool = False
    """True if it reads the record; preceding commands are then written first."""
    makes_match: bool = False
    """True if it may make a match whose time runs."""
    takes_seat: bool = False
    """True if it takes a free seat: at an open offer, that ends other offers."""
    is_verdict: bool = False
    """True if it may cost a player a match: nobody loses one by an outage."""
    is_chat: bool = False
    """True if its effect is a chat message instead of an event of the match."""
    is_move: bool = False
    """True if it plays an action."""
    before: Before[Any] | None = None

    @property
    def names_match(self) -> bool:
        return self.by is not By.ADMITTED

    @property
    def locks_sender(self) -> bool:
        """True if the sender is locked: a form sent to two processes at once then makes one match."""
        return self.takes_seat or not self.names_match

    @property
    def plays(self) -> bool:
        """True if it plays an action, or may begin a match."""
        return self.is_move or self.takes_seat or self.makes_match

    @property
    def awaits_outages(self) -> bool:
        """True if processes that compensate for an outage go first: this command may not know of it."""
        return self.makes_match or self.is_verdict


COMMANDS: dict[str, Declared] = {}
_DECLARED: dict[type[Message], Declared] = {}
"""The same by type of message, which is found faster than its kind."""

DECIDED_MS = 500
"""Milliseconds after which an expired time has been recorded."""

_NOT_NOW = {
    Match.Status.WAITING: gettext_noop("the match has not begun"),
    Match.Status.PLAYING: gettext_noop("the match is being played"),
    Match.Status.OVER: gettext_noop("the match is over"),
    Match.Status.CANCELLED: gettext_noop("the match was cancelled"),
}


def command(
    message: type[M],
    *,
    by: Person,
    during: Set[str],
    reads: bool = False,
    makes_match: bool = False,
    takes_seat: bool = False,
    is_chat: bool = False,
    is_move: bool = False,
) -> Callable[[Service[M]], Service[M]]:
    """Register the decorated service as the one that carries out ``message`` on the match that it names.

    ``by``: permitted sender; ``during``: statuses of the match. ``Declared`` explains the rest.
    """

    def declare(service: Service[M]) -> Service[M]:
        _declare(
            Declared(
                message,
                service,
                by,
                frozenset(during),
                reads=reads,
                makes_match=makes_match,
                takes_seat=takes_seat,
                is_chat=is_chat,
                is_move=is_move,
            )
        )
        return service

    return declare


def server_command(
    message: type[M], *, during: Set[str], is_verdict: bool = False, is_chat: bool = False
) -> Callable[[ServerService[M]], ServerService[M]]:
    """Register the decorated service as the one that carries out ``message``, which only the server sends."""

    def declare(service: ServerService[M]) -> ServerService[M]:
        _declare(
            Declared(message, service, By.SERVER, frozenset(during), is_verdict=is_verdict, is_chat=is_chat)
        )
        return service

    return declare


def making_command(
    message: type[M], *, before: Before[M] | None = None, makes_match: bool = True
) -> Callable[[MakingService[M]], MakingService[M]]:
    """Register the decorated service as the one that carries out ``message``, which names no match.

    People who may make matches here may send it. ``before`` finds the match that the same command has made.
    ``makes_match`` is False if that match is over already.
    """

    def declare(service: MakingService[M]) -> MakingService[M]:
        _declare(Declared(message, service, By.ADMITTED, reads=True, makes_match=makes_match, before=before))
        return service

    return declare


def _declare(declared: Declared) -> None:
    kind = kind_of(declared.message)
    if kind in COMMANDS:
        raise ValueError(f"The command {kind!r} is declared twice")
    COMMANDS[kind] = _DECLARED[declared.message] = declared


def carry_out(match: MatchState, command: Command, now: datetime) -> Effect | Refusal:
    """Return the command's effect if its sender may send it now. Writes nothing."""
    declared = command.declared
    refusal = turned_away(match, command, now) or _too_late(match, declared.by, now)
    if declared.by in (By.VISITOR, By.KNOWN) or declared.makes_match:
        refusal = refusal or sanctions.refusal(
            command.player_id, command.client.address, now, chats=declared.by is By.KNOWN
        )
    if declared.takes_seat and match.row.open_offer:
        refusal = refusal or reliability.refusal(command.player_id, command.client.address, now)
    if command.by_token and command.player_id and declared.plays:
        refusal = refusal or bots.program_refusal(command.player_id, match.terms)
    effect = refusal or declared.service(match, command.message, command.player_id, now)
    if not isinstance(effect, Transition) or declared.by is By.SERVER:
        return effect
    if command.by_token and declared.is_move:
        effect = _marked(match, effect, command.player_id)
    return command_quota.charged(match, effect, command.player_id, now)


def _marked(match: MatchState, played: Transition, player_id: int | None) -> Transition:
    """Return the transition with the mark that a program played it for a person; bots have their names."""
    if played.role in match.pending.programs or not player_id or bots.is_bot(player_id):
        return played
    return structs.replace(played, pending=pending.played_by_program(match.pending, played.role))


def make(lobby: Lobby, command: Command, now: datetime) -> Effect | Refusal:
    """Return the effect of a command that names no match if its sender may send it now. Writes nothing."""
    declared, sender = command.declared, command.player_id
    if sender is None:
        return Refusal("nobody")
    if sender in lobby.withdrawn:
        return Refusal("withdrawn")
    if declared.before and (made := declared.before(lobby, command.message, sender, command, now)):
        return Standing(made)
    refusal = _not_admitted(sender, command.client.address, now)
    return refusal or declared.service(lobby, command.message, sender, command, now)


def _not_admitted(player_id: int, address: str, now: datetime) -> Refusal | None:
    """Return why this person, at this address, can make no match at all; None if they can."""
    if membership.is_closed_to(player_id):
        return Refusal("members_only")
    return sanctions.refusal(player_id, address, now)


def turned_away(match: MatchState, command: Command, now: datetime) -> Refusal | None:
    """Return why its sender may not send the command to the match in its present status, whatever it asks."""
    declared = command.declared
    refusal = _not_permitted(match, command, declared.by) or _withdrawn(match, command)
    return refusal or _wrong_phase(match, declared.during, now)


def transition_of(match: MatchState, command: Command, now: datetime) -> Transition | Refusal:
    """Return the effect of a command that makes an event; only chat commands don't."""
    effect = carry_out(match, command, now)
    assert isinstance(effect, Transition | Refusal)  # noqa: S101  (files hold no chat)
    return effect


def _not_permitted(match: MatchState, command: Command, by: By) -> Refusal | None:
    if by is By.SERVER:
        return None if command.from_server else Refusal("not_seated")
    seated = bool(match.roles_of(command.player_id))
    if by is By.PLAYER and not seated:
        return Refusal("not_seated")
    made = command.player_id is not None and match.row.maker_id == command.player_id
    if by is By.MAKER and not made:
        return Refusal("not_the_maker")
    if by is By.PLAYER_OR_MAKER and not (seated or made):
        return Refusal("not_seated")
    if by in (By.VISITOR, By.KNOWN) and command.player_id is None:
        return Refusal("nobody")
    return Refusal("already_seated") if by is By.VISITOR and seated else None


def _withdrawn(match: MatchState, command: Command) -> Refusal | None:
    """Refuse commands of a withdrawn player, who may still have a page open.

    The database is asked only if the name on a seat suggests it: a player may have chosen this very name.
    """
    if command.player_id is None or command.from_server:
        return None
    names = [seat.name for seat in match.seats.values() if seat.player_id == command.player_id]
    if names and WITHDRAWN not in names:
        return None
    return Refusal("withdrawn") if Player.all_withdrawn().filter(pk=command.player_id).exists() else None


def _too_late(match: MatchState, by: By, now: datetime) -> Refusal | None:
    """Refuse changes by players once a time is up: the ticker is about to end the match."""
    if by in (By.SERVER, By.KNOWN) or match.clocks is None or not time_is_up(match.clocks, ms(now)):
        return None
    return Refusal("time_is_up", retry_ms=DECIDED_MS)


def _wrong_phase(match: MatchState, during: frozenset[str], now: datetime) -> Refusal | None:
    status = match.row.status_at(now)
    if status in during:
        return None
    if status == Match.Status.EXPIRED:
        return Refusal("invitation_expired")
    return Refusal("wrong_phase", {"status": status, "reason": _NOT_NOW[Match.Status(status)]})
