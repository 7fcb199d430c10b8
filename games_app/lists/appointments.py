"""Appointments as the two people see them: which are open, what is news, and reminders. Reads only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games_app.games.catalogue import SHEETS
from games_app.games.rules import RULE_SETS, Game, get_game
from games_app.games.sheet import Text
from games_app.lists import terms_text
from games_app.lists.news import Kind, News
from games_app.match.messages import MatchConfig
from games_app.match.terms import RealTime, Terms, read
from games_app.models import Appointment, Block, Match, Player
from games_app.people import friends

Status = Appointment.Status
OPEN = (Status.PROPOSED, Status.AGREED)
SHOWN = 20
"""Maximum number of one person's appointments in a list."""
PLAY_FROM = timedelta(minutes=10)
"""Time before an appointment from which the two may begin."""
PLAY_UNTIL = timedelta(hours=1)
"""Time after an appointment until which they may."""
READY_FOR = timedelta(minutes=5)
"""Time for which a person who wants to play now waits for the other one."""
JUST_CHANGED = timedelta(hours=1)
"""Time for which a change is news."""
REMINDERS: Mapping[Kind, timedelta] = {
    Kind.DAY_BEFORE: timedelta(days=1),
    Kind.SOON: timedelta(minutes=15),
}
"""Times before an appointment at which the two are reminded."""
FAR_AHEAD = timedelta(days=2)
"""Time from the agreement to the game above which there is a reminder on the day before, too."""


@dataclass(frozen=True, slots=True)
class Shown:
    """An appointment as one of the two sees it."""

    row: Appointment
    me: int
    now: datetime

    @property
    def opponent(self) -> Player:
        return self.row.other if self.me == self.row.proposer_id else self.row.proposer

    @property
    def match(self) -> Match | None:
        """The match once it has begun, on the page of a tournament too."""
        return self.row.match or (self.row.pairing.match if self.row.pairing else None)

    @property
    def game(self) -> Game:
        return get_game(self.row.game)

    @property
    def terms(self) -> Terms:
        return read(self.row.terms)

    @property
    def status(self) -> str:
        return status_at(self.row, self.now)

    @property
    def is_asked(self) -> bool:
        """True if the reader answers the proposed time."""
        return self.status == Status.PROPOSED and self.row.changed_by_id != self.me

    @property
    def is_time(self) -> bool:
        """True if the two may begin now."""
        return self.status == Status.AGREED and self.row.at - PLAY_FROM <= self.now

    @property
    def waits(self) -> bool:
        """True if the reader waits for the other one."""
        return self.is_time and waiting(self.row, self.now) == self.me

    @property
    def is_awaited(self) -> bool:
        """True if the other one waits for the reader."""
        return self.is_time and waiting(self.row, self.now) not in (None, self.me)

    @property
    def variant(self) -> str:
        """Options and terms in words; may be empty."""
        words = (SHEETS[self.row.game].variant(self.row.options), terms_text.brief(self.terms, 1))
        return ", ".join(str(word) for word in words if word)

    @property
    def agreed(self) -> list[tuple[Text, Text]]:
        """The options and terms, as pairs of label and description."""
        return [
            *SHEETS[self.row.game].agreed(self.row.options),
            *terms_text.agreed(self.terms, self.row.game),
        ]

    @property
    def said(self) -> str:
        """The state in a few words."""
        name = self.opponent.name
        match self.status:
            case Status.PROPOSED if self.is_asked:
                return _("{name} proposes this time.").format(name=name)
            case Status.PROPOSED:
                return _("{name} has not answered yet.").format(name=name)
            case Status.AGREED if self.is_awaited:
                return _("{name} is waiting for you.").format(name=name)
            case Status.AGREED if self.waits:
                return _("Waiting for {name}.").format(name=name)
            case Status.AGREED:
                return _("Agreed.")
            case Status.PLAYED:
                return _("The game has begun.")
            case Status.DECLINED:
                return _("This time was declined.")
            case Status.CANCELLED:
                return _("This game was cancelled.")
        return _("Not played.")


def status_at(row: Appointment, now: datetime) -> str:
    """Return the status at this time, whether or not the site has already noted that the time has passed."""
    if row.status in OPEN and row.pairing and (row.pairing.outcome or row.pairing.match_id):
        return Status.PLAYED
    ends = row.at + (PLAY_UNTIL if row.status == Status.AGREED else timedelta())
    return Status.MISSED if row.status in OPEN and row.begun_at is None and ends <= now else row.status


def waiting(row: Appointment, now: datetime) -> int | None:
    """Return the person who is ready to play now, if one is."""
    return row.ready_id if row.ready_at and now < row.ready_at + READY_FOR else None


