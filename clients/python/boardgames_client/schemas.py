"""Types of what the site's API takes and answers: JSON objects as they are.

Written by `python3 manage.py protocol`; a test checks it.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class Problem(TypedDict):
    """The one shape of errors."""

    code: str
    message: str
    retry_ms: NotRequired[int]
    """Milliseconds after which the same request may pass; also in Retry-After, in seconds."""


class Calls(TypedDict):
    document: str
    """Path of the OpenAPI document."""
    page: str
    """Path of the same for people."""
    calls: list[CallLine]


class CallLine(TypedDict):
    method: str
    path: str
    summary: str
    scope: str
    """Scope that a token needs; empty if any token does."""
    needs_token: bool


class RuleSets(TypedDict):
    rule_sets: list[RuleSet]


class RuleSet(TypedDict):
    slug: str
    game: str
    """Slug of the game whose rule set it is."""
    name: str
    roles: list[str]
    options: dict[str, list[str]]
    """Allowed values of each option."""
    version: int


class Me(TypedDict):
    """The token's player, and what waits for them. The stream brings what follows."""

    id: str
    name: str
    bot: bool
    playing: list[str]
    """Your running matches, those that have waited longest first."""
    invitations: list[OpenInvitation]


class OpenInvitation(TypedDict):
    """An invitation to you that waits for your answer."""

    match: str
    game: str
    name: str
    """Name of the person who invites you."""
    player: str
    """Their public id."""
    until: int
    """Milliseconds since 1970 UTC at which it expires."""


class OpenOffer(TypedDict):
    """A match that waits for anybody."""

    match: str
    game: str
    options: dict[str, str]
    terms: Terms
    name: str
    """The maker's name."""
    player: str
    """The maker's public id."""
    since: int
    """Milliseconds since 1970 UTC at which it was made."""
    until: int
    """Milliseconds since 1970 UTC at which it expires."""
    rating: str
    """The maker's rating, with a question mark if uncertain; empty if the match is casual."""
    pace: str
    """Pace of a rated match; otherwise empty."""
    bounds: list[int] | None
    """The lowest and highest rating of players who may take it."""


class Terms(TypedDict):
    """The terms of one match. Fields that an older record lacks have the defaults below."""

    hints: bool
    """True if the page shows a player where a choice leads before it is made."""
    time: RealTime | Daily | None
    takebacks: bool
    """True if players may ask to take a decision back."""
    absence: Wait | Pause | Claim
    games: int
    """Number of games of the series; sides are swapped after each."""
    balanced: bool
    """True if play begins after a provably even opening, drawn by lot.
    
    Only for games that have such openings.
    """
    rated: bool
    """True if the result changes the ratings of both players, who have accounts then."""
    talk: Literal["off", "phrases", "words"]
    """The chat: free text and quick phrases, quick phrases only, or no chat."""
    start: str
    """Moves in notation after which play begins; empty for the game's usual position."""
    tips: bool
    """True if both players may ask the engine for tips; against the computer they may in any case."""
    handicap: Handicap | None
    """Advantages that make the match even; such a match is never rated."""
    adaptive: bool
    """True if the computer's level follows the results: after each game it rises or falls."""


class RealTime(TypedDict):
    """Minutes for the whole match and an increment in seconds per turn."""

    kind: Literal["real"]
    minutes: int
    increment: int


class Daily(TypedDict):
    """Days for each turn."""

    kind: Literal["days"]
    days: int


class Wait(TypedDict):
    """Absence has no consequence; a clock runs on."""

    kind: Literal["wait"]


class Pause(TypedDict):
    """The clock stops while the player to move is away: once for each player, at most for these minutes."""

    kind: Literal["pause"]
    minutes: int


class Claim(TypedDict):
    """The other player may claim a win or a draw once the player to move has been away for these seconds."""

    kind: Literal["claim"]
    seconds: int


class Handicap(TypedDict):
    """Advantages of one side, for players of different strength; a rematch keeps them with the person."""

    role: str
    """The role that has them."""
    head_start: NotRequired[int]
    """Number of stones, seeds, shells or men that it has more; 0 for the usual first position."""
    time: NotRequired[RealTime | Daily | None]
    """The other role's time; null if both have the same."""
    first_move: NotRequired[bool]
    """True if the role moves first in every match: a rematch swaps no sides."""


