"""A round of a club: a person who runs it pairs the members who are there, and all games begin at once.

The round and its boards are one transaction under the lock of the club. Then the writer begins the match of
each board. The id of that command is made from the board, so a match begins once, even if the site is killed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import SystemRandom
from typing import NamedTuple

from django.db.models import Q
from msgspec.structs import replace

from games_app import site_settings
from games_app.clubs import opponents
from games_app.clubs.ladder import played_in, standings
from games_app.clubs.record import Record, locked, must_run
from games_app.games.evenness import evened
from games_app.games.handicap import HEAD_STARTS, HeadStarts
from games_app.games.rules import get_game
from games_app.lib import clock, glicko2
from games_app.lib.refusals import Refusal, Refused
from games_app.match.messages import RANDOM, MatchConfig
from games_app.match.terms import Handicap, Terms, Wait, read, stored
from games_app.models import Club, ClubBoard, ClubRound, Match, Player
from games_app.people import players
from games_app.record import use_cases
from games_app.record.crash_points import crash_point

Pairing = ClubRound.Pairing
Seats = tuple[int, int | None]
"""The people at a board by primary key, the first mover first; None beside somebody who waits."""
MOST_A_DAY = 60
"""Maximum number of a club's rounds within 24 hours."""
SIMUL_BOARDS_LIMIT = 40
"""Maximum number of boards of a simul: so many the page of a round shows."""
REMEMBERED = 20
"""Number of earlier rounds in which people who were left over are counted."""
ORDERED_FOR = timedelta(hours=1)
"""Time after which a match that is not there is ordered no more: its people have gone."""


class HandBoard(NamedTuple):
    """Two people, by public id, who meet in a pairing by hand."""

    one: str
    other: str
    game: str = ""
    """Their rule set; empty: that of the round."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The choices of a round."""

    game: str
    terms: Terms
    pairing: Pairing
    people: Sequence[str]
    """Public ids of the players who are there."""
    level: str = ""
    """Level of the computer against which somebody without an opponent plays; empty: they wait."""
    boards: Sequence[HandBoard] = ()
    """The pairs of a pairing by hand."""
    giver: str = ""
    """The giver of a simul; empty: a guest, who accepts by a link."""
    giver_opens: bool = False
    by_ladder: bool = False
    """True if the weaker of two on the club's ladder gets the head start that makes their game even."""
    head_starts: Mapping[str, int] = field(default_factory=dict)
    """Head starts by hand, by public id: of two people the one with more gets the difference."""


def begin(public_id: str, by: int | None, plan: Plan, cmd: str, now: datetime) -> None:
    """Begin a round, once however often the form with ``cmd`` is sent. Raises Refused.

    The owner and the helpers may. People whose last game of a round goes on get no other one.
    """
    with locked(public_id) as record:
        must_run(record, by)
        assert by is not None  # noqa: S101  (nobody runs no club)
        if not (cmd and record.club.rounds.filter(cmd=cmd).exists()):
            _store(record, by, plan, cmd, now)
    crash_point("paired")
    begin_ordered(record.club)


def _store(record: Record, by: int, plan: Plan, cmd: str, now: datetime) -> None:
    club = record.club
    earlier = list(club.rounds.order_by("-number")[:REMEMBERED])
    if club.rounds.filter(created_at__gt=now - timedelta(days=1)).count() >= MOST_A_DAY:
        raise Refused(Refusal("too_many_rounds", {"limit": MOST_A_DAY}))
    seated = (_in_simul if plan.pairing == Pairing.SIMUL else _in_pairs)(record, plan, earlier, now)
    made = ClubRound.objects.create(
        club=club,
        number=earlier[0].number + 1 if earlier else 1,
        maker_id=by,
        cmd=cmd or None,
        pairing=plan.pairing,
        giver=_giver(record, plan),
        giver_opens=plan.giver_opens,
        game=plan.game,
        terms=stored(plan.terms),
        visibility=audience_of(club),
        created_at=now,
    )
    chosen = _rule_sets(record, plan)
    games = {seats: chosen.get(frozenset(seats), "") for seats in seated}
    given = _head_starts(record, plan, games)
    ClubBoard.objects.bulk_create(
        ClubBoard(
            round=made,
            number=number,
            first_id=first,
            second_id=second,
            ordered=second is not None,
            game=games[first, second],
            head_start=given.get((first, second), 0),
        )
        for number, (first, second) in enumerate(seated, 1)
    )


