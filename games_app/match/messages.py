"""Commands as messages: one type for each kind of command, with its arguments.

The subclasses of ``ClientCommand`` are decoded from the live socket as defined here: they are part of the
protocol (docs/protocol.md). The others come from forms, imported files, or the server itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from games_app.games.catalogue import EVEN
from games_app.games.handicap import HEAD_STARTS
from games_app.games.rules import get_game
from games_app.lib.chat_text import LONGEST_TYPED
from games_app.match.chat import Phrase
from games_app.match.match_state import MatchState
from games_app.match.start_moves import first_state
from games_app.match.terms import DEFAULT_TERMS, Daily, Handicap, Pause, RealTime, Terms
from games_app.match.transitions import EventRow, Occupant, PlyRow
from games_app.match.wire import ChatRoom, DeclineReason, Visibility

CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,40}\Z")]
Seq = Annotated[int, Meta(ge=0, lt=2**31)]
OfferInPlay: TypeAlias = Literal["draw", "takeback", "pause", "continue"]
AnyOffer: TypeAlias = Literal["draw", "takeback", "pause", "continue", "rematch"]
PauseLength: TypeAlias = Literal[15, 60, 1440, 4320, 10080, 20160]
"""Length of a pause in minutes: a quarter of an hour, an hour, or 1, 3, 7 or 14 days."""

OpenFor: TypeAlias = Literal["10m", "1d", "7d"]
"""Name of the time for which an invitation is open."""
INVITATION_OPEN_FOR: Mapping[OpenFor, timedelta] = {
    "10m": timedelta(minutes=10),
    "1d": timedelta(days=1),
    "7d": timedelta(days=7),
}

RATING_BOUNDS = (100, 200, 300)
"""Rating differences to which the maker of an open offer can restrict opponents."""

RANDOM, BOTH = "random", "both"

NO_ID: CommandId = ""
"""Id of a command that its sender does not resend."""


class Message(Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True):
    """Base of all messages; the tag is the kind of command."""

    cmd: str = NO_ID
    """The sender's own id for the command; a command with the same id is carried out once."""


class ClientCommand(Message, frozen=True):
    """Base of the commands that players send through the live socket, always with an id."""

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
    """Offer a draw, a pause or its end, or ask to take back one's last decision."""

    what: OfferInPlay
    minutes: PauseLength | UnsetType = UNSET
    """Length of an offered pause; only with ``pause``."""


class Accept(ClientCommand, frozen=True, tag="accept"):
    """Accept the offer made by event ``of``."""

    what: OfferInPlay
    of: Seq


class Decline(ClientCommand, frozen=True, tag="decline"):
    """Decline the offer made by event ``of``."""

    what: AnyOffer
    of: Seq


class Withdraw(ClientCommand, frozen=True, tag="withdraw"):
    """Withdraw the sender's own offer, made by event ``of``."""

    what: AnyOffer
    of: Seq


class Unseal(ClientCommand, frozen=True, tag="unseal"):
    """Open the sender's own sealed choice, to choose again."""


class Abort(ClientCommand, frozen=True, tag="abort"):
    pass


class GiveTime(ClientCommand, frozen=True, tag="give_time"):
    pass


class Claim(ClientCommand, frozen=True, tag="claim"):
    """End a match whose other player has been away for too long."""

    result: Literal["win", "draw"]


class OpenTo(ClientCommand, frozen=True, tag="open_to"):
    """Set who may watch: everyone, everyone with the link, or only the two players."""

    who: Visibility


class AllowNearby(ClientCommand, frozen=True, tag="allow_nearby"):
    """Let people at the players' network addresses chat while they watch, or no longer."""

    allowed: bool


class Say(ClientCommand, frozen=True, tag="say"):
    """Send a message in one's own words to a chat room."""

    room: ChatRoom
    text: Annotated[str, Meta(max_length=LONGEST_TYPED)]


