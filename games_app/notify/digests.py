"""Digests: the mails that are due, with news that waits for a player or came while they were away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from games_app.games.rules import RULE_SETS
from games_app.lists import pairings
from games_app.lists.news import CHANGES, Kind, News
from games_app.lists.result_text import seat_name
from games_app.match import series
from games_app.match.match_state import MatchState, load
from games_app.match.pending import REMATCH
from games_app.models import (
    Appointment,
    Block,
    Event,
    LobbyPresence,
    MailAddress,
    Match,
    Pairing,
    Presence,
    Seat,
)
from games_app.people import friends

DIGEST_INTERVAL = timedelta(hours=4)
"""Minimum time between two digests to one player."""
MOST_DIGESTS = 20
"""Maximum number of matches named in a digest."""
DIGESTS_A_ROUND = 50
"""Maximum number of digests composed in one round."""
WAIT_BEFORE_MAIL = timedelta(minutes=20)
"""Waiting time that is worth a mail: most players come by themselves."""
REMATCH_NEWS_FOR = timedelta(days=7)
"""Time after the end of a match in which its rematch is news."""
MAX_MATCHES_A_KIND = 100
"""Maximum number of matches of one kind that are read."""


@dataclass(frozen=True, slots=True)
class Digest:
    address: MailAddress
    news: Sequence[News]


def due_digests(now: datetime) -> Iterator[Digest]:
    """Yield the digests to send now. Each is claimed first, so that several processes send it once."""
    return islice(_due(now), DIGESTS_A_ROUND)


def _due(now: datetime) -> Iterator[Digest]:
    rested = MailAddress.objects.filter(Q(sent_at=None) | Q(sent_at__lte=now - DIGEST_INTERVAL))
    for address in rested.filter(possible(now)).exclude(player__in=_present(now)):
        listed, since = news_for(address, now), address.sent_at or address.confirmed_at
        if any(item.at > since for item in listed) and _claim(address, now):
            yield Digest(address, listed[:MOST_DIGESTS])


def _present(now: datetime) -> set[int]:
    """Return the players who are at one of their matches, or in the lobby."""
    at_matches = Presence.objects.filter(until__gt=now).exclude(roles="").values("person")
    people = at_matches.union(LobbyPresence.objects.filter(until__gt=now).values("person"))
    return {int(viewer) for viewer in people.values_list("person", flat=True) if viewer.isdecimal()}


def _claim(address: MailAddress, now: datetime) -> bool:
    """Mark the digest as sent; False if another process did. A lost mail is not sent again."""
    unclaimed = MailAddress.objects.filter(pk=address.pk, sent_at=address.sent_at)
    return bool(unclaimed.update(sent_at=now))


def possible(now: datetime) -> Q:
    """Return the condition for addresses that may have news, decided by indexes alone."""
    since = Coalesce(OuterRef("sent_at"), OuterRef("confirmed_at"))
    turns = _turns(OuterRef("player"), now).filter(match__acted_at__gt=since)
    invited = _invited(OuterRef("player"), now).filter(created_at__gt=since)
    ended = _continued(OuterRef("player"), now)
    changed = _changed(OuterRef("player"), now).filter(changed_at__gt=since)
    paired = _paired(OuterRef("player"), now).filter(paired_at__gt=since)
    return (
        Q(Exists(turns), turns=True)
        | Q(Exists(invited), invitations=True)
        | Q(Exists(changed), appointments=True)
        | Q(Exists(paired), paired=True)
        | (Q(rematches=True) | Q(next_games=True)) & Q(Exists(ended))
    )


def news_for(address: MailAddress, now: datetime) -> list[News]:
    """Return the news that the address's owner wants, most urgent first; each subject is named once."""
    player, by_subject = address.player_id, dict[str, News]()
    for item in (
        *_my_turns(player, now),
        *_my_invitations(player, now),
        *_my_appointments(address, now),
        *_my_pairings(player, now),
        *_my_rematches(player, now),
    ):
        if getattr(address, item.kind):
            by_subject.setdefault(item.subject.public_id, item)
    return list(by_subject.values())


def _my_turns(player: int, now: datetime) -> Iterator[News]:
    """Yield the daily matches in which it is the player's turn, the least time first."""
    rows = (
        _turns(player, now)
        .order_by("-match__acted_at")
        .values_list("match__public_id", flat=True)[:MAX_MATCHES_A_KIND]
    )
    matches = sorted(load(list(rows)).values(), key=lambda match: match.row.deadline or now)
    for match in matches:
        roles = match.roles_of(player)
        if len(roles) == 1 and roles[0] in match.state.to_move and not match.is_paused(now):
            seat = match.seats[match.other(roles[0])]
            yield News(Kind.TURN, match.row, seat_name(seat), seat.player_id, match.row.acted_at)


def _my_invitations(player: int, now: datetime) -> Iterator[News]:
    """Yield the invitations during which the player had no match open: every page reports them."""
    invitations = (
        _invited(player, now).filter(deadline__gt=now).exclude(maker__in=friends.blocked_or_blocking(player))
    )
    rows = invitations.order_by("created_at").values_list("public_id", flat=True)[:MAX_MATCHES_A_KIND]
    matches = sorted(load(list(rows)).values(), key=lambda match: match.row.created_at)
    if not matches:
        return
    oldest = matches[0].row.created_at
    here = Presence.objects.filter(until__gt=oldest, person=str(player)).order_by("-until")
    last_seen = here.values_list("until", flat=True).first() or oldest
    for match in matches:
        if match.row.created_at >= last_seen:
            yield News(Kind.INVITATION, match.row, match.host.name, match.row.maker_id, match.row.created_at)


