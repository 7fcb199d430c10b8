"""Which commands exist, and the one permission gate in front of them.

A command says who may send it and in which phase of the match when it is declared; there is no way to declare
one without saying so.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, TypeAlias, TypeVar

from games_app.lib.clock import ms
from games_app.lib.names import WITHDRAWN
from games_app.lib.refusals import Refusal
from games_app.models import Match, Player
from games_app.services.commands import asides
from games_app.services.commands.messages import Message, kind_of
from games_app.services.state.clocks import time_is_up
from games_app.services.state.match_state import MatchState
from games_app.services.state.transitions import Transition

M = TypeVar("M", bound=Message)
Service: TypeAlias = Callable[[MatchState, M, int | None, datetime], Transition | Refusal]
"""Says what a message leads to, sent by this person (None: by the server) and judged at this time."""


class By(Enum):
    """Who may send a command."""

    PLAYER = "a person with a seat in the match"
    MAKER = "the person who made the match"
    VISITOR = "a person without a seat in the match"
    SERVER = "the server itself"


@dataclass(frozen=True, slots=True)
class Command:
    """What is asked for, in which match and by whom."""

    message: Message
    match: str
    person: int | None
    from_server: bool = False
    """No door that people use sets this."""
    at: datetime | None = None
    """When the server received it, by which it is judged; None: when its batch is stored."""

    @property
    def kind(self) -> str:
        return kind_of(self.message)

    @property
    def cmd(self) -> str | None:
        """The sender's own id for it; None where it has none."""
        return self.message.cmd or None


@dataclass(frozen=True, slots=True)
class Declared:
    message: type[Message]
    service: Service[Any]
    """Takes a ``message``, as ``command`` has made sure."""
    by: By
    during: frozenset[str]
    reads: bool
    """Does it read the record? Then what came before it is written first."""


COMMANDS: dict[str, Declared] = {}

DECIDED_MS = 500
"""By when a time that is up has surely been recorded."""

_NOT_NOW = {
    Match.Status.WAITING: "the match has not begun",
    Match.Status.PLAYING: "the match is being played",
    Match.Status.OVER: "the match is over",
    Match.Status.CANCELLED: "the match was cancelled",
}


def command(
    message: type[M], *, by: By, during: Set[str], reads: bool = False
) -> Callable[[Service[M]], Service[M]]:
    """Declare the service that carries out such a ``message``: who may send it, in which statuses of the
    match, and whether it reads the record.
    """
    kind = kind_of(message)

    def declare(service: Service[M]) -> Service[M]:
        if kind in COMMANDS:
            raise ValueError(f"The command {kind!r} is declared twice")
        COMMANDS[kind] = Declared(message, service, by, frozenset(during), reads)
        return service

    return declare


def carry_out(match: MatchState, command: Command, now: datetime) -> Transition | Refusal:
    """What the command leads to, if this person may send it now. Writes nothing."""
    declared = COMMANDS[command.kind]
    refusal = _stranger(match, command, declared.by) or _withdrawn(match, command)
    refusal = refusal or _wrong_phase(match, declared.during, now)
    refusal = refusal or _too_late(match, declared.by, now)
    transition = refusal or declared.service(match, command.message, command.person, now)
    if isinstance(transition, Refusal) or declared.by is By.SERVER:
        return transition
    return asides.counted(match, transition, command.person, ms(now))


def _stranger(match: MatchState, command: Command, by: By) -> Refusal | None:
    if by is By.SERVER:
        return None if command.from_server else Refusal("not_seated")
    seated = bool(match.roles_of(command.person))
    if by is By.PLAYER and not seated:
        return Refusal("not_seated")
    if by is By.MAKER and (command.person is None or match.row.maker_id != command.person):
        return Refusal("not_the_maker")
    if by is By.VISITOR and command.person is None:
        return Refusal("nobody")
    return Refusal("already_seated") if by is By.VISITOR and seated else None


def _withdrawn(match: MatchState, command: Command) -> Refusal | None:
    """Whoever has withdrawn does nothing any more, though a page of theirs may still be open. It is looked up
    only where it may be so: the name of a seat says it, but somebody may have chosen just this name.
    """
    if command.person is None or command.from_server:
        return None
    names = {match.seats[role].name for role in match.roles_of(command.person)}
    if names and WITHDRAWN not in names:
        return None
    return Refusal("withdrawn") if Player.all_withdrawn().filter(pk=command.person).exists() else None


def _too_late(match: MatchState, by: By, now: datetime) -> Refusal | None:
    """Once somebody's time is up nobody changes the match any more: the ticker is about to end it."""
    if by is By.SERVER or match.clocks is None or not time_is_up(match.clocks, ms(now)):
        return None
    return Refusal("time_is_up", retry_ms=DECIDED_MS)


def _wrong_phase(match: MatchState, during: frozenset[str], now: datetime) -> Refusal | None:
    status = match.row.status_at(now)
    if status in during:
        return None
    if status == Match.Status.EXPIRED:
        return Refusal("invitation_expired")
    return Refusal("wrong_phase", {"status": status, "reason": _NOT_NOW[Match.Status(status)]})
