"""The HTTP API, version 1: people, their names, bots and leaderboards, for reading."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from django.http import HttpResponse

from games_app.api.door import NDJSON, Endpoint, closed, endpoint, json_answer, lines
from games_app.door import limits
from games_app.door.access import person_or_404
from games_app.door.visitors import Request
from games_app.games.rules import RULE_SETS, Game
from games_app.lib import clock
from games_app.lib.names import LONGEST
from games_app.lib.refusals import Refusal, Refused
from games_app.lists.challenges import SHOWN, bots_taking_challenges
from games_app.lists.match_search import visible_of
from games_app.match.terms import CLOCK_PRESETS, Time
from games_app.models import Account, Bot, Player, Rating
from games_app.people import bots as bots_of_site
from games_app.people import ratings
from games_app.people.accounts import accounts_named
from games_app.record.commands.invitations import may_invite


class PaceRating(msgspec.Struct, frozen=True):
    game: str
    pace: str
    rating: int
    deviation: int
    games: int


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str
    computer: bool
    bot: bool
    """True for an account that a program plays for."""
    ratings: list[PaceRating]


class Owner(msgspec.Struct, frozen=True):
    """The person who answers for a bot."""

    id: str
    name: str


class BotLine(msgspec.Struct, frozen=True):
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
    fastest: Time
    slowest: Time
    """The fastest and the slowest clock that it takes."""
    rated: bool
    casual: bool
    """True if it takes such challenges."""
    at_once: int
    """Maximum number of its matches that are played at the same time."""
    ratings: list[PaceRating]


class Leader(msgspec.Struct, frozen=True):
    id: str
    name: str
    rating: int
    deviation: int
    games: int


class Leaderboards(msgspec.Struct, frozen=True):
    game: str
    paces: dict[str, list[Leader]]
    """The highest ratings at each pace, best first."""


@endpoint(Endpoint("A player and their ratings", Person))
def player(request: Request, public_id: str) -> HttpResponse:
    """Return a player."""
    return closed(request) or json_answer(_person(person_or_404(public_id)))


@endpoint(
    Endpoint(
        "The people with accounts and bots that have this name",
        Person,
        NDJSON,
        {"name": "The whole name; case, accents, blanks and signs don't count."},
        limit=limits.API_SEARCHES,
    )
)
def players(request: Request) -> HttpResponse:
    """Return the people with this name whom the reader may find: mostly one."""
    if refusal := closed(request):
        return refusal
    name = request.GET.get("name", "").strip()
    if not 0 < len(name) <= LONGEST:
        raise Refused(Refusal("bad_query.name", {"most": LONGEST}))
    people = people_named(name, request.visitor.player_id)
    return lines(request, [msgspec.json.encode(_person(person)) for person in people])


@endpoint(
    Endpoint(
        "Bots that take challenges, those online first",
        BotLine,
        NDJSON,
        {"game": "Slug of a rule set that they play."},
        limit=limits.API_SEARCHES,
    )
)
def bots(request: Request) -> HttpResponse:
    """Return the bots that take challenges, at most as many as the page lists."""
    if refusal := closed(request):
        return refusal
    rule_set = request.GET.get("game", "")
    if rule_set and rule_set not in RULE_SETS:
        raise Refused(Refusal("bad_query.game"))
    now = clock.now()
    listed = bots_taking_challenges(now, rule_set)
    online = set(bots_of_site.online_among(listed, now))
    shown = sorted(listed, key=lambda bot: bot not in online)[:SHOWN]
    busy = set(bots_of_site.busy_among(shown))
    rated = _ratings_of_bots(shown)
    encoded = [_bot(bot, rated[bot.player_id], online=bot in online, busy=bot in busy) for bot in shown]
    return lines(request, map(msgspec.json.encode, encoded))


@endpoint(Endpoint("The leaderboards of a game", Leaderboards, limit=limits.API_SEARCHES))
def leaderboards(request: Request, game: Game) -> HttpResponse:
    """Return the leaders at each pace."""
    if refusal := closed(request):
        return refusal
    paces = {pace: ratings.leaders(game.slug, pace) for pace in ratings.LEADERBOARDS}
    return json_answer(
        Leaderboards(
            game.slug, {pace: [_leader(leader) for leader in leaders] for pace, leaders in paces.items()}
        )
    )


def _person(whose: Player) -> Person:
    rated = _pace_ratings(ratings.ratings_of_player(whose))
    return Person(whose.public_id, whose.name, bool(whose.computer), bots_of_site.is_bot(whose.pk), rated)


def _pace_ratings(rows: Iterable[Rating]) -> list[PaceRating]:
    return [
        PaceRating(row.game, row.pace, round(row.rating), round(row.deviation), row.games) for row in rows
    ]


def _ratings_of_bots(shown: Iterable[Bot]) -> dict[int, list[PaceRating]]:
    rows = list(ratings.ratings_in_pool([bot.player_id for bot in shown], bots_of_site.POOL))
    return {
        bot.player_id: _pace_ratings(row for row in rows if row.player_id == bot.player_id) for bot in shown
    }


def _bot(bot: Bot, rated: list[PaceRating], *, online: bool, busy: bool) -> BotLine:
    assert bot.owner  # noqa: S101  (one without an owner takes no challenges)
    owner = bot.owner.player
    return BotLine(
        bot.player.public_id,
        bot.player.name,
        Owner(owner.public_id, owner.name),
        online,
        busy,
        [slug for slug in RULE_SETS if not bot.rule_sets or slug in bot.rule_sets],
        CLOCK_PRESETS[bot.fastest].time,
        CLOCK_PRESETS[bot.slowest].time,
        bot.stakes != Bot.Stakes.CASUAL,
        bot.stakes != Bot.Stakes.RATED,
        bot.at_once,
        rated,
    )


def _leader(row: Rating) -> Leader:
    return Leader(row.player.public_id, row.player.name, round(row.rating), round(row.deviation), row.games)


def people_named(name: str, reader: int | None) -> list[Player]:
    """Return the people with accounts and this name, however written, whom the reader may find.

    It finds nobody whom no page names: only bots, and people who have played a match that the reader may find
    or whom the reader may invite. A block changes nothing, since that would reveal it.
    """
    return [account.player for account in accounts_named(name) if _may_find(account, reader)]


def _may_find(account: Account, reader: int | None) -> bool:
    player = account.player_id
    return (
        player == reader
        or bots_of_site.is_bot(player)
        or visible_of(player, reader).exists()
        or (reader is not None and may_invite(reader, player))
    )