class MatchLine(TypedDict):
    id: str
    game: str
    status: str
    how: str
    """Reason of the end; empty before."""
    winner: str
    """Role that won; empty without one."""
    seats: dict[str, str]
    """Name of the player in each role."""
    players: dict[str, str]
    """Public id of the player in each role; without those who have withdrawn."""
    options: dict[str, str]
    terms: Terms
    started: int | None
    """Milliseconds since 1970 UTC at which it began."""
    acted: int
    """Milliseconds since 1970 UTC at which it was last played."""
    ended: int | None
    """Milliseconds since 1970 UTC at which it ended."""
    paused_until: int | None
    """Milliseconds since 1970 UTC until which the players agreed to pause; null without a pause."""
    ratings: dict[str, MatchRating]
    """Rating of each role; empty if the match is casual, or is over and did not count."""


class MatchRating(TypedDict):
    """Rating of a player in a rated match."""

    rating: int
    deviation: int
    """Both as they were before the match; the current ones while it goes on."""
    change: int | None
    """Points that the match added; null before its end."""


class Done(TypedDict):
    """Your command was carried out, now or (`again`) when you sent it before."""

    match: str
    seq: int
    """The event that it led to."""
    again: bool
    mine: NotRequired[Position]
    """The position as you may see it, after a choice that stays hidden."""
    chat: NotRequired[int]
    """Number of your chat message in its room."""


class Position(TypedDict):
    """The position of the match as its reader may see it."""

    facts: dict[str, Any]
    to_move: list[str]
    legal: dict[str, list[str]]
    """The actions open to each role that is to move."""
    base: dict[str, int]
    """Seq of the last event that changed each role's choices; its next act names it."""
    ply: int
    """The number of the last ply; 0 at the start."""
    ways: NotRequired[dict[str, dict[str, list[list[list[int | str]]]]]]
    """Sowing by hand: the laps that follow if nobody else sows, for each role to move.
    
    They are keyed by each house that the role may scoop, or the stop where its hand is. A lap has for each
    shell the stops where it may fall; the sowing continues from the last of them. Each further lap begins
    with the shells at the stop where the one before ended. Used to draw drops before the server has answered.
    """


class MatchView(TypedDict):
    """A match as its reader may see it."""

    seq: int
    match: About
    position: Position
    clocks: Clocks | None
    offers: dict[str, Offer]
    """Offers that wait for an answer."""
    gone: dict[str, int]
    """Roles to move whose player is away, and when something follows from it."""
    paused_until: int | None
    """Milliseconds since 1970 UTC until which the players agreed to pause; null without a pause."""
    holidays: dict[str, int]
    """Roles whose players are on holiday -> its end, in milliseconds since 1970 UTC, which may be past."""
    you: list[str]
    """Your roles."""
    ratings: dict[str, MatchRating]
    """Rating of each role; empty if the match is casual, or is over and did not count."""


class About(TypedDict):
    """Data of the match itself."""

    id: str
    game: str
    options: dict[str, str]
    terms: Terms
    visibility: Literal["link", "public", "seats"]
    seats: list[Seat]
    status: Literal["cancelled", "expired", "over", "playing", "waiting"]
    result: Result | None
    rematch: Rematch | None
    series: Series | None
    nearby: list[str]
    """Roles whose players let watchers at the players' addresses chat before the end; it takes both."""
    tips: dict[str, int]
    """Number of tips that each role has taken; a role without any is left out."""
    programs: list[str]
    """Roles of people for whom a program has played, by a personal token."""


class Seat(TypedDict):
    role: str
    name: str
    """Empty while the seat is free."""
    level: NotRequired[str]
    """Level of the computer; absent for a person. Its name is in English."""


class Result(TypedDict):
    """Result of a match.

    `winner` is null for a draw, and for a match that was aborted or ended by a moderator, which counts for
    neither player. `goals` is set only if the rules ended the match.
    """

    winner: str | None
    how: Literal["aborted", "absence", "agreement", "moderator", "resignation", "rules", "time"]
    goals: dict[str, int] | None