def _rule_sets(record: Record, plan: Plan) -> dict[frozenset[int | None], str]:
    """Return the rule sets of pairs by hand; empty: that of the round."""
    keys = {member.player.public_id: member.player_id for member in record.members}
    known = [board for board in plan.boards if {board.one, board.other} <= keys.keys()]
    return {frozenset((keys[board.one], keys[board.other])): board.game for board in known}


def _head_starts(record: Record, plan: Plan, games: Mapping[Seats, str]) -> dict[Seats, int]:
    """Return the head start of the first one at each board of two members; below 0, of the second one.

    ``games``: the rule set of each board; empty: that of the round.
    """
    members = {member.player_id for member in record.members}
    pairs = {
        (first, second): game or plan.game
        for (first, second), game in games.items()
        if second is not None and second in members and (game or plan.game) in HEAD_STARTS
    }
    if plan.by_ladder:
        ratings = _ratings(record.club)
        known = {pair: ratings[game] for pair, game in pairs.items() if ratings[game].keys() >= set(pair)}
        points = {pair: rating[pair[1]] - rating[pair[0]] for pair, rating in known.items()}
        sizes = {pair: evened(abs(n), HEAD_STARTS[pairs[pair]]).head_start for pair, n in points.items()}
        return {pair: size if points[pair] > 0 else -size for pair, size in sizes.items()}
    own = {member.player_id: plan.head_starts.get(member.player.public_id, 0) for member in record.members}
    more = {(first, second): own[first] - own[second] for first, second in pairs}
    return {
        pair: _nearest(HEAD_STARTS[pairs[pair]], abs(n)) * (1 if n > 0 else -1) for pair, n in more.items()
    }


def _nearest(declared: HeadStarts, size: int) -> int:
    """Return the largest head start of the game up to this size."""
    return max((0, *(each for each in declared.sizes if each <= size)))


def audience_of(club: Club) -> Match.Visibility:
    """Return the audience of a club's games that its wall may show: of a class, only its people see them."""
    if club.is_class:
        return Match.Visibility.SEATS
    is_public = club.visibility == Club.Visibility.PUBLIC
    return Match.Visibility.PUBLIC if is_public else Match.Visibility.LINK


def _free(record: Record, people: Sequence[str]) -> dict[str, int]:
    """Return those of these people who are members and have no game in a round: public id -> player."""
    busy = playing(record.club)
    return {
        member.player.public_id: member.player_id
        for member in record.members
        if member.player.public_id in people and member.player_id not in busy
    }


def _giver(record: Record, plan: Plan) -> Player | None:
    """Return the giver of a simul; None for a guest, and in other rounds. Raises Refused."""
    if plan.pairing != Pairing.SIMUL or not plan.giver:
        return None
    if plan.giver not in _free(record, [plan.giver]):
        raise Refused(Refusal("simul_giver"))
    return Player.objects.get(public_id=plan.giver)


def _in_simul(record: Record, plan: Plan, earlier: Sequence[ClubRound], now: datetime) -> list[Seats]:
    """Return the boards of a simul. Without its guest nobody plays yet."""
    giver = _giver(record, plan)
    if giver is None and record.club.is_class:
        raise Refused(Refusal("locked.outside"))
    others = [player for public_id, player in _free(record, plan.people).items() if public_id != plan.giver]
    if not others:
        raise Refused(Refusal("simul_too_few"))
    if len(others) > SIMUL_BOARDS_LIMIT:
        raise Refused(Refusal("simul_too_many", {"limit": SIMUL_BOARDS_LIMIT, "n": len(others)}))
    if giver is None:
        return [(player, None) for player in others]
    return [at_board(giver.pk, player, opens=plan.giver_opens) for player in others]


def at_board(giver: int, other: int, *, opens: bool) -> opponents.Pair:
    """Return the people at a board of a simul, the first mover first."""
    return (giver, other) if opens else (other, giver)


def _in_pairs(record: Record, plan: Plan, earlier: Sequence[ClubRound], now: datetime) -> list[Seats]:
    """Return the boards of pairs, then those of people who are left over: they wait, or play the computer."""
    pairs, alone = _paired(record, plan, earlier)
    if not pairs and not (alone and plan.level):
        raise Refused(Refusal("round_too_few"))
    computer = players.computer(plan.game, plan.level, now).pk if plan.level and alone else None
    return [*pairs, *((player, computer) for player in alone)]