def has_clock(row: Appointment) -> bool:
    """Return whether a clock runs from the beginning, so that both must be there."""
    return isinstance(read(row.terms).time, RealTime)


def config_of(row: Appointment) -> MatchConfig:
    """Return the configuration of the match."""
    return MatchConfig(row.game, row.options, row.side, row.visibility, read(row.terms))


_RELATED = ("proposer", "other", "match", "pairing__match", "pairing__tournament")


def visible_to(player_id: int) -> QuerySet[Appointment]:
    """Return the person's appointments, without those that somebody has proposed whom they have blocked."""
    unwanted = Block.objects.filter(player=player_id).values("blocked")
    mine = Q(proposer=player_id) | Q(other=player_id) & ~Q(proposer__in=unwanted)
    known = Appointment.objects.filter(mine, game__in=list(RULE_SETS))
    return known.select_related(*_RELATED)


def find(public_id: str, player_id: int | None, now: datetime) -> Shown | None:
    """Return a person's appointment; None if it isn't theirs."""
    if player_id is None:
        return None
    row = visible_to(player_id).filter(public_id=public_id).first()
    return Shown(row, player_id, now) if row else None


def open_of(player_id: int, now: datetime) -> list[Shown]:
    """Return what the person has proposed, is asked or has agreed to, the next one first."""
    rows = visible_to(player_id).filter(_is_open(now)).order_by("at", "pk")
    shown = [Shown(row, player_id, now) for row in rows[:SHOWN]]
    return [each for each in shown if each.status in OPEN]


def waiting_for(player_id: int, now: datetime) -> int:
    """Return how many appointments wait for the person: for an answer, or for the game to begin."""
    return sum(shown.is_asked or shown.is_time for shown in open_of(player_id, now))


def _is_open(now: datetime) -> Q:
    return Q(status=Status.PROPOSED, at__gt=now) | Q(status=Status.AGREED, at__gt=now - PLAY_UNTIL)


def news(player_id: int, now: datetime) -> list[News]:
    """Return the other one's latest changes, and the reminders of this person."""
    return [item for row in _with_news(now).filter(_of(player_id)) for item in news_of(row, player_id, now)]


def with_news(now: datetime) -> list[Appointment]:
    """Return the appointments of all people that may be news now."""
    return list(_with_news(now))


def news_of(row: Appointment, player_id: int, now: datetime) -> Iterator[News]:
    """Yield what is news of an appointment for one of the two. A block hides what is proposed behind it."""
    if player_id == row.other_id and friends.has_blocked(player_id, row.proposer_id):
        return
    shown = Shown(row, player_id, now)
    by_other = shown.status in _CHANGES and row.changed_by_id not in (None, player_id)
    if by_other and (row.changed_at > now - JUST_CHANGED or shown.is_asked):
        yield News(Kind.APPOINTMENT, row, shown.opponent.name, shown.opponent.pk, row.changed_at)
    if shown.status == Status.AGREED and row.begun_at is None:
        yield from (
            News(kind, row, shown.opponent.name, shown.opponent.pk, row.at - REMINDERS[kind])
            for kind in due_reminders(row, now)
        )


_CHANGES = (*OPEN, Status.DECLINED, Status.CANCELLED)


def due_reminders(row: Appointment, now: datetime) -> Iterator[Kind]:
    """Yield the reminder whose time it is: the one of the day before ends when the last one begins."""
    ahead = row.at - now
    if REMINDERS[Kind.SOON] >= ahead > timedelta():
        yield Kind.SOON
    elif REMINDERS[Kind.DAY_BEFORE] >= ahead > REMINDERS[Kind.SOON] and row.at - row.changed_at > FAR_AHEAD:
        yield Kind.DAY_BEFORE


def reminded(now: datetime) -> QuerySet[Appointment]:
    """Return the agreed appointments that may have a reminder now."""
    near = Appointment.objects.filter(at__gt=now, at__lte=now + REMINDERS[Kind.DAY_BEFORE])
    return near.filter(status=Status.AGREED, begun_at=None).select_related(*_RELATED)


def _with_news(now: datetime) -> QuerySet[Appointment]:
    is_changed = Q(status__in=_CHANGES, changed_at__gt=now - JUST_CHANGED, changed_by__isnull=False)
    is_near = Q(status=Status.AGREED, at__gt=now, at__lte=now + REMINDERS[Kind.DAY_BEFORE])
    return Appointment.objects.filter(is_changed | is_near).select_related(*_RELATED)


def _of(player_id: int) -> Q:
    return Q(proposer=player_id) | Q(other=player_id)
