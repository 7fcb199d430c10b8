"""News worth a mail: what waits for a player in their matches, or began while they were away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from games_app.games.rules import RULE_SETS, get_game
from games_app.games.sheet import Text
from games_app.lib.names import isolated
from games_app.lists.result_text import seat_name
from games_app.match import series
from games_app.match.match_state import MatchState, load
from games_app.match.pending import REMATCH
from games_app.models import Appointment, Block, Event, MailAddress, Match, Pairing, Player, Presence, Seat
from games_app.people import friends

WAIT_BEFORE_MAIL = timedelta(minutes=20)
"""Waiting time that is worth a mail: most players come by themselves."""
REMATCH_NEWS_FOR = timedelta(days=7)
"""Time after the end of a match in which its rematch is news."""
MAX_MATCHES_A_KIND = 100
"""Maximum number of matches of one kind that are read."""


class Kind(StrEnum):
    """Kinds of news. For those in mails, the field of ``MailAddress`` that says whether they are wanted."""

    TURN = "turns"
    INVITATION = "invitations"
    REMATCH = "rematches"
    NEXT_GAME = "next_games"
    BEGUN = "begun"
    """A match has begun, and the other player is to move. Open pages report it; mails don't."""
    OVER = "over"
    """A match has ended. Only notifications of closed pages report it."""
    PAUSE = "pause"
    """The opponent asks for a pause, or has agreed to one; likewise."""
    PAUSE_OVER = "pause_over"
    """A pause has ended, and it is the player's turn; likewise."""
    APPOINTMENT = "appointments"
    """The other one proposes a time, agrees to one, declines it or cancels the appointment."""
    DAY_BEFORE = "day_before"
    SOON = "soon"
    """Reminders of an appointment. Mails of their own have them."""
    PAIRED = "paired"
    """A game of a tournament waits until both people press Play now. Mails don't report it."""
    READY = "ready"
    """The other one has pressed it; likewise."""


@dataclass(frozen=True, slots=True)
class News:
    kind: Kind
    subject: Match | Appointment | Pairing
    opponent: Text
    player: int | None
    """Primary key of the opponent's player; None for a seat without one."""
    at: datetime
    """Time since when it waits."""
    begun: bool = False
    """True if the rematch, the next game or the pause has begun; otherwise the opponent asks for it."""
    game: int = 0
    """Number of the next game in its series."""
    games: int = 0
    """Number of games of that series."""
    until: datetime | None = None
    """Time until which a pairing concerns a browser that was out of reach; None for other subjects."""


_WORDS: Mapping[tuple[Kind, bool], str] = {
    (Kind.TURN, False): gettext_noop("Your turn: {game} against {name}"),
    (Kind.BEGUN, False): gettext_noop("Your match has begun: {game} against {name}"),
    (Kind.OVER, False): gettext_noop("Your match is over: {game} against {name}"),
    (Kind.PAUSE, False): gettext_noop("{name} asks for a pause: {game}"),
    (Kind.PAUSE, True): gettext_noop("Your match is paused: {game} against {name}"),
    (Kind.PAUSE_OVER, False): gettext_noop("The pause is over and it's your turn: {game} against {name}"),
    (Kind.INVITATION, False): gettext_noop("{name} invites you: {game}"),
    (Kind.REMATCH, False): gettext_noop("{name} offers a rematch: {game}"),
    (Kind.REMATCH, True): gettext_noop("Your rematch has begun: {game} against {name}"),
    (Kind.NEXT_GAME, False): gettext_noop("{name} is ready for game {n} of {of}: {game}"),
    (Kind.NEXT_GAME, True): gettext_noop("Game {n} of {of} has begun: {game} against {name}"),
    (Kind.DAY_BEFORE, False): gettext_noop("Your game against {name} is coming up: {game}"),
    (Kind.SOON, False): gettext_noop("Your game against {name} begins soon: {game}"),
    (Kind.PAIRED, False): gettext_noop("Your next game in the tournament: {game} against {name}"),
    (Kind.READY, False): gettext_noop("{name} is ready to play now: {game}"),
}
"""Sentences, by kind and whether the match has begun."""
_CHANGES: Mapping[str, str] = {
    Appointment.Status.PROPOSED: gettext_noop("{name} proposes a time: {game}"),
    Appointment.Status.AGREED: gettext_noop("{name} agrees to the time: {game}"),
    Appointment.Status.DECLINED: gettext_noop("{name} declines the time: {game}"),
    Appointment.Status.CANCELLED: gettext_noop("{name} has cancelled your game: {game}"),
}
"""Sentences about changes of an appointment, by its status since then."""


