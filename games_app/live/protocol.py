"""The messages of the live socket: what clients may send, and how answers are written."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from games_app.lib.refusals import Refusal
from games_app.services.commands.messages import (
    Abort,
    Accept,
    Act,
    Claim,
    Decline,
    GiveTime,
    Offer,
    OpenTo,
    Rematch,
    Resign,
    Seq,
    Unseal,
    Withdraw,
)
from games_app.services.queries import wall
from games_app.services.state import wire
from games_app.services.state.stored_events import read_frame
from games_app.store.batch import Answer

LARGEST_MESSAGE = 4096
"""Bytes of one message from a client. The largest honest one has about 150."""


class Seen(Struct, tag_field="kind", tag="seen", forbid_unknown_fields=True):
    """What the client has shown so far."""

    seq: Seq


class Sync(Struct, tag_field="kind", tag="sync", forbid_unknown_fields=True):
    """Asks for the events after ``after``."""

    after: Seq


CommandMessage = (
    Act | Resign | Rematch | Offer | Accept | Decline | Withdraw | Unseal | Abort | GiveTime | Claim | OpenTo
)
ClientMessage = CommandMessage | Seen | Sync
_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


class Done(Struct, tag_field="kind", tag="answer", frozen=True):
    """The command has taken effect as event ``seq``, now or (``again``) when it came before."""

    cmd: str | None
    seq: int
    again: bool
    mine: wire.Position | UnsetType = UNSET
    """After a choice that stays hidden: the position as its maker sees it."""
    ok: Literal[True] = True


class Refused(Struct, tag_field="kind", tag="answer", frozen=True):
    """Nothing was done; ``message`` says why, and ``code`` and ``args`` say it to programs."""

    cmd: str | None
    """Null where the message was too broken to tell."""
    code: str
    args: dict[str, Any]
    message: str
    seq: int
    """How far the match is by now."""
    retry_ms: int | UnsetType = UNSET
    """Send the same command again after so many milliseconds."""
    ok: Literal[False] = False


class Beat(Struct, tag_field="kind", tag="beat", frozen=True):
    """Every 3 seconds: how far the match is by the database, who watches and which players are here.

    ``names`` are those of watchers who have one, at most 12.
    """

    seq: int
    now: int
    """The server's clock."""
    watchers: int
    here: list[str]
    names: list[str]


class Presence(Struct, tag_field="kind", tag="presence", frozen=True):
    """Somebody came or went."""

    watchers: int
    here: list[str]
    names: list[str]


class Events(Struct, tag_field="kind", tag="events", frozen=True):
    """The answer to ``sync``: the next events after the one it named, at most 50."""

    events: list[wire.Event]
    seq: int


class Wall(Struct, tag_field="kind", tag="wall", frozen=True):
    """The matches that the wall shows from now on, in their order, and those of them that are new on it."""

    protocol: int
    now: int
    order: list[str]
    boards: list[wall.Board]


class Moved(Struct, tag_field="kind", tag="moved", frozen=True):
    """Something has happened in a match on the wall."""

    id: str
    standing: wall.Standing


class WallBeat(Struct, tag_field="kind", tag="beat", frozen=True):
    """Every 3 seconds: how far each match on the wall is, and how many people watch it."""

    now: int
    boards: dict[str, tuple[int, int]]


class Next(Struct, tag_field="kind", tag="next", frozen=True):
    """The player who is followed (by public id) plays this match now."""

    player: str
    match: str
    game: str


WallMessage = Wall | Moved | WallBeat | Next
ServerMessage = wire.Snapshot | wire.Event | Done | Refused | Beat | Presence | Events


class Malformed(ValueError):
    """A message that can't be read; ``cmd`` is its command id where that much could be made out."""

    def __init__(self, refusal: Refusal, cmd: str | None) -> None:
        super().__init__(refusal.message)
        self.refusal, self.cmd = refusal, cmd


def decode(text: str | None) -> ClientMessage:
    """The client's message. Raises Malformed."""
    if text is None:
        raise Malformed(Refusal("malformed", {"problem": "it is not text"}), None)
    size = len(text.encode())
    if size > LARGEST_MESSAGE:
        raise Malformed(Refusal("too_large", {"size": size, "limit": LARGEST_MESSAGE}), None)
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(Refusal("malformed", {"problem": str(error)}), _cmd_of(text)) from error


def too_fast(text: str | None, wait_ms: int) -> Malformed:
    """The refusal of a message that was not even read, since too many came before it."""
    cmd = _cmd_of(text) if text and len(text) <= LARGEST_MESSAGE else None
    return Malformed(Refusal("too_fast", {"seconds": max(wait_ms / 1000, 0.1)}, retry_ms=wait_ms), cmd)


def closes(frame: str) -> bool:
    """Is this stored event one after which only those who sit at the match may see it?"""
    return read_frame(frame).visibility == "seats"


def encode(message: Any) -> str:
    return msgspec.json.encode(message).decode()


def answer(answer: Answer, seen: int) -> str:
    """The one answer to a command; ``seen``: how far its sender is, where the match could not be asked."""
    if answer.refusal is None:
        return encode(Done(answer.cmd, answer.seq, answer.again, answer.mine or UNSET))
    refusal = answer.refusal
    retry = refusal.retry_ms or UNSET
    args = dict(refusal.args)
    return encode(Refused(answer.cmd, refusal.code, args, refusal.message, answer.seq or seen, retry))


def events(frames: list[str], seq: int) -> str:
    """Stored frames in one message, without decoding them."""
    return f'{{"kind":"events","events":[{",".join(frames)}],"seq":{seq}}}'


def _cmd_of(text: str) -> str | None:
    try:
        cmd = msgspec.json.decode(text).get("cmd")
    except (msgspec.DecodeError, AttributeError, UnicodeError, RecursionError):
        return None
    return cmd if isinstance(cmd, str) and len(cmd) <= 40 else None
