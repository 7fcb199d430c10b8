"""Notifications for browsers without an open page: which there are, and what each says when it is sent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils import translation
from django.utils.translation import gettext as _

from games_app.lib import clock
from games_app.lists import appointments, news, pairings
from games_app.lists.news import Kind, News
from games_app.lists.result_text import seat_name
from games_app.match import series
from games_app.match.event_kinds import ENDING, EventKind
from games_app.match.match_state import MatchState, match_states
from games_app.match.pending import PAUSE, REMATCH
from games_app.match.terms import Daily
from games_app.models import (
    Appointment,
    Event,
    Match,
    Pairing,
    Player,
    PushDevice,
    PushMessage,
    Seat,
    Webhook,
)
from games_app.people import friends, presence
from games_app.people.players import computers_at
from games_app.people.presence import LEASE
from games_app.record.crash_points import crash_point

PAGE_GRACE = timedelta(seconds=3)
"""Time in which a page that is being opened or is reloaded may still come."""
MOST_EVENTS = 2000
"""Maximum number of events read at once."""
NEWS_MAX_AGE = timedelta(days=3)
"""Age at which a notification is no longer news."""
SENT_KEPT_FOR = timedelta(days=15)
"""Time for which sent messages are kept, so that nothing is sent twice: more than a turn may last."""


class DueMessage(NamedTuple):
    """News for a player, and the number of the event that makes it new; 0 if it comes once a match."""

    news: News
    seq: int
    daily: bool = False
    """True in a match with days for each turn."""


def collect(after: int, until: int, now: datetime) -> int:
    """Store the messages that settled events between these keys lead to; return the last key read."""
    events = Event.objects.filter(pk__gt=after, pk__lte=until).order_by("pk")
    rows = list(events.values_list("pk", "match")[:MOST_EVENTS])
    _store(_readers({match for _pk, match in rows}), now)
    return rows[-1][0] if len(rows) == MOST_EVENTS else until


def _readers(matches: Collection[int]) -> dict[int, set[int]]:
    """Return the players of these matches, and those invited to one, who have a receiver."""
    readers = defaultdict[int, set[int]](set)
    devices, webhooks = PushDevice.objects.values("player"), Webhook.objects.filter(switched_off_at=None)
    players = Player.objects.filter(Q(pk__in=devices) | Q(pk__in=webhooks.values("account__player")))
    seats = Seat.objects.filter(match__in=matches, player__in=players)
    invited = Match.objects.filter(pk__in=matches, invited__in=players)
    for match, player in (*seats.values_list("match", "player"), *invited.values_list("pk", "invited")):
        readers[match].add(player)
    return readers


class Receiver(NamedTuple):
    """A browser or a webhook of a player, and the time since when it gets news."""

    device: PushDevice | None
    webhook: Webhook | None
    since: datetime


def _receivers(people: Collection[int]) -> dict[int, list[Receiver]]:
    """Return the browsers and webhooks of these players."""
    receivers = defaultdict[int, list[Receiver]](list)
    for device in PushDevice.objects.filter(player__in=people):
        receivers[device.player_id].append(Receiver(device, None, device.created_at))
    hooks = Webhook.objects.filter(account__player__in=people, switched_off_at=None)
    for webhook in hooks.select_related("account"):
        receivers[webhook.player_id].append(Receiver(None, webhook, webhook.created_at))
    return receivers


def _store(readers: dict[int, set[int]], now: datetime) -> None:
    rows = Match.objects.filter(pk__in=readers).prefetch_related("seats")
    receivers = _receivers(set[int]().union(*readers.values()))
    fresh = [
        PushMessage(
            device=device,
            webhook=webhook,
            match=match.row,
            kind=due.news.kind,
            seq=due.seq,
            at=due.news.at,
            next_at=max(now, due.news.at) + PAGE_GRACE,
        )
        for match in match_states(rows).values()
        for player in readers[match.row.pk]
        for due in due_for(match, player, now)
        for device, webhook, since in receivers[player]
        if due.news.at >= since
    ]
    PushMessage.objects.bulk_create(fresh, ignore_conflicts=True)


Planned = Appointment | Pairing
"""A game that two people must begin themselves."""


def collect_planned(now: datetime) -> None:
    """Store the messages that appointments and games of tournaments lead to, each once."""
    rows: list[Planned] = [*appointments.with_news(now), *pairings.with_news(now)]
    people = {row: _people_of(row) for row in rows}
    receivers = _receivers(set[int]().union(*people.values()))
    if not receivers:
        return
    own = Q(appointment__in=[row.pk for row in people if isinstance(row, Appointment)])
    own |= Q(pairing__in=[row.pk for row in people if isinstance(row, Pairing)])
    columns = ("device_id", "webhook_id", "appointment_id", "pairing_id", "kind", "seq")
    stored = set(PushMessage.objects.filter(own).values_list(*columns))
    due_now = [
        PushMessage(
            device=device,
            webhook=webhook,
            appointment=row if isinstance(row, Appointment) else None,
            pairing=row if isinstance(row, Pairing) else None,
            kind=due.news.kind,
            seq=due.seq,
            at=due.news.at,
            next_at=now,
        )
        for row, players in people.items()
        for player in players & receivers.keys()
        for due in due_for_planned(row, player, now)
        for device, webhook, _since in receivers[player]
    ]
    fresh = [message for message in due_now if attrgetter(*columns)(message) not in stored]
    PushMessage.objects.bulk_create(fresh, ignore_conflicts=True)
    crash_point("reminded")


def _people_of(row: Planned) -> set[int]:
    if isinstance(row, Appointment):
        return {row.proposer_id, row.other_id}
    return {entry.player_id for entry in (row.first, row.second) if entry and entry.player_id}


def due_for_planned(row: Planned, player: int, now: datetime) -> Iterator[DueMessage]:
    """Yield what is news of an appointment or a pairing for one of its people now."""
    if isinstance(row, Appointment):
        yield from (DueMessage(item, row.number) for item in appointments.news_of(row, player, now))
    else:
        yield from (DueMessage(*item) for item in pairings.news_of(row, player, now))


def due_for(match: MatchState, player: int, now: datetime) -> Iterator[DueMessage]:
    """Yield what is news of this match for the player now. Blocks and closed invitations hide theirs."""
    row = match.row
    if row.status == Match.Status.WAITING:
        yield from _invitation(match, player, now)
        return
    roles = match.roles_of(player)
    if len(roles) != 1 or computers_at(match):
        return
    role = roles[0]
    seat, daily = match.seats[match.other(role)], isinstance(match.terms.time, Daily)
    opponent, other = seat_name(seat), seat.player_id
    if row.status == Match.Status.PLAYING:
        yield from _pause(match, role, player, now)
        begun = row.started_at is not None and row.acted_at <= row.started_at
        if begun and row.started_at and _sender(row, [EventKind.STARTED]) != player:
            yield DueMessage(News(Kind.BEGUN, row, opponent, other, row.started_at), 0, daily)
        elif role in match.state.to_move and not match.is_paused(now):
            yield DueMessage(News(Kind.TURN, row, opponent, other, row.acted_at), row.bases[role], daily)
    elif row.status == Match.Status.OVER:
        if row.ended_at and _sender(row, ENDING) != player:
            yield DueMessage(News(Kind.OVER, row, opponent, other, row.ended_at), 0)
        yield from _rematch(match, role, player)


def _invitation(match: MatchState, player: int, now: datetime) -> Iterator[DueMessage]:
    row = match.row
    if row.invited_id != player or row.status_at(now) != Match.Status.WAITING:
        return
    if not friends.is_blocked_between(player, row.maker_id):
        yield DueMessage(News(Kind.INVITATION, row, match.host.name, row.maker_id, row.created_at), 0)


def _pause(match: MatchState, role: str, player: int, now: datetime) -> Iterator[DueMessage]:
    """Yield a pause for which the other player asks or to which they agreed, and the turn at its end."""
    row, offer, other = match.row, match.pending.offers.get(PAUSE), match.other(role)
    seat, daily = match.seats[other], isinstance(match.terms.time, Daily)
    opponent, sitter = seat_name(seat), seat.player_id
    if offer and offer.by == other and not friends.is_blocked_between(player, match.sitters[other] or 0):
        at = Event.objects.values_list("at", flat=True).get(match=row, seq=offer.seq)
        yield DueMessage(News(Kind.PAUSE, row, opponent, sitter, at), offer.seq, daily)
    if not match.pending.paused_until:
        return
    begins = Event.objects.filter(match=row, what=EventKind.PAUSED).order_by("-seq")
    seq, at, sender = begins.values_list("seq", "at", "sender")[0]
    if match.is_paused(now) and sender != player:
        yield DueMessage(News(Kind.PAUSE, row, opponent, sitter, at, begun=True), seq, daily)
    if role in match.state.to_move:
        yield DueMessage(
            News(Kind.PAUSE_OVER, row, opponent, sitter, clock.moment(match.pending.paused_until)), seq, daily
        )


def _rematch(match: MatchState, role: str, player: int) -> Iterator[DueMessage]:
    """Yield the other player's open offer of a rematch, or of the next game of the series."""
    row, offer, other = match.row, match.pending.offers.get(REMATCH), match.other(role)
    sitter = match.sitters[other]
    if offer is None or offer.by == role or sitter is None or friends.is_blocked_between(player, sitter):
        return
    game = series.next_game(match)
    kind = Kind.NEXT_GAME if game else Kind.REMATCH
    at = Event.objects.values_list("at", flat=True).get(match=row, seq=offer.seq)
    yield DueMessage(
        News(kind, row, seat_name(match.seats[other]), sitter, at, False, game, match.terms.games), offer.seq
    )


