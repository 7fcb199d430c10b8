"""Search among all matches by filters, page by page.

Pagination is by key: each page begins after the last match of the one before, so no offset is skipped. All
filters but ``rated`` use columns of the seats (see ``search_columns``), so that an index contains the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from itertools import islice

from django.db.models import Exists, OuterRef, Q, QuerySet

from games_app.games.rules import RULE_SETS, get_game, meant
from games_app.lib.names import folded
from games_app.lists.match_lists import ListedMatch, lines
from games_app.match.search_columns import NO_CLOCK, variants
from games_app.models import ExplorerOccurrence, Match, RatedResult, Seat

SHOWN = 25
"""Matches on one page."""
MOST_WITH_POSITION = 5000
"""Number of the latest matches that a search by position looks at: everybody comes by the first ones."""

RUNNING, WITHOUT = "running", "none"
"""Values for ``how`` of an unfinished match and for ``pace`` without a clock, as used in addresses."""

UNFINISHED = (Match.Status.WAITING, Match.Status.PLAYING)
_OPPOSITE: Mapping[str, str] = {
    Seat.Outcome.WON: Seat.Outcome.LOST,
    Seat.Outcome.LOST: Seat.Outcome.WON,
}
_LAST_LETTER = chr(0x10FFFF)
_EPOCH, _MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Filters of a search; an empty one matches everything."""

    reader: int | None = None
    """The searching player, whose own matches are found whatever their visibility."""
    player_id: int | None = None
    """Player whose matches are searched, unfinished ones first. None: all matches."""
    against: int | None = None
    """Opponent in those matches; needs ``player_id``."""
    game: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of the game; needs ``game``."""
    player: str = ""
    """Beginning of a player's name. With ``player_id``, of the opponent's name."""
    opponent: str = ""
    result: str = ""
    """``won``, ``lost`` or ``drawn`` for the person, the named player, or, if only an opponent is named, that
    player's opponent; or the role that won."""
    how: str = ""
    """A ``Match.How``, or ``running``."""
    pace: str = ""
    """Time control as in ``search_columns``, but ``none`` without a clock."""
    rated: bool = False
    """True for matches that have changed ratings, or still may."""
    least: int | None = None
    most: int | None = None
    """Range of the number of plies."""
    position: int | None = None
    """Key of a position in the explorer's index, which the matches came to."""
    since: date | None = None
    until: date | None = None
    """Days in UTC, inclusive."""


@dataclass(frozen=True, slots=True)
class ListCursor:
    """Position in a list, after this match."""

    match: int
    at: datetime
    unfinished: bool = False
    """Set only in lists of one player's matches."""

    def behind(self, ordered: bool) -> Q:
        """Return the filter for what follows; ``ordered``: the list has unfinished matches first."""
        # An index can use the first condition; the second only separates matches of the same moment.
        earlier = Q(listed_at__lte=self.at) & (Q(listed_at__lt=self.at) | Q(match__lt=self.match))
        if not ordered:
            return earlier
        if self.unfinished:
            return Q(unfinished=False) | earlier
        return Q(unfinished=False) & earlier


@dataclass(frozen=True)
class SearchPage:
    """A page of a list."""

    reader: int | None
    places: dict[int, ListCursor]
    earlier: str
    """Key of the next page; empty on the last one."""

    @property
    def ids(self) -> list[int]:
        """Keys of the matches, the latest first."""
        return list(self.places)

    @cached_property
    def lines(self) -> list[ListedMatch]:
        """The matches; in a list of one player's those that go on first, with the reader's turns before."""
        return sorted(lines(self.ids, self.reader), key=self._order)

    def _order(self, line: ListedMatch) -> tuple[bool, bool]:
        unfinished = self.places[line.match.pk].unfinished
        return not unfinished, not (unfinished and line.your_turn)


def search(filters: Wanted, before: str = "") -> SearchPage:
    """Return the matches that fit ``filters`` and that its reader may find, latest first."""
    of_one = filters.player_id is not None
    seats = _seats(filters).filter(*_filters(filters))
    if place := _parsed(before):
        seats = seats.filter(place.behind(of_one))
    order = ("-unfinished", "-listed_at", "-match_id") if of_one else ("-listed_at", "-match_id")
    # Select only indexed columns: otherwise each sorted row would have to be read.
    columns = ("match_id", "listed_at", "unfinished") if of_one else ("match_id", "listed_at")
    rows = seats.order_by(*order).values_list(*columns)
    # Both seats of a match may fit. They are adjacent.
    places = {row[0]: ListCursor(*row) for row in rows[: 2 * SHOWN + 2]}
    shown = dict(islice(places.items(), SHOWN))
    earlier = address(list(shown.values())[-1]) if len(places) > len(shown) else ""
    return SearchPage(filters.reader, shown, earlier)


def address(place: ListCursor) -> str:
    """Return the place as a page key, which names the match by its public id."""
    public_id = Match.objects.values_list("public_id", flat=True).get(pk=place.match)
    return f"{'u' * place.unfinished}{(place.at - _EPOCH) // _MICROSECOND}-{public_id}"