class Rematch(TypedDict):
    """The role that has offered a rematch, or the id of the rematch that has begun."""

    by: NotRequired[str | None]
    match: NotRequired[str | None]


class Series(TypedDict):
    """Several games with a common score."""

    id: str
    """The id of the first match."""
    game: int
    """Number of this game, from 1."""
    of: int
    score: dict[str, float]
    """Points of the players by their present role: 1 for a win, 0.5 for a draw. Includes this game once it
    is over.
    """


class Clocks(TypedDict):
    """The time left for each role, in milliseconds.

    At any moment a role in `running` has `left` minus the time since `at`, or since the end of its
    suspension if that is later. Every other role has exactly `left`.
    """

    at: int
    left: dict[str, int]
    running: list[str]
    begun: list[str]
    """The roles that have acted; a clock starts with its role's first action."""
    first: dict[str, int]
    """Deadline of each role's first action; after it the match is aborted."""
    paused: dict[str, int]
    """Latest end of the pause of each clock that waits for an absent player."""
    suspended: NotRequired[dict[str, int]]
    """Time until which a role's clock stands still, whatever happens; absent if none does."""


class Offer(TypedDict):
    """An open offer: the role that made it, and the event in which it did."""

    by: str
    seq: int
    minutes: NotRequired[int]
    """Length of an offered pause; absent in other offers."""


class Event(TypedDict):
    """An event as sent to every viewer, in the order of `seq`, which has no gaps."""

    kind: Literal["event"]
    seq: int
    what: str
    at: int
    role: str | None
    plies: list[Ply]
    """A player's ply and all that the server played after it; both sealed plies with the second seal."""
    position: Position
    status: Literal["cancelled", "expired", "over", "playing", "waiting"]
    result: Result | None
    clocks: NotRequired[Clocks]
    """Clocks, in every event of a match with a clock that has begun."""
    offers: NotRequired[dict[str, Offer]]
    """Open offers; absent if there are none."""
    gone: NotRequired[dict[str, int]]
    """Roles to move whose player is away; absent if there are none. See `Snapshot.gone`."""
    offer: NotRequired[str]
    """Kind of the offer, with `offered`, `declined` and `withdrawn`."""
    reason: NotRequired[
        Literal["bots_only", "casual", "later", "people_only", "rated", "rule_set", "too_fast", "too_slow"]
    ]
    """Reason of the invited person, with `cancelled`, if they declined and gave one."""
    given: NotRequired[int]
    """Milliseconds added to the other player's clock, with `time_given`."""
    minutes: NotRequired[int]
    """Length of the pause, with `paused` and with `offered` of a pause."""
    paused_until: NotRequired[int]
    """End of the pause that the players agreed on; absent without one, and after the next action."""
    until: NotRequired[int]
    """End of the role's holiday, with `holiday`; not after `at` if the player is back early."""
    holidays: NotRequired[dict[str, int]]
    """Roles whose players are on holiday -> its end; absent if there are none. It may be past."""
    series: NotRequired[Series]
    """Score after the game, with the end of a game of a series."""
    seats: NotRequired[list[Seat]]
    """Names on the seats, with `created`, `renamed`, `started`, `reseated` and `forgotten`."""
    match: NotRequired[str]
    """Id of the match that follows, with `rematched`."""
    id: NotRequired[str]
    """Id of the match itself, with its first event."""
    terms: NotRequired[dict[str, Any]]
    """The terms that differ from the usual ones, with the first event. See `About.terms`."""
    visibility: NotRequired[Literal["link", "public", "seats"]]
    """Visibility of the match from then on, with `started` and `opened_to`."""
    delay: NotRequired[int]
    """Milliseconds by which every deadline was put off, with `outage`."""
    nearby: NotRequired[list[str]]
    """Roles whose players allow it from then on, with `nearby`. See `About.nearby`."""
    tips: NotRequired[dict[str, int]]
    """Number of tips that each role has taken by then, with `tipped`."""
    programs: NotRequired[list[str]]
    """Roles for which a program has played; absent if there are none. See `About.programs`."""


class Ply(TypedDict):
    """One applied action and its trace."""

    n: int
    role: str
    action: str
    trace: Any