def _sender(row: Match, kinds: Iterable[EventKind]) -> int | None:
    """Return the player whose command led to the last event of these kinds; None if it was the server."""
    events = Event.objects.filter(match=row, what__in=list(kinds)).order_by("-seq")
    return events.values_list("sender", flat=True).first()


_PLANNED = (
    "appointment__proposer",
    "appointment__other",
    "pairing__tournament",
    "pairing__first",
    "pairing__second",
)


def due_messages(now: datetime, most: int) -> list[PushMessage]:
    """Return the messages whose time has come, those that wait longest first."""
    free = Q(device__paused_until=None) | Q(device__paused_until__lte=now)
    free &= Q(webhook__paused_until=None) | Q(webhook__paused_until__lte=now)
    due = PushMessage.objects.filter(free, next_at__lte=now)
    due = due.select_related("device__player", "webhook__account__player", "match", *_PLANNED)
    return list(due.order_by("next_at", "pk")[:most])


def postponed_until(message: PushMessage, due: DueMessage, now: datetime) -> datetime | None:
    """Return when to look again, because the player may be looking at it; ``now`` if they have seen it.

    None: the player is away. A page that has not been heard since the news came may have gone to sleep. News
    of appointments and pairings is sent in any case, since pages of other matches don't show it.
    """
    if message.match_id is None:
        return None
    match = message.match_id if _has_a_page(due) else None
    heard = presence.looked_at(message.receiver.player_id, match, now)
    if heard is None:
        return None
    return now if heard >= due.news.at else max(heard + LEASE, now + PAGE_GRACE)