def _paired(
    record: Record, plan: Plan, earlier: Sequence[ClubRound]
) -> tuple[list[opponents.Pair], list[int]]:
    """Return the pairs of a round, the first mover first, and the people who are left over."""
    free = _free(record, plan.people)
    dice, last = SystemRandom(), list(earlier[0].boards.all()) if earlier else []
    if plan.pairing == Pairing.HAND:
        pairs = [(free[one], free[other]) for one, other, _game in plan.boards if {one, other} <= free.keys()]
        seated = {player for pair in pairs for player in pair}
        alone = [player for player in free.values() if player not in seated]
    else:
        order = list(free.values())
        dice.shuffle(order)
        if plan.pairing == Pairing.STRENGTH:
            rating = _ratings(record.club)[plan.game]
            order.sort(key=lambda player: -rating.get(player, glicko2.Rating().rating))
        alone = [opponents.odd_one(order, _waits(earlier))] if len(order) % 2 else []
        met = {frozenset((board.first_id, board.second_id)) for board in last if board.second_id}
        pairs = opponents.paired([player for player in order if player not in alone], met)
    moved_first = {board.first_id for board in last}
    return [opponents.in_order(pair, moved_first, dice) for pair in pairs], alone


def _ratings(club: Club) -> defaultdict[str, dict[int, float]]:
    """Return the ratings on the club's ladder of each game."""
    ladders = standings(played_in(club)).items()
    rated = {game: {line.player_id: line.rating.rating for line in lines} for game, lines in ladders}
    return defaultdict(dict, rated)


def _waits(earlier: Sequence[ClubRound]) -> Counter[int]:
    """Return how often each player was left over: they waited, or played the computer."""
    left_over = Q(second=None) | Q(second__computer__gt="")
    boards = ClubBoard.objects.filter(left_over, round__in=earlier)
    return Counter(boards.values_list("first", flat=True))


def playing(club: Club) -> set[int]:
    """Return the players whose game of a round of this club goes on, or is about to begin."""
    going_on = Q(match__status=Match.Status.PLAYING) | Q(ordered=True)
    boards = ClubBoard.objects.filter(going_on, round__club=club)
    return {player for pair in boards.values_list("first", "second") for player in pair if player}


def begin_ordered(club: Club | None = None) -> None:
    """Begin the matches of a club's rounds, or of all, that were ordered and are not there."""
    ordered = ClubBoard.objects.filter(ordered=True)
    if club:
        ordered = ordered.filter(round__club=club)
    ordered.filter(round__created_at__lte=clock.now() - ORDERED_FOR).update(ordered=False)
    for board in ordered.select_related("round", "first", "second").order_by("round", "number"):
        _begin(board)


def _begin(board: ClubBoard) -> None:
    """Begin the match of a board, however often this is done."""
    first, second, made = board.first, board.second, board.round
    assert second is not None  # noqa: S101  (nobody orders a match for one)
    terms = read(made.terms)
    if first.level or second.level or made.is_simul:
        terms = replace(terms, absence=Wait())
    game = board.game or made.game
    if size := board.head_start:
        role = get_game(game).roles[size < 0]
        terms = replace(terms, handicap=Handicap(role, abs(size)))
    config = MatchConfig(game, {}, RANDOM, made.visibility, terms)
    # The colon keeps forms and programs from sending the same id: see CommandId.
    seats = (players.occupant(first), players.occupant(second))
    answer = use_cases.pair(made.maker_id, config, seats, f"round:{board.pk}")
    crash_point("match begun")
    waiting = ClubBoard.objects.filter(pk=board.pk, match=None)
    if answer.refusal is None:
        waiting.update(match=Match.objects.get(public_id=answer.match), ordered=False)
    elif answer.refusal.code not in use_cases.UNSTORED:
        waiting.update(ordered=False)


def newest(club: Club) -> ClubRound | None:
    """Return the last round of a club that has begun."""
    return club.rounds.order_by("-number").first()


def usual_terms(time: Terms) -> Terms:
    """Return the terms with as much chat as the site allows."""
    return replace(time, talk=site_settings.current().talk)
