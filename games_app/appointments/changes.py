"""Changes of an appointment by its two people: propose a time, agree, decline, cancel, and play.

Each change is one transaction under the lock of the row. All raise Refused if the person may not do this now.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from games_app.appointments import begin
from games_app.lib.refusals import Refusal, Refused
from games_app.lists import appointments
from games_app.lists.appointments import OPEN, PLAY_FROM, PLAY_UNTIL, Shown, Status
from games_app.match.messages import MatchConfig
from games_app.match.terms import stored
from games_app.models import Appointment, Pairing, Player
from games_app.people import accounts, bots, friends, membership, sanctions
from games_app.record.commands.invitations import know_each_other
from games_app.record.use_cases import Sender
from games_app.tournaments import games
from games_app.tournaments.progress import config_of

LEAST_AHEAD, MOST_AHEAD = timedelta(minutes=10), timedelta(days=60)
"""Shortest and longest time ahead for which people can agree on a game."""
MOST_OPEN = 10
"""Maximum number of one person's open proposals and agreed games that they have proposed."""
MOST_OF_PAIR = 3
"""Maximum number of open appointments of the same two people."""
MOST_A_DAY = 5
"""Maximum number of one person's proposals to another within a day, whatever became of them."""
MOST_CHANGES = 20
"""Maximum number of changes of one appointment: each notifies the other one."""


def propose(
    sender: Sender, other: Player, config: MatchConfig, at: datetime, cmd: str, now: datetime
) -> Appointment:
    """Propose a match at a time, once however often it is sent with the same ``cmd``."""
    me = sender.player
    with transaction.atomic():
        # The limits below hold against proposals that are sent at once.
        list(Player.objects.select_for_update().filter(pk__in=(me.pk, other.pk)).order_by("pk"))
        if cmd and (made := Appointment.objects.filter(proposer=me, cmd=cmd).first()):
            return made
        _must_be_possible(at, now)
        _must_know(me.pk, other)
        _may_play(sender, other, now)
        if config.terms.rated and not (accounts.has_account(me.pk) and accounts.has_account(other.pk)):
            raise Refused(Refusal("rated_needs_account"))
        _must_have_room(me.pk, other.pk, now)
        row = _proposed(me, other, config, at, now)
        row.cmd = cmd or None
        row.save()
    return row


def _proposed(
    proposer: Player, other: Player, config: MatchConfig, at: datetime, now: datetime
) -> Appointment:
    """Return a proposal that is not stored yet."""
    return Appointment(
        proposer=proposer,
        other=other,
        game=config.game,
        options=config.options,
        terms=stored(config.terms),
        side=config.side,
        visibility=config.visibility,
        at=at,
        changed_by=proposer,
        changed_at=now,
        created_at=now,
    )


def propose_for_pairing(sender: Sender, key: int, at: datetime, now: datetime) -> Appointment:
    """Propose a time for a game of a tournament that the sender still has to play, once for each game."""
    with transaction.atomic():
        pairing, entry = games.owed(sender.player, key)
        assert entry.player  # noqa: S101  (owed)
        Pairing.objects.select_for_update().get(pk=key)
        _may_play(sender, entry.player, now)
        if made := Appointment.objects.filter(pairing=key, status__in=OPEN, at__gt=now - PLAY_UNTIL).first():
            return made
        _must_be_possible(at, now, pairing)
        row = _proposed(sender.player, entry.player, config_of(pairing.tournament), at, now)
        row.pairing = pairing
        row.save()
    return row


def agree(public_id: str, sender: Sender, number: int | None, now: datetime) -> None:
    """Agree to the time of the change with this number, or to the present one; again changes nothing."""
    with _changing(public_id, sender, now) as shown:
        row = shown.row
        if shown.status == Status.AGREED and number in (None, row.number - 1):
            return
        if number not in (None, row.number):
            raise Refused(Refusal("appointment_changed"))
        if not shown.is_asked:
            raise Refused(Refusal("appointment_not_asked", {"name": shown.opponent.name}))
        _may_meet(sender, shown, now)
        _change(row, Status.AGREED, sender.player, now)


def propose_again(public_id: str, sender: Sender, at: datetime, now: datetime) -> None:
    """Propose another time in place of the present one."""
    with _changing(public_id, sender, now) as shown:
        if at == shown.row.at:
            return
        _must_be_possible(at, now, shown.row.pairing)
        _may_meet(sender, shown, now)
        if shown.row.number >= MOST_CHANGES:
            raise Refused(Refusal("too_many_times", {"limit": MOST_CHANGES}))
        shown.row.at, shown.row.ready = at, None
        _change(shown.row, Status.PROPOSED, sender.player, now)


def decline(public_id: str, sender: Sender, now: datetime) -> None:
    """Decline the proposed time."""
    with _changing(public_id, sender, now) as shown:
        if not shown.is_asked:
            raise Refused(Refusal("appointment_not_asked", {"name": shown.opponent.name}))
        _change(shown.row, Status.DECLINED, sender.player, now)


def cancel(public_id: str, sender: Sender, now: datetime) -> None:
    """Cancel the appointment, at any time before the match."""
    with _changing(public_id, sender, now) as shown:
        _change(shown.row, Status.CANCELLED, sender.player, now)