def _has_a_page(due: DueMessage) -> bool:
    """Return whether only the page of its match shows it; the others point to the rest at once."""
    return due.news.kind in (Kind.OVER, Kind.REMATCH, Kind.NEXT_GAME, Kind.PAUSE) or (
        due.news.kind in (Kind.TURN, Kind.PAUSE_OVER) and due.daily
    )


def content(message: PushMessage, due: DueMessage, turns: int) -> dict[str, Any]:
    """Return what the browser shows: only what the player may see in lists, no position and no move.

    ``unnamed`` is the title for a browser that shows no names of strangers, if the opponent is one.
    """
    item, reader = due.news, message.receiver.player_id
    if message.webhook:
        item = news.outside(item, message.webhook.account.player)
    with translation.override(message.receiver.language):
        return {
            "kind": message.kind,
            "id": f"{message.kind} {item.subject.public_id} {message.seq}",
            "tag": f"{type(item.subject).__name__.lower()} {item.subject.public_id}",
            "title": news.words(item),
            "unnamed": news.words(news.without_name(item)) if news.names_stranger(item, reader) else "",
            "body": _more(item, reader),
            "path": news.address(item),
            "at": clock.ms(item.at),
            "turns": turns,
        }


def _more(item: News, player: int) -> str:
    """Return the second line of a notification: the result of a match that is over."""
    row = item.subject
    if isinstance(row, Match) and item.kind is Kind.OVER and row.how not in Match.VOID:
        role = next((seat.role for seat in row.seats.all() if seat.player_id == player), "")
        if not row.winner:
            return _("It's a draw.")
        return _("You won.") if row.winner == role else _("You lost.")
    return ""


def sweep(now: datetime) -> None:
    """Delete old messages."""
    PushMessage.objects.filter(at__lt=now - SENT_KEPT_FOR).delete()