def without_name(news: News) -> News:
    """Return the news without the opponent's name, for a reader who wants to see no names of strangers."""
    return replace(news, opponent=gettext_lazy("Player"))


def names_stranger(news: News, reader: int) -> bool:
    """Return whether the news has the name of somebody who is no friend of the reader."""
    return news.player is not None and news.player not in friends.friend_ids(reader)


def outside(news: News, reader: Player) -> News:
    """Return the news as the reader wants it in mails and webhooks: without names of strangers by choice."""
    return without_name(news) if reader.hides_strangers and names_stranger(news, reader.pk) else news


def words(news: News) -> str:
    """Return the news as a sentence in the reader's language."""
    subject = news.subject
    slug = subject.tournament.game if isinstance(subject, Pairing) else subject.game
    game, name = gettext(str(get_game(slug).name)), isolated(str(news.opponent))
    if news.kind is Kind.APPOINTMENT and isinstance(subject, Appointment):
        sentence = _CHANGES[subject.status]
    else:
        sentence = _WORDS[news.kind, news.begun]
    return gettext(sentence).format(game=game, name=name, n=news.game, of=news.games)


def address(item: News) -> str:
    """Return the path of the page of its match, appointment or tournament."""
    subject = item.subject
    if isinstance(subject, Pairing):
        return reverse("tournament", args=[subject.tournament.public_id])
    page = "appointment" if isinstance(subject, Appointment) else "match"
    return reverse(page, args=[subject.public_id])


def possible(now: datetime) -> Q:
    """Return the condition for addresses that may have news, decided by indexes alone."""
    since = Coalesce(OuterRef("sent_at"), OuterRef("confirmed_at"))
    turns = _turns(OuterRef("player"), now).filter(match__acted_at__gt=since)
    invited = _invited(OuterRef("player"), now).filter(created_at__gt=since)
    ended = _continued(OuterRef("player"), now)
    changed = _changed(OuterRef("player"), now).filter(changed_at__gt=since)
    return (
        Q(Exists(turns), turns=True)
        | Q(Exists(invited), invitations=True)
        | Q(Exists(changed), appointments=True)
        | (Q(rematches=True) | Q(next_games=True)) & Q(Exists(ended))
    )


def news_for(address: MailAddress, now: datetime) -> list[News]:
    """Return the news that the address's owner wants, most urgent first; each subject is named once."""
    player, by_subject = address.player_id, dict[str, News]()
    for item in (
        *_my_turns(player, now),
        *_my_invitations(player, now),
        *_my_appointments(address, now),
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
    own = Appointment.objects.filter(Q(proposer=player) | Q(other=player), status__in=list(_CHANGES))
    return own.filter(at__gt=now, changed_at__lte=now - WAIT_BEFORE_MAIL).exclude(changed_by=player)


def _continued(player: int | OuterRef, now: datetime) -> QuerySet[Seat]:
    """Return the player's seats in matches that ended recently and are, or may be, followed by another."""
    ended = Seat.objects.filter(player=player, unfinished=False, listed_at__gt=now - REMATCH_NEWS_FOR)
    return ended.filter(Q(match__pending__offers__rematch__isnull=False) | ~Q(match__successor=""))