def _my_appointments(address: MailAddress, now: datetime) -> Iterator[News]:
    """Yield the changes of appointments since the last mail."""
    player, since = address.player_id, address.sent_at or address.confirmed_at
    changed = _changed(player, now).filter(changed_at__gt=since, game__in=list(RULE_SETS))
    wanted = changed.exclude(changed_by__in=Block.objects.filter(player=player).values("blocked"))
    for row in wanted.select_related("changed_by").order_by("at")[:MAX_MATCHES_A_KIND]:
        if row.changed_by:
            yield News(Kind.APPOINTMENT, row, row.changed_by.name, row.changed_by_id, row.changed_at)


def _my_pairings(player: int, now: datetime) -> Iterator[News]:
    """Yield the games of tournaments that both people must begin together."""
    rows = _paired(player, now).select_related("tournament", "first", "second").order_by("paired_at")
    for row in rows[:MAX_MATCHES_A_KIND]:
        yield from (item for item, _ in pairings.news_of(row, player, now) if item.kind is Kind.PAIRED)


def _my_rematches(player: int, now: datetime) -> Iterator[News]:
    """Yield the rematches and next games that came while the player didn't have the match open."""
    rows = (
        _continued(player, now)
        .order_by("-listed_at")
        .values_list("match__public_id", flat=True)[:MAX_MATCHES_A_KIND]
    )
    matches = load(list(rows))
    begun = load([match.row.successor for match in matches.values() if match.row.successor])
    unwanted = friends.blocked_or_blocking(player)
    for match in matches.values():
        news = _following(match, player, unwanted, begun)
        if news and news.at <= now - WAIT_BEFORE_MAIL and not _was_open(match.row, news, player):
            yield news


def _following(
    match: MatchState, player: int, unwanted: Set[int], begun: Mapping[str, MatchState]
) -> News | None:
    """Return the successor of the match: a game that has begun, or one for which the opponent is ready."""
    if match.alone(player) or not unwanted.isdisjoint(sitter for sitter in match.sitters.values() if sitter):
        return None
    (role,) = match.roles_of(player)
    seat = match.seats[match.other(role)]
    opponent, player_id = seat_name(seat), seat.player_id
    game, games = series.next_game(match), match.terms.games
    kind = Kind.NEXT_GAME if game else Kind.REMATCH
    offer, successor = match.pending.offers.get(REMATCH), begun.get(match.row.successor)
    if successor and successor.row.status == Match.Status.PLAYING and successor.row.started_at:
        return News(kind, successor.row, opponent, player_id, successor.row.started_at, True, game, games)
    if offer is None or offer.by == role:
        return None
    at = Event.objects.values_list("at", flat=True).get(match=match.row, seq=offer.seq)
    return News(kind, match.row, opponent, player_id, at, False, game, games)


def _was_open(match: Match, news: News, player: int) -> bool:
    """Return whether the player had one of the two matches open when it came, or later."""
    return Presence.objects.filter(
        match__in={match.pk, news.subject.pk}, person=str(player), until__gte=news.at
    ).exists()


def _turns(player: int | OuterRef, now: datetime) -> QuerySet[Seat]:
    """Return the player's seats in daily matches, except where somebody has just acted."""
    daily = Seat.objects.filter(player=player, unfinished=True, time_control="days")
    return daily.filter(match__status=Match.Status.PLAYING, match__acted_at__lte=now - WAIT_BEFORE_MAIL)


def _invited(player: int | OuterRef, now: datetime) -> QuerySet[Match]:
    """Return the waiting matches that somebody made for the player, but not just now."""
    return Match.objects.filter(
        invited=player, status=Match.Status.WAITING, created_at__lte=now - WAIT_BEFORE_MAIL
    )


def _changed(player: int | OuterRef, now: datetime) -> QuerySet[Appointment]:
    """Return the player's appointments ahead that the other one has changed, but not just now."""
    own = Appointment.objects.filter(Q(proposer=player) | Q(other=player), status__in=list(CHANGES))
    return own.filter(at__gt=now, changed_at__lte=now - WAIT_BEFORE_MAIL).exclude(changed_by=player)


def _paired(player: int | OuterRef, now: datetime) -> QuerySet[Pairing]:
    """Return the player's games of tournaments that were paired in the last day, but not just now."""
    own = pairings.just_paired(now).filter(Q(first__player=player) | Q(second__player=player))
    return own.filter(paired_at__lte=now - WAIT_BEFORE_MAIL, tournament__game__in=list(RULE_SETS))


def _continued(player: int | OuterRef, now: datetime) -> QuerySet[Seat]:
    """Return the player's seats in matches that ended recently and are, or may be, followed by another."""
    ended = Seat.objects.filter(player=player, unfinished=False, listed_at__gt=now - REMATCH_NEWS_FOR)
    return ended.filter(Q(match__pending__offers__rematch__isnull=False) | ~Q(match__successor=""))