class SayPhrase(ClientCommand, frozen=True, tag="say_phrase"):
    """Send a quick phrase or a reaction to a chat room; each reader sees it in their own language."""

    room: ChatRoom
    phrase: Phrase


class HideMessage(Message, frozen=True, tag="hide_message"):
    """Hide a chat message."""

    room: ChatRoom
    number: int


_NO_HANDICAP = Handicap("none")


@dataclass(frozen=True, slots=True)
class MatchConfig:
    """The settings chosen in the form. ``side`` is the maker's role, "random", or "both" for hotseat."""

    game: str
    options: Mapping[str, str]
    side: str
    visibility: str
    terms: Terms = DEFAULT_TERMS
    open_offer: bool = False
    """True if the lobby offers the match to everybody."""
    within: int | None = None
    """Maximum rating difference of a player who takes a rated open offer; one of ``RATING_BOUNDS``."""

    def problems(self) -> list[tuple[str, str]]:
        """Return the problems of these settings: the field of the form, and a code for each."""
        return [(field, code) for field, code, is_wrong in self._rules() if is_wrong]

    def _rules(self) -> list[tuple[str, str, bool]]:
        game, terms = get_game(self.game), self.terms
        alone, has_even_openings = self.side == BOTH, game.slug in EVEN
        real_time, days = isinstance(terms.time, RealTime), isinstance(terms.time, Daily)
        pauses, claims = isinstance(terms.absence, Pause), terms.claims
        helped = terms.hints or terms.takebacks or terms.tips
        paired = terms.balanced or terms.games % 2 == 0
        bounded = self.open_offer and terms.rated and self.within in RATING_BOUNDS
        given = terms.handicap or _NO_HANDICAP
        sizes = HEAD_STARTS[game.slug].sizes if game.slug in HEAD_STARTS else ()
        empty = not (given.head_start or given.time or given.first_move)
        return [
            ("side", "no_such_side", self.side not in (*game.roles, RANDOM, BOTH)),
            ("side", "stranger_at_one_screen", self.open_offer and alone),
            ("side", "rated_at_one_screen", terms.rated and alone),
            ("time", "rated_without_time", terms.rated and terms.time is None),
            ("time", "stranger_without_time", self.open_offer and terms.time is None),
            ("absence", "pause_without_clock", pauses and not real_time),
            ("absence", "claim_within_days", claims and days),
            ("absence", "stranger_without_claim", self.open_offer and real_time and not claims),
            ("rated", "rated_own_rules", terms.rated and not game.can_be_rated),
            ("rated", "rated_with_help", terms.rated and helped),
            ("start", "no_even_opening", terms.balanced and not has_even_openings),
            ("start", "chosen_start", bool(terms.start) and (terms.rated or terms.balanced)),
            ("games", "rated_unpaired", terms.rated and has_even_openings and not paired),
            ("within", "unrated_bound", bool(self.within) and not bounded),
            (
                "handicap",
                "no_such_handicap",
                bool(terms.handicap) and (empty or given.role not in game.roles),
            ),
            ("handicap", "no_such_head_start", given.head_start not in (0, *sizes)),
            ("handicap", "head_start_elsewhere", bool(given.head_start and (terms.start or terms.balanced))),
            ("handicap", "other_clock", given.time is not None and not terms.is_shortened),
            ("handicap", "first_move_taken", given.first_move and self._first_role() != given.role),
            ("handicap", "first_move_in_series", given.first_move and terms.games > 1),
            ("handicap", "rated_handicap", terms.rated and terms.handicap is not None),
        ]

    def _first_role(self) -> str:
        """Return the role that moves first; empty if both do, or if there are no such options."""
        try:
            to_move = first_state(self.game, self.options, self.terms.start).to_move
        except ValueError:
            return ""
        return to_move[0] if len(to_move) == 1 else ""