class MatchFile(TypedDict):
    """A match with everything that is needed to replay it."""

    format: Literal["quiet-table 1"]
    site: str
    """URL of the site where it was played."""
    match: str
    game: str
    rules: int
    """The version of the game's rules."""
    options: dict[str, str]
    terms: Terms
    players: dict[str, str]
    """Role -> name, in the order of the game's roles."""
    levels: dict[str, str]
    """Role -> level of the computer that played it."""
    began: int
    """Milliseconds since 1970 (UTC)."""
    result: str
    """The role that won, "draw", "none" if aborted or ended by a moderator, or "*" if unfinished."""
    how: str
    """The reason for the end, as in docs/protocol.md; empty for an unfinished match."""
    goals: dict[str, int] | None
    """Role -> points from 0 to 100, if the rules ended the match."""
    series: Series | None
    entries: list[Entry]


class Entry(TypedDict):
    """One event, as in docs/protocol.md."""

    what: str
    at: int
    """Milliseconds since 1970 (UTC)."""
    role: NotRequired[str]
    plies: NotRequired[list[EntryPly]]
    """The player's ply and those that the server played after it (`acted`, `sealed`, `opening`).
    `sealed` has only the player's ply, and none until it has been revealed.
    """
    to: NotRequired[int | None]
    """The ply to whose position the match returned (`taken_back`, `unsealed`)."""
    name: NotRequired[str]
    """The player's new name (`created`, `renamed`)."""
    offer: NotRequired[str]
    """The kind of offer (`offered`, `declined`, `withdrawn`)."""
    given: NotRequired[int]
    """Milliseconds added to a clock (`time_given`)."""
    minutes: NotRequired[int]
    """Length of a pause (`paused`, and `offered` of a pause)."""
    until: NotRequired[int]
    """End of a holiday (`holiday`), in milliseconds since 1970 (UTC)."""
    delay: NotRequired[int]
    """Milliseconds by which every deadline was postponed (`outage`)."""
    comment: NotRequired[str]


class EntryPly(TypedDict):
    """One applied action; `n` is its number in the match, which also counts plies taken back."""

    n: int
    role: str
    action: str


class Review(TypedDict):
    """Progress of the review of a match."""

    state: str
    """"none", "waiting", "running", "done", "failed" or "cancelled"."""
    done: int
    of: int
    """Number of decisions, of which so many are `done`; 0 until it is known."""
    before: int
    """Jobs that come first."""
    mine: bool
    """True if nobody else waits for it."""
    decisions: list[dict[str, Any]]
    """Decisions that are found and not yet known, the last one of the match first.
    
    Mistakes have up to two `reasons`: what they brought about, and what the best decision does.
    """
    summary: dict[str, Any] | None
    least_mistake: float | None
    """Minimum estimated loss that is marked as a mistake; null if the game marks none."""


class Analysis(TypedDict):
    """Progress of the analysis of a position. Ask again under its id within 20 seconds, or it ends."""

    id: str
    state: str
    before: int
    short: bool
    found: dict[str, Any] | None


class Explored(TypedDict):
    """Moves that were played from a position in finished public matches between two people.

    Only the first decisions of each match are counted. Moves that are mirror images of each other are counted
    together.
    """

    key: str
    """The position, for `position` in an address of the history; empty if it has none."""
    games: int
    moves: list[Move]
    """Those that were played, most often first, then those of which something is proved."""
    newest: list[NamedMatch]
    strongest: list[NamedMatch]
    """Rated ones only, of the highest band."""
    proof: dict[str, Any] | None
    """The proved value of the position: {"role", "scope", "unit", "value"}."""


class Move(TypedDict):
    """A move from the position, and the results of the matches in which it was played.

    They are seen by the role that moved.
    """

    action: str
    games: int
    won: int
    drawn: int
    lost: int
    value: dict[str, Any] | None
    """Its proved value, for the role to move: {"kind", "score", "outcome"}."""


class NamedMatch(TypedDict):
    """A match that came to the position after ply `ply`."""

    id: str
    ply: int
    players: dict[str, str]
    """Names by role; empty for people whose names the reader hides."""
    winner: str | None
    band: str
    ended: int
    """Time of its end in milliseconds."""


