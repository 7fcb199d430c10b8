"""Messages of the live socket: their types, decoding and encoding."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from django.utils.translation import override
from msgspec import UNSET, Struct, UnsetType

from games_app.lib import codec
from games_app.lib.refusals import Refusal
from games_app.lists import my_events, wall
from games_app.match import wire
from games_app.match.history import read_frame
from games_app.match.messages import (
    Abort,
    Accept,
    Act,
    AllowNearby,
    Claim,
    Decline,
    GiveTime,
    Offer,
    OpenTo,
    Rematch,
    Resign,
    Say,
    SayPhrase,
    Seq,
    Unseal,
    Withdraw,
)
from games_app.match.terms import Talk
from games_app.match.wire import ChatRoom
from games_app.record.results import Answer

LARGEST_MESSAGE = 4096
"""Maximum size of a client's message, in bytes. The largest honest one has about 150."""


class Seen(Struct, tag_field="kind", tag="seen", forbid_unknown_fields=True):
    """Acknowledge the events shown so far, up to ``seq``; ``hidden``: nobody can see the page."""

    seq: Seq
    hidden: bool = False


class Sync(Struct, tag_field="kind", tag="sync", forbid_unknown_fields=True):
    """Request the events after ``after``."""

    after: Seq


class ReadChat(Struct, tag_field="kind", tag="read_chat", forbid_unknown_fields=True):
    """Request the messages of a chat room before number ``before``, or the newest."""

    room: ChatRoom
    before: Seq | None = None


CommandMessage = (
    Act
    | Resign
    | Rematch
    | Offer
    | Accept
    | Decline
    | Withdraw
    | Unseal
    | Abort
    | GiveTime
    | Claim
    | OpenTo
    | AllowNearby
)
ClientMessage = CommandMessage | Say | SayPhrase | ReadChat | Seen | Sync
_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


class Done(Struct, tag_field="kind", tag="answer", frozen=True):
    """Success: the command has taken effect as event ``seq``, now or (``again``) earlier."""

    cmd: str | None
    seq: int
    again: bool
    mine: wire.Position | UnsetType = UNSET
    """The position as the sender sees it, after a choice that stays hidden."""
    chat: int | UnsetType = UNSET
    """The number of the chat message that the command has stored; then ``seq`` is the match's present one."""
    ok: Literal[True] = True


class Refused(Struct, tag_field="kind", tag="answer", frozen=True):
    """Refusal: nothing was done. ``message`` is the reason for people, ``code`` and ``args`` for programs."""

    cmd: str | None
    """Null if the message's id could not be read."""
    code: str
    args: dict[str, Any]
    message: str
    seq: int
    """The match's present seq."""
    retry_ms: int | UnsetType = UNSET
    """Milliseconds after which to send the same command again."""
    ok: Literal[False] = False


class Beat(Struct, tag_field="kind", tag="beat", frozen=True):
    """Sent every 3 seconds: the match's seq in the database, the watchers and the present players.

    ``names`` are those of watchers who have one, at most 12.
    """

    seq: int
    now: int
    """The server's clock."""
    watchers: int
    here: list[str]
    names: list[str]


class Presence(Struct, tag_field="kind", tag="presence", frozen=True):
    """A change of the watchers or the present players, sent at most once a second."""

    watchers: int
    here: list[str]
    names: list[str]


class Events(Struct, tag_field="kind", tag="events", frozen=True):
    """The answer to ``sync``: the next events after the one it named, at most 50."""

    events: list[wire.Event]
    seq: int


class Chat(Struct, tag_field="kind", tag="chat", frozen=True):
    """The chat rooms that the reader may read from now on, each with the number of its newest message.

    Sent after the snapshot to clients that ask for the chat, and whenever it changes.
    """

    talk: Talk
    rooms: dict[ChatRoom, int]


class ChatPage(Struct, tag_field="kind", tag="chat_page", frozen=True):
    """The answer to ``read_chat``: the messages before the one it named, oldest first, at most 200."""

    room: ChatRoom
    messages: list[wire.ChatMessage]
    first: bool
    """True if there are none before these."""


class Wall(Struct, tag_field="kind", tag="wall", frozen=True):
    """The matches on the wall from now on, in order, and the boards of those that are new on it."""

    protocol: int
    now: int
    order: list[str]
    boards: list[wall.Board]


class Moved(Struct, tag_field="kind", tag="moved", frozen=True):
    """An event in a match on the wall."""

    id: str
    standing: wall.Standing


class WallBeat(Struct, tag_field="kind", tag="beat", frozen=True):
    """Sent every 3 seconds: the seq and the number of watchers of each match on the wall.

    ``waiting``: how many others wait in the lobby.
    """

    now: int
    boards: dict[str, tuple[int, int]]
    waiting: int


class Next(Struct, tag_field="kind", tag="next", frozen=True):
    """The match that the followed player (by public id) plays now."""

    player: str
    match: str
    game: str


class Offered(Struct, frozen=True):
    """An open offer."""

    id: str
    game: str
    title: str
    """The name of the game."""
    variant: str
    """Options and terms that distinguish it, in words."""
    name: str
    player: str
    """The maker's name, and their public id."""
    face: str
    """Key of the maker's face in icons/faces.svg."""
    since: int
    rating: str
    """The maker's rating with its uncertainty in a rated match, which needs an account; otherwise empty."""
    pace: str
    """The pace of a rated match: ``blitz``, ``rapid`` or ``daily``; otherwise empty."""
    bounds: tuple[int, int] | None
    """The lowest and highest rating of players who may take it, in this game at this pace; or None."""


