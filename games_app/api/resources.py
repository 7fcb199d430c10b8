"""The HTTP API, version 1: games, matches, the lobby and oneself, for reading."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

import msgspec
from django.http import HttpResponse

from games_app.api.door import NDJSON, Endpoint, closed, endpoint, json_answer, lines
from games_app.archive.exports import exported
from games_app.archive.notation import MatchFile
from games_app.archive.pages import site_of
from games_app.door import limits
from games_app.door.access import NEVER_BEGAN, must_have_begun, person_or_404, row_or_404, visible_or_404
from games_app.door.http import number, refused
from games_app.door.visitors import Request
from games_app.games.rules import RULE_SETS, Game
from games_app.lib import clock
from games_app.lib.clock import ms
from games_app.lib.refusals import Refusal, Refused
from games_app.lists import attention, match_search, offers
from games_app.lists.event_log import PAGE, frames_after
from games_app.lists.match_lists import ListedMatch
from games_app.lists.match_ratings import RoleRating, role_ratings
from games_app.match import wire
from games_app.match.terms import Terms, read
from games_app.match.visibility import snapshot
from games_app.models import Player
from games_app.pages.forms.match_search import HistoryForm
from games_app.pages.match import LARGEST_NUMBER
from games_app.people import bots, friends, notes

SEARCH = {
    "player": "Beginning of a player's name; not in the list of one player.",
    "opponent": "Beginning of the opponent's name.",
    "game": "Slug of a game or rule set. Its options are parameters, too.",
    "result": '"won", "lost", "drawn", or the role that won.',
    "how": "How the match ended, or running.",
    "pace": 'Time control; "none" without a clock.',
    "rated": '"yes" for rated matches.',
    "least": "Least number of moves.",
    "most": "Largest number of moves.",
    "position": "Key of a position, as the explorer gives it; games that came there.",
    "since": "First day, in UTC: 2026-11-26.",
    "until": "Last day, in UTC.",
    "before": 'Cursor of the page; take it from the Link header with rel="next".',
}
CURSOR = re.compile(r"u?[0-9]{1,17}-[2-9a-hjkmnp-z]{1,32}")


class RuleSet(msgspec.Struct, frozen=True):
    slug: str
    game: str
    """Slug of the game whose rule set it is."""
    name: str
    roles: tuple[str, ...]
    options: dict[str, tuple[str, ...]]
    """Allowed values of each option."""
    version: int


class RuleSets(msgspec.Struct, frozen=True):
    rule_sets: list[RuleSet]


class MatchRating(msgspec.Struct, frozen=True):
    """Rating of a player in a rated match."""

    rating: int
    deviation: int
    """Both as they were before the match; the current ones while it goes on."""
    change: int | None
    """Points that the match added; null before its end."""


class MatchView(msgspec.Struct, frozen=True):
    """A match as its reader may see it."""

    seq: int
    match: wire.About
    position: wire.Position
    clocks: wire.Clocks | None
    offers: dict[str, wire.Offer]
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


class MatchLine(msgspec.Struct, frozen=True):
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


class OpenInvitation(msgspec.Struct, frozen=True):
    """An invitation to you that waits for your answer."""

    match: str
    game: str
    name: str
    """Name of the person who invites you."""
    player: str
    """Their public id."""
    until: int
    """Milliseconds since 1970 UTC at which it expires."""


class Me(msgspec.Struct, frozen=True):
    """The token's player, and what waits for them. The stream brings what follows."""

    id: str
    name: str
    bot: bool
    playing: list[str]
    """Your running matches, those that have waited longest first."""
    invitations: list[OpenInvitation]


class OpenOffer(msgspec.Struct, frozen=True):
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
    bounds: tuple[int, int] | None
    """The lowest and highest rating of players who may take it."""


@endpoint(Endpoint("All games and rule sets", RuleSets, scope=""))
def games(request: Request) -> HttpResponse:
    """Return all rule sets."""
    return json_answer(RuleSets([_rule_set(game) for game in RULE_SETS.values()]))


@endpoint(Endpoint("Yourself, your running matches, and invitations to you", Me, needs_token=True))
def me(request: Request) -> HttpResponse:
    """Return the token's player."""
    own = request.visitor.player
    assert own  # noqa: S101  (the call needs a token)
    invitations = [
        OpenInvitation(
            invitation.match.public_id,
            invitation.game.slug,
            invitation.name,
            invitation.maker.public_id,
            ms(invitation.match.deadline),
        )
        for invitation in offers.invitations(own.pk, clock.now())
        if invitation.match.deadline
    ]
    return json_answer(
        Me(own.public_id, own.name, bots.is_bot(own.pk), attention.running(own.pk), invitations)
    )