def cancel_between(player: Player, other: Player, now: datetime) -> None:
    """Cancel all that is open between two people, one of whom has blocked the other."""
    pair = Q(proposer=player, other=other) | Q(proposer=other, other=player)
    for row in Appointment.objects.select_for_update().filter(pair, status__in=OPEN):
        _change(row, Status.CANCELLED, player, now)


def play(public_id: str, sender: Sender, now: datetime) -> str:
    """Begin the match, or say that one is ready for it; return the match's public id, empty before."""
    row = _ready(public_id, sender, now)
    if row.pairing:
        return begin.play_pairing(row, sender.player, now)
    return begin.begin(row) if row.begun_at else ""


def _ready(public_id: str, sender: Sender, now: datetime) -> Appointment:
    """Store that the person is ready to play, and whether the match begins."""
    me = sender.player
    with transaction.atomic():
        shown = _locked(public_id, sender, now)
        row = shown.row
        if row.match_id or row.begun_at:
            return row
        if shown.status != Status.AGREED:
            raise Refused(Refusal("appointment_closed"))
        if not shown.is_time:
            minutes = PLAY_FROM // timedelta(minutes=1)
            raise Refused(Refusal("appointment_early", {"minutes": minutes}))
        _may_meet(sender, shown, now)
        is_first = appointments.waiting(row, now) in (None, me.pk)
        if row.pairing or (appointments.has_clock(row) and is_first):
            row.ready, row.ready_at = (me, now) if is_first else (row.ready, row.ready_at)
        else:
            row.begun_at = now
        row.save(update_fields=["ready", "ready_at", "begun_at"])
    return row


@contextmanager
def _changing(public_id: str, sender: Sender, now: datetime) -> Iterator[Shown]:
    """Yield an open appointment of the sender under its lock."""
    with transaction.atomic():
        shown = _locked(public_id, sender, now)
        if shown.status not in OPEN or shown.row.begun_at:
            raise Refused(Refusal("appointment_closed"))
        yield shown


def _locked(public_id: str, sender: Sender, now: datetime) -> Shown:
    mine = appointments.visible_to(sender.player.pk).filter(public_id=public_id)
    row = mine.select_for_update(of=("self",)).first()
    if row is None:
        raise Refused(Refusal("no_appointment"))
    return Shown(row, sender.player.pk, now)


def _change(row: Appointment, status: Status, by: Player, now: datetime) -> None:
    row.status, row.changed_by, row.changed_at = status, by, now
    row.number += 1
    row.save()


def _must_be_possible(at: datetime, now: datetime, pairing: Pairing | None = None) -> None:
    """Raise Refused unless a game can be at this time. One of a tournament has a limit."""
    if not now + LEAST_AHEAD <= at <= now + MOST_AHEAD:
        limits = {"minutes": LEAST_AHEAD // timedelta(minutes=1), "days": MOST_AHEAD.days}
        raise Refused(Refusal("appointment_time", limits))
    if pairing and pairing.begin_by and at >= pairing.begin_by:
        raise Refused(Refusal("appointment_late", {"moment": f"{pairing.begin_by:%Y-%m-%d %H:%M}"}))


def _may_meet(sender: Sender, shown: Shown, now: datetime) -> None:
    """Raise Refused unless the two may still play each other; in a tournament they need not be friends."""
    if not shown.row.pairing_id:
        _must_know(sender.player.pk, shown.opponent)
    _may_play(sender, shown.opponent, now)


def _must_know(me: int, other: Player) -> None:
    is_bot = bots.is_bot(other.pk) or bots.is_bot(me)
    if me == other.pk or is_bot or not know_each_other(me, other.pk):
        raise Refused(Refusal("appointment_with_stranger"))


def _may_play(sender: Sender, other: Player, now: datetime) -> None:
    """Raise Refused unless the sender may make matches, and one with this person.

    A block of the sender is no reason: what they propose is never shown, and nothing reveals the block.
    """
    me = sender.player.pk
    if friends.has_blocked(me, other.pk):
        raise Refused(Refusal("blocked_by_you"))
    if membership.is_closed_to(me):
        raise Refused(Refusal("members_only"))
    if barred := sanctions.refusal(me, sender.client.address, now):
        raise Refused(barred)


def _must_have_room(me: int, other: int, now: datetime) -> None:
    ahead = Appointment.objects.filter(status__in=OPEN, at__gt=now - PLAY_UNTIL)
    if ahead.filter(proposer=me).count() >= MOST_OPEN:
        raise Refused(Refusal("too_many_appointments", {"limit": MOST_OPEN}))
    pair = Q(proposer=me, other=other) | Q(proposer=other, other=me)
    if ahead.filter(pair).count() >= MOST_OF_PAIR:
        raise Refused(Refusal("too_many_appointments.pair", {"limit": MOST_OF_PAIR}))
    today = Appointment.objects.filter(proposer=me, other=other, created_at__gt=now - timedelta(days=1))
    if today.count() >= MOST_A_DAY:
        raise Refused(Refusal("too_many_invitations", {"limit": MOST_A_DAY}))