class Create(Message, frozen=True, tag="create"):
    """Make a match; ``name`` is the maker's name.

    ``invited`` is the only person who may join it, for as long as ``open_for`` says. ``computer``
    takes the other seat at once. ``names`` are those of the two at
    one screen, in the order of the roles; an empty one is replaced by the side's. ``takes_name``: from now on
    the maker is called ``name``.
    """

    config: MatchConfig
    name: str
    computer: Occupant | None = None
    invited: int | None = None
    open_for: OpenFor = "1d"
    names: tuple[str, ...] = ()
    takes_name: bool = False


class Pair(Message, frozen=True, tag="pair"):
    """Begin a match between two people whom its sender pairs. Both have agreed to its terms before.

    ``seats``: the two in the order of the game's roles; the same player twice plays at one screen.
    """

    config: MatchConfig
    seats: tuple[Occupant, Occupant]


class PlayNow(Message, frozen=True, tag="play_now"):
    """Take the oldest open offer with exactly this configuration, or make one; ``name`` is the sender's."""

    config: MatchConfig
    name: str


class Import(Message, frozen=True, tag="import"):
    """Store a finished match that has been judged already; none of its rows is stored yet."""

    match: MatchState
    events: list[EventRow]
    plies: list[PlyRow]


class Join(Message, frozen=True, tag="join"):
    """Take the free seat under ``name``; with ``takes_name`` the sender is called so from now on."""

    name: str
    takes_name: bool = False


class TurnDown(Message, frozen=True, tag="turn_down"):
    """Decline an invitation, for this reason if one is given."""

    reason: DeclineReason | None = None


class Cancel(Message, frozen=True, tag="cancel"):
    """Cancel a waiting match."""


class Abandon(Message, frozen=True, tag="abandon"):
    """End a match without a clock in which nothing has happened for a week."""


class EndMatch(Message, frozen=True, tag="end"):
    """End a match without a result, as a moderator's decision."""


class CallOff(Message, frozen=True, tag="call_off"):
    """End a match without a result, by a decision of the people who began it for its players."""


class Hold(Message, frozen=True, tag="hold"):
    """Pause a match between two people for an hour, by a decision of the people who began it."""


class Release(Message, frozen=True, tag="release"):
    """End the pause of a match, by a decision of the people who began it."""


class HideMatch(Message, frozen=True, tag="hide_match"):
    """Close a match to everybody but its players, by a moderator's decision, which they can't undo."""


class ShowMatch(Message, frozen=True, tag="show_match"):
    """Undo ``HideMatch``: restore the match's former visibility."""


class TakeTip(Message, frozen=True, tag="take_tip"):
    """Take a tip from the engine for the decision on the position after event ``base``."""

    base: Seq


class TakeName(Message, frozen=True, tag="take_name"):
    """Change the name on the sender's seat."""

    name: str


class Gone(Message, frozen=True, tag="gone"):
    """The player of ``role`` is away."""

    role: str


class CameBack(Message, frozen=True, tag="came_back"):
    """The player of ``role`` is back."""

    role: str


class TimeUp(Message, frozen=True, tag="time_up"):
    """A deadline has passed."""


class Lapse(Message, frozen=True, tag="lapse"):
    """The maker of an open offer has left."""


class Outage(Message, frozen=True, tag="outage"):
    """Times in which nothing could be stored: from and to, oldest first.

    One ends before it began if the clock was set back.
    """

    times: tuple[tuple[datetime, datetime], ...]


class Holiday(Message, frozen=True, tag="holiday"):
    """The player of ``role`` is on holiday from ``since`` to ``until``, or back since then if it is past."""

    role: str
    since: datetime
    until: datetime


class Forget(Message, frozen=True, tag="forget"):
    """Remove the name of the player with the id ``who`` from the match."""

    who: int


class Reseat(Message, frozen=True, tag="reseat"):
    """Give what the player with the id ``who`` has in the match to the player ``to``."""

    who: int
    to: int


def kind_of(message: Message | type[Message]) -> str:
    """Return the kind of command that a message asks for."""
    return str(message.__struct_config__.tag)
