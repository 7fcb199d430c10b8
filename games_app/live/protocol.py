"""The messages of the live socket: what clients may send, and how answers are written."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from ..batch import Answer
from ..refusals import Refusal

LARGEST_MESSAGE = 4096
"""Bytes of one message from a client. The largest honest one has about 150."""

CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,40}\Z")]
Seq = Annotated[int, Meta(ge=0, lt=2**31)]


class Message(Struct, tag_field="kind", forbid_unknown_fields=True):
    """Anything a client sends; ``kind`` tells which."""


class Act(Message, tag="act"):
    """Play ``action``, decided on the position that stood since event ``base``."""

    cmd: CommandId
    base: Seq
    action: Annotated[str, Meta(max_length=40)]


class Resign(Message, tag="resign"):
    cmd: CommandId


class Rematch(Message, tag="rematch"):
    cmd: CommandId


class Seen(Message, tag="seen"):
    """What the client has shown so far."""

    seq: Seq


class Sync(Message, tag="sync"):
    """Asks for the events after ``after``."""

    after: Seq


ClientMessage = Act | Resign | Rematch | Seen | Sync
_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


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
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Malformed(Refusal("malformed", {"problem": str(error)}), _cmd_of(text)) from error


def too_fast(text: str | None, wait_ms: int) -> Malformed:
    """The refusal of a message that was not even read, since too many came before it."""
    cmd = _cmd_of(text) if text and len(text) <= LARGEST_MESSAGE else None
    return Malformed(Refusal("too_fast", {"seconds": max(wait_ms / 1000, 0.1)}, retry_ms=wait_ms), cmd)


def encode(message: Any) -> str:
    return msgspec.json.encode(message).decode()


def answer(answer: Answer) -> dict[str, Any]:
    """The answer as it goes over the wire."""
    head: dict[str, Any] = {
        "kind": "answer",
        "cmd": answer.cmd,
        "ok": answer.refusal is None,
        "seq": answer.seq,
    }
    if answer.refusal is None:
        return head | {"again": answer.again} | ({"mine": answer.mine} if answer.mine else {})
    refusal = answer.refusal
    body = {"code": refusal.code, "args": refusal.args, "message": refusal.message}
    return head | body | ({"retry_ms": refusal.retry_ms} if refusal.retry_ms else {})


def events(frames: list[str], seq: int) -> str:
    """Stored frames in one message, without decoding them."""
    return f'{{"kind":"events","events":[{",".join(frames)}],"seq":{seq}}}'


def _cmd_of(text: str) -> str | None:
    try:
        cmd = msgspec.json.decode(text).get("cmd")
    except (msgspec.DecodeError, AttributeError, UnicodeError, RecursionError):
        return None
    return cmd if isinstance(cmd, str) and len(cmd) <= 40 else None
