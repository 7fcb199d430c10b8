"""Registry of commands, and the permission gate in front of them.

Each command declares who may send it and in which statuses of the match; it can't be declared without.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, TypeAlias, TypeVar

from django.utils.translation import gettext_noop

from games_app.lib.clock import ms
from games_app.lib.names import WITHDRAWN
from games_app.lib.refusals import Refusal
from games_app.models import Match, Player
from games_app.services.commands import command_quota
from games_app.services.commands.messages import Join, Message, Rematch, kind_of
from games_app.services.people import reliability, sanctions
from games_app.services.people.client_marks import Client
from games_app.services.state.chat import Said
from games_app.services.state.clocks import time_is_up
from games_app.services.state.match_state import MatchState
from games_app.services.state.transitions import Transition

M = TypeVar("M", bound=Message)
Effect: TypeAlias = Transition | Said
Service: TypeAlias = Callable[[MatchState, M, int | None, datetime], Effect | Refusal]
"""Function from a message, its sender (None: the server) and the time of judging to the command's effect."""


class By(Enum):
    """Permitted sender of a command."""

    PLAYER = "a person with a seat in the match"
    MAKER = "the person who made the match"
    PLAYER_OR_MAKER = "a person with a seat in the match, or the one who made it"
    VISITOR = "a person without a seat in the match"
    KNOWN = "a person with a name here, seated or not"
    SERVER = "the server itself"


@dataclass(frozen=True, slots=True)
class Command:
    """A message, the match it is for and its sender."""

    message: Message
    match: str
    person: int | None
    from_server: bool = False
    """True for commands of the server itself; input of clients never sets it."""
    at: datetime | None = None
    """Time of receipt, by which it is judged; None: when its batch is stored."""
    address: str = ""
    """Rate limit key of the sender's address, where it is known; stored as a keyed hash only."""
    browser: str = ""
    """Key of the sender's browser, where it is known; stored as a keyed hash only."""

    @property
    def kind(self) -> str:
        return kind_of(self.message)

    @property
    def client(self) -> Client:
        return Client(self.address, self.browser)

    @property
    def cmd(self) -> str | None:
        """The sender's own id for it; None if it has none."""
        return self.message.cmd or None


@dataclass(frozen=True, slots=True)
class Declared:
    message: type[Message]
    service: Service[Any]
    """Accepts a ``message``; guaranteed by ``command``."""
    by: By
    during: frozenset[str]
    reads: bool
    """True if it reads the record; then preceding commands are written first."""


COMMANDS: dict[str, Declared] = {}

DECIDED_MS = 500
"""Milliseconds after which an expired time has been recorded."""

_NOT_NOW = {
    Match.Status.WAITING: gettext_noop("the match has not begun"),
    Match.Status.PLAYING: gettext_noop("the match is being played"),
    Match.Status.OVER: gettext_noop("the match is over"),
    Match.Status.CANCELLED: gettext_noop("the match was cancelled"),
}


def command(
    message: type[M], *, by: By, during: Set[str], reads: bool = False
) -> Callable[[Service[M]], Service[M]]:
    """Register the decorated service as the one that carries out ``message``.

    ``by``: permitted sender, ``during``: statuses of the match, ``reads``: the service reads the record.
    """
    kind = kind_of(message)

    def declare(service: Service[M]) -> Service[M]:
        if kind in COMMANDS:
            raise ValueError(f"The command {kind!r} is declared twice")
        COMMANDS[kind] = Declared(message, service, by, frozenset(during), reads)
        return service

    return declare


def carry_out(match: MatchState, command: Command, now: datetime) -> Effect | Refusal:
    """Return the command's effect if its sender may send it now. Writes nothing."""
    declared = COMMANDS[command.kind]
    refusal = turned_away(match, command, now) or _too_late(match, declared.by, now)
    if declared.by in (By.VISITOR, By.KNOWN) or isinstance(command.message, Rematch):
        refusal = refusal or sanctions.refusal(
            command.person, command.address, now, chats=declared.by is By.KNOWN
        )
    if isinstance(command.message, Join) and match.row.open_offer:
        refusal = refusal or reliability.refusal(command.person, command.address, now)
    effect = refusal or declared.service(match, command.message, command.person, now)
    if not isinstance(effect, Transition) or declared.by is By.SERVER:
        return effect
    return command_quota.charged(match, effect, command.person, ms(now))


def turned_away(match: MatchState, command: Command, now: datetime) -> Refusal | None:
    """Return why its sender may not send the command to the match in its present status, whatever it asks."""
    declared = COMMANDS[command.kind]
    refusal = _not_permitted(match, command, declared.by) or _withdrawn(match, command)
    return refusal or _wrong_phase(match, declared.during, now)


def transition_of(match: MatchState, command: Command, now: datetime) -> Transition | Refusal:
    """Return the effect of a command that makes an event, as all do but those of the chat."""
    effect = carry_out(match, command, now)
    assert not isinstance(effect, Said)  # noqa: S101  (files hold no chat)
    return effect


def _not_permitted(match: MatchState, command: Command, by: By) -> Refusal | None:
    if by is By.SERVER:
        return None if command.from_server else Refusal("not_seated")
    seated = bool(match.roles_of(command.person))
    if by is By.PLAYER and not seated:
        return Refusal("not_seated")
    made = command.person is not None and match.row.maker_id == command.person
    if by is By.MAKER and not made:
        return Refusal("not_the_maker")
    if by is By.PLAYER_OR_MAKER and not (seated or made):
        return Refusal("not_seated")
    if by in (By.VISITOR, By.KNOWN) and command.person is None:
        return Refusal("nobody")
    return Refusal("already_seated") if by is By.VISITOR and seated else None


def _withdrawn(match: MatchState, command: Command) -> Refusal | None:
    """Refuse commands of a withdrawn player, who may still have a page open.

    The database is asked only if the name on a seat suggests it: a player may have chosen this very name.
    """
    if command.person is None or command.from_server:
        return None
    names = {match.seats[role].name for role in match.roles_of(command.person)}
    if names and WITHDRAWN not in names:
        return None
    return Refusal("withdrawn") if Player.all_withdrawn().filter(pk=command.person).exists() else None


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
