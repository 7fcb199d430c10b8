"""What can be asked of the site: one message for each kind of command, with what that kind has to say.

The subclasses of ``ClientCommand`` are decoded from the live socket as they stand here: they are part of the
protocol (docs/protocol.md). The others come by forms, by imported files, or from the server itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from games_app.models import Event
from games_app.services.state.match_state import MatchState
from games_app.services.state.terms import USUAL, Terms
from games_app.services.state.transitions import PlyRow
from games_app.services.state.wire import Visibility

CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,40}\Z")]
Seq = Annotated[int, Meta(ge=0, lt=2**31)]
OfferInPlay: TypeAlias = Literal["draw", "takeback"]
AnyOffer: TypeAlias = Literal["draw", "takeback", "rematch"]

NO_ID: CommandId = ""
"""Stands for the id of a command that its sender does not send again."""


class Message(Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True):
    """The base of all messages; the tag is the kind of command."""

    cmd: str = NO_ID
    """The sender's own id for the command: the same id is never done twice."""


class ClientCommand(Message, frozen=True):
    """The base of what players ask for through the live socket, always with an id."""

    cmd: CommandId


class Act(ClientCommand, frozen=True, tag="act"):
    """Play ``action``, decided on the position after event ``base``."""

    base: Seq
    action: Annotated[str, Meta(max_length=40)]


class Resign(ClientCommand, frozen=True, tag="resign"):
    pass


class Rematch(ClientCommand, frozen=True, tag="rematch"):
    pass


class Offer(ClientCommand, frozen=True, tag="offer"):
    """Offer a draw, or ask to take back one's last decision."""

    what: OfferInPlay


class Accept(ClientCommand, frozen=True, tag="accept"):
    """Accept the offer made by event ``of``."""

    what: OfferInPlay
    of: Seq


class Decline(ClientCommand, frozen=True, tag="decline"):
    """Decline the offer made by event ``of``."""

    what: AnyOffer
    of: Seq


class Withdraw(ClientCommand, frozen=True, tag="withdraw"):
    """Withdraw one's own offer, made by event ``of``."""

    what: AnyOffer
    of: Seq


class Unseal(ClientCommand, frozen=True, tag="unseal"):
    """Open one's own sealed choice, to choose again."""


class Abort(ClientCommand, frozen=True, tag="abort"):
    pass


class GiveTime(ClientCommand, frozen=True, tag="give_time"):
    pass


class Claim(ClientCommand, frozen=True, tag="claim"):
    """End a match whose other player has been away for too long."""

    result: Literal["win", "draw"]


class OpenTo(ClientCommand, frozen=True, tag="open_to"):
    """Set who may watch: everybody, everybody with the link, or only the two players."""

    who: Visibility


@dataclass(frozen=True, slots=True)
class MatchConfig:
    """What somebody asks for in the form. ``side`` is the maker's role, "random", or "both" on one screen."""

    game: str
    options: Mapping[str, str]
    side: str
    visibility: str
    terms: Terms = USUAL


class Create(Message, frozen=True, tag="create"):
    """Make a match, whose maker is called ``name``."""

    config: MatchConfig
    name: str


class Import(Message, frozen=True, tag="import"):
    """Store a match that is over and has been judged already; none of its rows is stored yet."""

    match: MatchState
    events: list[Event]
    moves: list[PlyRow]


class Join(Message, frozen=True, tag="join"):
    """Take the free seat under ``name``."""

    name: str


class Cancel(Message, frozen=True, tag="cancel"):
    """Call off a match that waits."""


class TakeName(Message, frozen=True, tag="take_name"):
    """Sit under another name."""

    name: str


class Gone(Message, frozen=True, tag="gone"):
    """The player of ``role`` is away."""

    role: str


class CameBack(Message, frozen=True, tag="came_back"):
    """The player of ``role`` is there again."""

    role: str


class TimeUp(Message, frozen=True, tag="time_up"):
    """A deadline has passed."""


class Outage(Message, frozen=True, tag="outage"):
    """Nothing could be stored between the two times; the second is earlier where the clock was set back."""

    since: datetime
    until: datetime


class Forget(Message, frozen=True, tag="forget"):
    """Take the name of the player with the id ``who`` out of the match."""

    who: int


def kind_of(message: Message | type[Message]) -> str:
    """Return the kind of command that a message asks for."""
    return str(message.__struct_config__.tag)