def visible_of(player_id: int, reader: int | None) -> QuerySet[Seat]:
    """Return this player's seats in the matches that the reader may find."""
    seats = Seat.objects.filter(player=player_id, listed_at__isnull=False)
    if player_id == reader:
        return seats
    return seats.filter(Q(listed=True) | Q(opponent=reader)) if reader else seats.filter(listed=True)


def _seats(filters: Wanted) -> QuerySet[Seat]:
    if filters.player_id is not None:
        seats = visible_of(filters.player_id, filters.reader)
        seats = seats.filter(opponent=filters.against) if filters.against else seats
        return seats.filter(
            _name_begins("opponent_folded", filters.player), _name_begins("opponent_folded", filters.opponent)
        )
    player, opponent = (filters.player, filters.opponent) if filters.player else (filters.opponent, "")
    if not player:
        return Seat.objects.filter(first=True, listed=True)
    named = _name_begins("folded", player), _name_begins("opponent_folded", opponent)
    return Seat.objects.filter(*named, listed=True)


def _name_begins(column: str, text: str) -> Q:
    """Match names with this beginning; none if it consists of characters ignored in comparison."""
    if not text:
        return Q()
    beginning = folded(text)
    if not beginning:
        return Q(pk__in=[])
    return Q(**{f"{column}__gte": beginning, f"{column}__lt": beginning + _LAST_LETTER})


def _filters(filters: Wanted) -> Iterator[Q]:
    if filters.game:
        yield Q(game__in=[game.slug for game in meant(filters.game)])
    if filters.game and filters.options:
        yield Q(variant__in=list(variants(get_game(filters.game), filters.options)))
    if filters.result:
        yield _by_result(filters)
    if filters.how:
        yield Q(how="" if filters.how == RUNNING else filters.how)
    if filters.how == RUNNING and filters.player_id is not None:
        yield Q(unfinished=True)
    if filters.pace:
        yield Q(time_control=NO_CLOCK if filters.pace == WITHOUT else filters.pace)
    if filters.rated:
        yield _is_rated()
    if filters.least is not None:
        yield Q(plies__gte=filters.least)
    if filters.most is not None:
        yield Q(plies__lte=filters.most)
    if filters.position is not None:
        there = ExplorerOccurrence.objects.filter(key=filters.position).order_by("-match")
        yield Q(match__in=there.values("match")[:MOST_WITH_POSITION])
    if filters.since:
        yield Q(listed_at__gte=datetime.combine(filters.since, time.min, UTC))
    if filters.until:
        yield Q(listed_at__lte=datetime.combine(filters.until, time.max, UTC))


def _is_rated() -> Q:
    """Match the results that counted, as in the table of results, and running rated matches."""
    match = OuterRef("match")
    counted = RatedResult.objects.filter(match=match)
    # The index of statuses keeps databases from reading the terms of all matches.
    unfinished = Match.objects.filter(pk=match, status__in=UNFINISHED, terms__rated=True)
    return Q(Exists(counted)) | Q(Exists(unfinished), how="")


def _by_result(filters: Wanted) -> Q:
    """Return the filter by result. Without a named player, "won" and "lost" mean any decisive match."""
    nobody = filters.player_id is None and not (filters.player or filters.opponent)
    if filters.result not in Seat.Outcome.values:
        won = _won_by(filters.result, Seat.Outcome.WON, Seat.Outcome.LOST)
        # Without a named player only first seats are searched.
        lost = _won_by(filters.result, Seat.Outcome.LOST, Seat.Outcome.WON)
        return won if nobody else (Q(first=True) & won) | (Q(first=False) & lost)
    if nobody and filters.result in _OPPOSITE:
        return Q(outcome__in=list(_OPPOSITE))
    # If only an opponent is named, the seats searched are the opponent's.
    of_opponent = filters.player_id is None and not filters.player
    return Q(outcome=_OPPOSITE.get(filters.result, filters.result) if of_opponent else filters.result)


def _won_by(role: str, here: str, elsewhere: str) -> Q:
    """Match outcome ``here`` in games where this role is the first, ``elsewhere`` where it is the second."""
    firsts = [slug for slug, game in RULE_SETS.items() if game.roles[0] == role]
    seconds = [slug for slug, game in RULE_SETS.items() if role in game.roles[1:]]
    return Q(game__in=firsts, outcome=here) | Q(game__in=seconds, outcome=elsewhere)


def _parsed(text: str) -> ListCursor | None:
    """Return the place of a page key; None, meaning the first page, for anything else."""
    micros, _, public_id = text.removeprefix("u").partition("-")
    if not (micros.isascii() and micros.isdecimal() and len(micros) <= 17 and public_id.isalnum()):
        return None
    match = Match.objects.filter(public_id=public_id).values_list("pk", flat=True).first()
    return ListCursor(match or 0, _EPOCH + int(micros) * _MICROSECOND, text.startswith("u"))