class Lobby(Struct, tag_field="kind", tag="lobby", frozen=True):
    """The open offers, at most 50, those that wait longest first, and the people here.

    Sent at most once a second.
    """

    protocol: int
    now: int
    people: int
    offers: list[Offered]


class LobbyBeat(Struct, tag_field="kind", tag="beat", frozen=True):
    """Sent every 3 seconds."""

    now: int
    people: int


class Friend(Struct, frozen=True):
    """A friend; ``here`` if they have a match, the lobby or their friends open. See ``Person``."""

    player: str
    name: str
    face: str
    here: bool


class Person(Struct, frozen=True):
    """A person, by public id and name; ``face`` is the key of their face in icons/faces.svg."""

    player: str
    name: str
    face: str


class Invited(Struct, frozen=True):
    """An invitation to a match; ``name``, ``player`` and ``face`` are those of its maker."""

    id: str
    game: str
    """The name of the game."""
    variant: str
    name: str
    player: str
    face: str
    until: int
    """Time at which it expires."""


class Contacts(Struct, tag_field="kind", tag="contacts", frozen=True):
    """A player's friends, requests and invitations, sent when they change, at most every 3 seconds."""

    friends: list[Friend]
    asking: list[Person]
    """People who ask the player to be friends."""
    asked: list[Person]
    """People whom the player has asked."""
    invitations: list[Invited]


class Warned(Struct, tag_field="kind", tag="warned", frozen=True):
    """A moderator's warning, sent to any page of the person, who confirms it with ``POST /warning``."""

    title: str
    words: str


class StreamOpened(Struct, tag_field="kind", tag="stream", frozen=True):
    """The first message of a player's stream, which goes on after ``id``."""

    protocol: int
    now: int
    id: str


class StreamBeat(Struct, tag_field="kind", tag="beat", frozen=True):
    """Sent every 15 seconds: the client has all up to ``id``, from which it may resume."""

    now: int
    id: str


class StreamClosed(Struct, tag_field="kind", tag="closed", frozen=True):
    """The last line of a stream over HTTP that the server ends, with the code with which a socket closes."""

    code: int


StreamMessage = StreamOpened | my_events.Entry | StreamBeat | StreamClosed
LobbyMessage = Lobby | LobbyBeat | Contacts
WallMessage = Wall | Moved | WallBeat | Next
ChatMessage = Chat | ChatPage | wire.ChatMessage
ServerMessage = wire.Snapshot | wire.Event | Done | Refused | Beat | Presence | Events | ChatMessage


class Malformed(ValueError):
    """Raised for a message that can't be decoded; ``cmd`` is its command id if that could be read."""

    def __init__(self, refusal: Refusal, cmd: str | None) -> None:
        super().__init__(refusal.message)
        self.refusal, self.cmd = refusal, cmd


def decode(text: str | None) -> ClientMessage:
    """Decode a client's message. Raises Malformed."""
    if text is None:
        raise Malformed(Refusal("malformed", {"problem": "it is not text"}), None)
    size = len(text.encode())
    if size > LARGEST_MESSAGE:
        raise Malformed(Refusal("too_large", {"size": size, "limit": LARGEST_MESSAGE}), None)
    try:
        return _decoder.decode(text)
    except codec.UNREADABLE as error:
        raise Malformed(Refusal("malformed", {"problem": codec.problem_of(error)}), _cmd_of(text)) from error


def too_fast(text: str | None, wait_ms: int) -> Malformed:
    """Return the refusal of a message above the rate limit, which is not decoded."""
    cmd = _cmd_of(text) if text and len(text) <= LARGEST_MESSAGE else None
    return Malformed(Refusal("too_fast", {"seconds": max(wait_ms / 1000, 0.1)}, retry_ms=wait_ms), cmd)


def closes(frame: str) -> bool:
    """Return whether this stored event closes the match to everybody but its players."""
    # Decoding every frame for this would take longer than sending it to a few pages.
    return '"visibility":"seats"' in frame and read_frame(frame).visibility == "seats"


def ends(frame: str) -> bool:
    """Return whether the match is over after this stored event."""
    return '"status":"over"' in frame and read_frame(frame).status == "over"


def nearby(frame: str) -> tuple[str, ...] | None:
    """Return the roles that let watchers nearby chat after this stored event; None if it is another kind."""
    return read_frame(frame).nearby if '"what":"nearby"' in frame else None


def encode(message: Any) -> str:
    """Encode a message; lazy texts get the current language."""
    return msgspec.json.encode(message, enc_hook=str).decode()


def answer(answer: Answer, seen: int, language: str) -> str:
    """Encode the answer to a command; ``seen`` is the sender's seq, for a refusal without the match's."""
    if answer.refusal is None:
        number = answer.chat.number if answer.chat else UNSET
        return encode(Done(answer.cmd, answer.seq, answer.again, answer.mine or UNSET, number))
    refusal = answer.refusal
    retry = refusal.retry_ms or UNSET
    args = dict(refusal.args)
    with override(language):
        message = refusal.message
    return encode(Refused(answer.cmd, refusal.code, args, message, answer.seq or seen, retry))


def events(frames: list[str], seq: int) -> str:
    """Return stored frames as one message, without decoding them."""
    return f'{{"kind":"events","events":[{",".join(frames)}],"seq":{seq}}}'


def _cmd_of(text: str) -> str | None:
    try:
        cmd = msgspec.json.decode(text).get("cmd")
    except (msgspec.DecodeError, AttributeError, UnicodeError, RecursionError):
        return None
    return cmd if isinstance(cmd, str) and len(cmd) <= 40 else None