@endpoint(Endpoint("A match", MatchView))
def match_view(request: Request, public_id: str) -> HttpResponse:
    """Return the match as the reader may see it."""
    match = visible_or_404(request, public_id)
    if match.row.status_at(clock.now()) in NEVER_BEGAN:
        return refused(Refusal("gone"))
    shown = snapshot(match, match.roles_of(request.visitor.player_id), [], clock.now())
    rated = role_ratings([(match.row, match.sitters)])
    return json_answer(
        MatchView(
            shown.seq,
            shown.match,
            shown.position,
            shown.clocks,
            shown.offers,
            shown.gone,
            shown.paused_until if shown.paused_until > shown.now else None,
            shown.holidays,
            shown.you,
            _match_ratings(rated.get(match.row.pk, {})),
        )
    )


@endpoint(
    Endpoint("The events of a match, oldest first", wire.Event, NDJSON, {"after": "Seq of the last known."})
)
def events(request: Request, public_id: str) -> HttpResponse:
    """Return a page of the stored event frames after a seq."""
    row = row_or_404(request, public_id)
    frames = frames_after(public_id, number(request, "after", LARGEST_NUMBER) or 0)
    more = {"after": frames[-1][0]} if len(frames) == PAGE and frames[-1][0] < row.seq else {}
    return lines(request, [text.encode() for _seq, text in frames], **more)


@endpoint(Endpoint("The file of a match that has begun", MatchFile, limit=limits.EXPORTS))
def record(request: Request, public_id: str) -> HttpResponse:
    """Return the match's file."""
    row = row_or_404(request, public_id)
    must_have_begun(row)
    return json_answer(exported(row, site_of(request), notes.comments(row, request.visitor.player_id)))


@endpoint(Endpoint("Public matches, latest first", MatchLine, NDJSON, SEARCH, limit=limits.API_SEARCHES))
def matches(request: Request) -> HttpResponse:
    """Return a page of the public matches that fit the query."""
    return closed(request) or _found(request, None)


@endpoint(
    Endpoint("Open offers, those that wait longest first", OpenOffer, NDJSON, limit=limits.API_SEARCHES)
)
def lobby(request: Request) -> HttpResponse:
    """Return the offers that the lobby shows the reader."""
    if refusal := closed(request):
        return refusal
    me = request.visitor.player_id
    waiting = offers.waiting(clock.now(), friends.blocked_or_blocking(me) if me else ())
    return lines(request, [msgspec.json.encode(_open_offer(offer)) for offer in waiting])


OF_ONE = {name: why for name, why in SEARCH.items() if name != "player"}


@endpoint(
    Endpoint(
        "A player's public matches, unfinished ones first",
        MatchLine,
        NDJSON,
        OF_ONE,
        limit=limits.API_SEARCHES,
    )
)
def player_matches(request: Request, public_id: str) -> HttpResponse:
    """Return a page of a player's matches that fit the query."""
    return closed(request) or _found(request, person_or_404(public_id))


def _rule_set(game: Game) -> RuleSet:
    options = {name: option.values for name, option in game.options.items()}
    return RuleSet(game.slug, game.family, str(game.name), game.roles, options, game.version)


def _open_offer(offer: offers.OpenOffer) -> OpenOffer:
    row = offer.match
    return OpenOffer(
        row.public_id,
        row.game,
        row.options,
        read(row.terms),
        offer.name,
        offer.maker.public_id,
        ms(row.created_at),
        ms(offer.until),
        offer.rating,
        offer.pace,
        offer.bounds,
    )


def _found(request: Request, whose: Player | None) -> HttpResponse:
    """Return a page of matches, all or one player's. Raises Refused."""
    form = HistoryForm(request.GET, of_one=whose is not None)
    before = request.GET.get("before", "")
    if before and not CURSOR.fullmatch(before):
        raise Refused(Refusal("bad_query.cursor"))
    if not form.is_valid():
        name, problems = next(iter(form.errors.items()))
        raise Refused(Refusal("bad_query.field", {"field": name, "problem": problems[0]}))
    query = form.wanted(request.visitor.player_id, whose.pk if whose else None)
    page = match_search.search(query, before)
    more = {"before": page.earlier} if page.earlier else {}
    return lines(request, _encoded(page.lines), **more)


def _match_ratings(rated: Mapping[str, RoleRating]) -> dict[str, MatchRating]:
    return {
        role: MatchRating(round(rating.before.rating), round(rating.before.deviation), rating.points)
        for role, rating in rated.items()
    }


def _encoded(listed: Collection[ListedMatch]) -> list[bytes]:
    sitters = [(line.match, {seat.role: seat.player_id for seat in line.seats}) for line in listed]
    rated = role_ratings(sitters)
    return [
        msgspec.json.encode(
            MatchLine(
                line.match.public_id,
                line.game.slug,
                line.match.status,
                line.match.how,
                line.match.winner,
                {seat.role: seat.name for seat in line.seats},
                {
                    seat.role: seat.player.public_id
                    for seat in line.seats
                    if seat.player and not seat.player.withdrawn
                },
                line.match.options,
                read(line.match.terms),
                ms(line.match.started_at) if line.match.started_at else None,
                ms(line.match.acted_at),
                ms(line.match.ended_at) if line.match.ended_at else None,
                line.paused_until if line.paused_until > ms(clock.now()) else None,
                _match_ratings(rated.get(line.match.pk, {})),
            )
        )
        for line in listed
    ]