class PuzzleView(TypedDict):
    """A position in which exactly one action wins; several such decisions may follow each other."""

    id: str
    game: str
    role: str
    """The role that is to move and wins."""
    scope: str
    """"game", or "round" if the round is won."""
    decisions: int
    """Number of decisions in the solution."""
    position: dict[str, Any]


class Judgement(TypedDict):
    """A judged decision, and the position after it."""

    right: bool
    solved: bool
    fault: dict[str, Any] | None
    """Facts that are proved of a wrong decision."""
    plies: list[dict[str, Any]]
    position: dict[str, Any]
    follows: list[dict[str, Any]]
    """Automatic play after a right decision."""
    reason: NotRequired[dict[str, Any] | None]
    """Claim about what the solution wins, once it is found, or what a wrong decision allows, if known."""
    rating: NotRequired[dict[str, int]]
    """Your puzzle rating before and after, if this attempt counted."""
    themes: NotRequired[list[str]]
    streak: NotRequired[int]
    """Days in a row on which you solved the puzzle of the day."""


class Person(TypedDict):
    id: str
    name: str
    computer: bool
    bot: bool
    """True for an account that a program plays for."""
    ratings: list[PaceRating]


class PaceRating(TypedDict):
    game: str
    pace: str
    rating: int
    deviation: int
    games: int


class BotLine(TypedDict):
    """A bot, and the challenges that it takes."""

    id: str
    name: str
    owner: Owner
    online: bool
    """True while its program is connected."""
    busy: bool
    """True while it plays as many matches at once as it takes."""
    rule_sets: list[str]
    """Slugs of the rule sets that it plays."""
    fastest: RealTime | Daily | None
    slowest: RealTime | Daily | None
    """The fastest and the slowest clock that it takes."""
    rated: bool
    casual: bool
    """True if it takes such challenges."""
    at_once: int
    """Maximum number of its matches that are played at the same time."""
    ratings: list[PaceRating]


class Owner(TypedDict):
    """The person who answers for a bot."""

    id: str
    name: str


class Leaderboards(TypedDict):
    game: str
    paces: dict[str, list[Leader]]
    """The highest ratings at each pace, best first."""


class Leader(TypedDict):
    id: str
    name: str
    rating: int
    deviation: int
    games: int


class AppointmentLine(TypedDict):
    """A time for a game that two people have agreed on, or that one of them proposes."""

    id: str
    status: Literal["agreed", "cancelled", "declined", "missed", "played", "proposed"]
    asked: bool
    """True if you answer the proposed time."""
    at: int
    number: int
    """Number of the last change; agree with it, so that you agree to the time that you have read."""
    opponent: Opponent
    game: str
    options: dict[str, str]
    terms: Terms
    match: str | None
    """Id of the match once it has begun."""


class Opponent(TypedDict):
    id: str
    name: str


class TournamentLine(TypedDict):
    """A public tournament in a list."""

    id: str
    system: str
    """roundrobin, knockout, swiss or evening."""
    game: str
    status: Literal["joining", "over", "playing"]
    people: int
    """People who take part and have not left."""
    maker: str
    """Name of the person who made it."""
    created_at: int


class TournamentFile(TypedDict):
    """A tournament with its people, games and standings."""

    id: str
    system: str
    """roundrobin, knockout, swiss or evening."""
    game: str
    options: dict[str, str]
    terms: Terms
    visibility: str
    status: str
    """joining, playing or over."""
    round: int
    rounds: NotRequired[int]
    minutes: NotRequired[int]
    begin_within: NotRequired[int]
    """Minutes in which a paired game must begin, in a round robin all games since its creation."""
    created_at: int
    ended_at: int | None
    people: list[TournamentEntry]
    games: list[TournamentGame]
    standings: list[TournamentPlace]


class TournamentEntry(TypedDict):
    """A person in a tournament."""

    number: int
    name: str
    player: str | None
    """The player's public id; null for somebody without a device, or who has withdrawn."""
    left: bool


class TournamentGame(TypedDict):
    """A game of a tournament; people by their numbers, the first mover first."""

    round: int
    board: int
    first: int
    second: int | None
    """Null for a bye."""
    outcome: str
    """first, second, draw or none; empty until it is decided."""
    decided_by: str
    """match, maker, bye, left, absent, lot or end; empty until it is decided."""
    match: str | None
    """The match's public id; null without one."""


