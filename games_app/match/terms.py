"""Terms of a match besides the rules: chosen when it is made, shown to both players, kept by a rematch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from games_app.games.catalogue import EVEN
from games_app.lib.codec import converter

TURNS = 40
"""Turns for which clocks are compared."""

DAYS_A_YEAR = 21
"""Maximum number of days of holiday that a player takes in a calendar year, with days for each turn."""

Minutes = Annotated[int, Meta(ge=1, le=60)]
Increment = Annotated[int, Meta(ge=0, le=60)]
Days = Annotated[int, Meta(ge=1, le=14)]
PauseMinutes = Annotated[int, Meta(ge=1, le=30)]
ClaimSeconds = Annotated[int, Meta(ge=30, le=3600)]
Games = Annotated[int, Meta(ge=1, le=12)]
HeadStart = Annotated[int, Meta(ge=0, le=24)]
Role = Annotated[str, Meta(min_length=1, max_length=8)]


class RealTime(Struct, tag_field="kind", tag="real", frozen=True):
    """Minutes for the whole match and an increment in seconds per turn."""

    minutes: Minutes
    increment: Increment

    @property
    def seconds(self) -> int:
        """Seconds that a player has for about 40 turns."""
        return 60 * self.minutes + TURNS * self.increment


class Daily(Struct, tag_field="kind", tag="days", frozen=True):
    """Days for each turn."""

    days: Days


class Wait(Struct, tag_field="kind", tag="wait", frozen=True):
    """Absence has no consequence; a clock runs on."""


class Pause(Struct, tag_field="kind", tag="pause", frozen=True):
    """The clock stops while the player to move is away: once for each player, at most for these minutes."""

    minutes: PauseMinutes


class Claim(Struct, tag_field="kind", tag="claim", frozen=True):
    """The other player may claim a win or a draw once the player to move has been away for these seconds."""

    seconds: ClaimSeconds


Control: TypeAlias = RealTime | Daily
Time: TypeAlias = Control | None
Absence: TypeAlias = Wait | Pause | Claim
Talk: TypeAlias = Literal["words", "phrases", "off"]
Moves = Annotated[str, Meta(max_length=4000)]


class Handicap(Struct, frozen=True):
    """Advantages of one side, for players of different strength; a rematch keeps them with the person."""

    role: Role
    """The role that has them."""
    head_start: HeadStart = 0
    """Number of stones, seeds, shells or men that it has more; 0 for the usual first position."""
    time: Time = None
    """The other role's time; null if both have the same."""
    first_move: bool = False
    """True if the role moves first in every match: a rematch swaps no sides."""


class Terms(Struct, frozen=True):
    """The terms of one match. Fields that an older record lacks have the defaults below."""

    # ``MatchConfig.problems`` says which of them go together.

    hints: bool = True
    """True if the page shows a player where a choice leads before it is made."""
    time: Time = None
    takebacks: bool = True
    """True if players may ask to take a decision back."""
    absence: Absence = Wait()
    games: Games = 1
    """Number of games of the series; sides are swapped after each."""
    balanced: bool = False
    """True if play begins after a provably even opening, drawn by lot.

    Only for games that have such openings.
    """
    rated: bool = False
    """True if the result changes the ratings of both players, who have accounts then."""
    talk: Talk = "words"
    """The chat: free text and quick phrases, quick phrases only, or no chat."""
    start: Moves = ""
    """Moves in notation after which play begins; empty for the game's usual position."""
    tips: bool = False
    """True if both players may ask the engine for tips; against the computer they may in any case."""
    handicap: Handicap | None = None
    """Advantages that make the match even; such a match is never rated."""
    adaptive: bool = False
    """True if the computer's level follows the results: after each game it rises or falls."""

    @property
    def claims(self) -> bool:
        """True if a player may claim the match while the other is away."""
        return isinstance(self.absence, Claim)

    @property
    def is_shortened(self) -> bool:
        """True if the handicap's time is of the same kind as the other one, and shorter."""
        match self.time, self.handicap and self.handicap.time:
            case RealTime() as longer, RealTime() as shorter:
                return shorter.seconds < longer.seconds
            case Daily(longer), Daily(shorter):
                return shorter < longer
        return False

    @property
    def usual_start(self) -> bool:
        """True if play begins at the game's usual first position, or after an even opening."""
        return not self.start and not (self.handicap and self.handicap.head_start)

    def time_of(self, role: str) -> Time:
        """Return the time of a role, which a handicap may shorten."""
        given = self.handicap
        return given.time if given and given.time and given.role != role else self.time


DEFAULT_TERMS = Terms()

# Details that forms propose for a choice.
DEFAULT_CLOCK = RealTime(minutes=10, increment=5)
DEFAULT_DAYS = Daily(days=3)
DEFAULT_PAUSE = Pause(minutes=5)
DEFAULT_CLAIM = Claim(seconds=120)

CLOCK_PRESETS: Mapping[str, Terms] = {
    "3+2": Terms(time=RealTime(3, 2), absence=DEFAULT_CLAIM),
    "5+3": Terms(time=RealTime(5, 3), absence=DEFAULT_CLAIM),
    "10+5": Terms(time=RealTime(10, 5), absence=DEFAULT_CLAIM),
    "days": Terms(time=DEFAULT_DAYS),
}
"""Terms in the lobby, for friends and for bots, by the name of the clock, from fastest to slowest."""

_terms = converter(Terms)


def stored(terms: Terms) -> dict[str, Any]:
    """Return ``terms`` as JSON data for a match's row. Raises msgspec.ValidationError as ``read`` does."""
    plain: dict[str, Any] = msgspec.to_builtins(terms)
    read(plain)
    return plain


def unusual(terms: Terms) -> dict[str, Any]:
    """Return the stored form of the terms without those that are as usual."""
    usual = stored(DEFAULT_TERMS)
    return {name: value for name, value in stored(terms).items() if value != usual[name]}


def read(data: Mapping[str, Any]) -> Terms:
    """Return terms from stored data. Raises msgspec.ValidationError for invalid data."""
    return _terms(dict(data))


def rated_preset(terms: Terms, game: str) -> Terms:
    """Return the terms as those of a rated match; a game that the first player wins begins evenly."""
    return replace(terms, rated=True, hints=False, tips=False, takebacks=False, balanced=game in EVEN)