class TournamentPlace(TypedDict):
    """A line of the standings."""

    place: int
    number: int
    points: float
    games: int
    wins: int
    draws: int
    losses: int
    sonneborn_berger: float


class Joined(TypedDict):
    """Your place in a tournament."""

    number: int
    name: str


class Begun(TypedDict):
    """A game of a tournament that you have begun, or are ready for."""

    match: str | None
    """Its public id; null while the other one must still say that they are there."""


class StreamOpened(TypedDict):
    """The first message of a player's stream, which goes on after `id`."""

    kind: Literal["stream"]
    protocol: int
    now: int
    id: str


class MatchStarted(TypedDict):
    """The beginning of one of your matches."""

    kind: Literal["match_started"]
    id: str
    match: str
    seq: int
    at: int
    game: str
    role: str
    """Your role."""
    name: str
    player: str
    """The other player's name and public id."""


class Turn(TypedDict):
    """A turn of yours: `seq` is the `base` of your action."""

    kind: Literal["turn"]
    id: str
    match: str
    seq: int
    at: int
    role: str


class MatchOver(TypedDict):
    """The end of one of your matches."""

    kind: Literal["match_over"]
    id: str
    match: str
    seq: int
    at: int
    role: str
    result: Result | None


class Invitation(TypedDict):
    """An invitation to you."""

    kind: Literal["invitation"]
    id: str
    match: str
    seq: int
    at: int
    game: str
    name: str
    player: str
    """The name and public id of the person who invites you."""
    until: int | None
    """Time at which it expires; null if it is no longer open."""


class InvitationAnswered(TypedDict):
    """The end of an invitation that you made or got."""

    kind: Literal["invitation_answered"]
    id: str
    match: str
    seq: int
    at: int
    answer: Literal["accepted", "declined", "expired", "withdrawn"]
    reason: NotRequired[
        Literal["bots_only", "casual", "later", "people_only", "rated", "rule_set", "too_fast", "too_slow"]
    ]
    """Reason of the person who declined, if they gave one."""


class ChatEntry(TypedDict):
    """A message in the chat of one of your matches."""

    kind: Literal["chat"]
    id: str
    match: str
    at: int
    message: ChatMessage


class ChatMessage(TypedDict):
    """A message in a chat room, in the order of `number`, which has no gaps within the room.

    A message without `text`, `phrase` and `hides` is hidden.
    """

    kind: Literal["chat_message"]
    room: Literal["players", "watchers"]
    number: int
    at: int
    by: str
    """Public id of the sender's page; empty once they have withdrawn."""
    role: str | None
    """Seat of the sender; null for a watcher."""
    name: str
    text: NotRequired[str]
    """Plain text in one line, never markup."""
    phrase: NotRequired[str]
    """Key of a quick phrase or reaction, shown in the reader's language."""
    hides: NotRequired[int]
    """Number of a message in the same room that is hidden from now on."""


class StreamBeat(TypedDict):
    """Sent every 15 seconds: the client has all up to `id`, from which it may resume."""

    kind: Literal["beat"]
    now: int
    id: str


class StreamClosed(TypedDict):
    """The last line of a stream over HTTP that the server ends, with the code with which a socket closes."""

    kind: Literal["closed"]
    code: int


class NewMatch(TypedDict):
    """A match: an invitation by link, an open offer in the lobby, or one against the computer."""

    game: str
    options: NotRequired[dict[str, str]]
    """Options of the rule set; those that are missing are as the form offers them."""
    side: NotRequired[str]
    """Your role, "random", or "both" to play both sides."""
    visibility: NotRequired[Literal["link", "public", "seats"] | None]
    """Null: "public", or "link" against the computer and from a chosen start."""
    terms: NotRequired[WantedTerms]
    opponent: NotRequired[Literal["anybody", "computer", "friend"]]
    level: NotRequired[str | None]
    """Level of the computer."""
    within: NotRequired[int]
    """Largest rating difference to the player who takes a rated open offer; 0: any."""


class WantedTerms(TypedDict):
    """Terms, as a match has them; those that are null are as the form offers them."""

    time: NotRequired[RealTime | Daily | None]
    absence: NotRequired[Wait | Pause | Claim]
    games: NotRequired[int]
    balanced: NotRequired[bool]
    rated: NotRequired[bool]
    tips: NotRequired[bool]
    start: NotRequired[str]
    hints: NotRequired[bool | None]
    takebacks: NotRequired[bool | None]
    talk: NotRequired[Literal["off", "phrases", "words"] | None]
    handicap: NotRequired[Handicap | None]


class Cmd(TypedDict):
    """A command without arguments."""


class Declining(TypedDict):
    reason: NotRequired[
        Literal["bots_only", "casual", "later", "people_only", "rated", "rule_set", "too_fast", "too_slow"]
        | None
    ]
    """Reason for the person who invited you."""


class Act(TypedDict):
    """Play `action`, decided on the position after event `base`."""

    base: int
    action: str


class Resign(TypedDict):
    pass


class Abort(TypedDict):
    pass


class OfferCommand(TypedDict):
    """Offer a draw, a pause or its end, or ask to take back one's last decision."""

    what: Literal["continue", "draw", "pause", "takeback"]
    minutes: NotRequired[Literal[15, 60, 1440, 4320, 10080, 20160]]
    """Length of an offered pause; only with `pause`."""


class Accept(TypedDict):
    """Accept the offer made by event `of`."""

    what: Literal["continue", "draw", "pause", "takeback"]
    of: int


class Decline(TypedDict):
    """Decline the offer made by event `of`."""

    what: Literal["continue", "draw", "pause", "rematch", "takeback"]
    of: int


class Withdraw(TypedDict):
    """Withdraw the sender's own offer, made by event `of`."""

    what: Literal["continue", "draw", "pause", "rematch", "takeback"]
    of: int


class RematchCommand(TypedDict):
    pass


class ClaimCommand(TypedDict):
    """End a match whose other player has been away for too long."""

    result: Literal["draw", "win"]


class Unseal(TypedDict):
    """Open the sender's own sealed choice, to choose again."""


class GiveTime(TypedDict):
    pass


class OpenTo(TypedDict):
    """Set who may watch: everyone, everyone with the link, or only the two players."""

    who: Literal["link", "public", "seats"]


class Say(TypedDict):
    """Send a message in one's own words to a chat room."""

    room: Literal["players", "watchers"]
    text: str


class SayPhrase(TypedDict):
    """Send a quick phrase or a reaction to a chat room; each reader sees it in their own language."""

    room: Literal["players", "watchers"]
    phrase: (
        Literal[
            "back_soon",
            "bye",
            "good_game",
            "good_luck",
            "hello",
            "nice_move",
            "one_more",
            "oops",
            "thanks",
            "well_played",
            "your_move",
        ]
        | Literal["bravo", "sad", "smile", "think", "wow"]
    )


class Nothing(TypedDict):
    """An empty object."""


class Question(TypedDict):
    game: str
    facts: dict[str, Any]


class ImportedFile(TypedDict):
    """A match as a file, in a form that docs/notation.md describes."""

    text: str


class Attempt(TypedDict):
    """A decision in a puzzle; `taken`: the right ones before it."""

    taken: list[str]
    action: str


class Challenge(TypedDict):
    """An invitation to one person."""

    game: str
    options: NotRequired[dict[str, str]]
    """Options of the rule set; those that are missing are as the form offers them."""
    side: NotRequired[str]
    """Your role, "random", or "both" to play both sides."""
    visibility: NotRequired[Literal["link", "public", "seats"] | None]
    """Null: "public", or "link" against the computer and from a chosen start."""
    terms: NotRequired[WantedTerms]
    open_for: NotRequired[Literal["10m", "1d", "7d"]]
    """Time for which it can be accepted."""


class Agree(TypedDict):
    """Agree to the time of the change with this number."""

    number: int


class NextGame(TypedDict):
    """A game that you owe somebody."""

    opponent: int
    """Number of the other person in the tournament."""


StreamLine: TypeAlias = (
    StreamOpened
    | MatchStarted
    | Turn
    | MatchOver
    | Invitation
    | InvitationAnswered
    | ChatEntry
    | StreamBeat
    | StreamClosed
)
