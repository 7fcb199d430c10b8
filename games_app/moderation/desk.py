"""The moderators' desk: cases to act on, each with details of its person, match, message or network."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Q, QuerySet

from games_app.games.rules import get_game
from games_app.games.sheet import Text
from games_app.lists.result_text import PACES
from games_app.models import (
    AuditEntry,
    ChatMessage,
    Club,
    ClubMember,
    ClubPost,
    Match,
    Note,
    Player,
    Report,
    Sanction,
)
from games_app.moderation import reports
from games_app.people import accounts, given_wins, players, sanctions
from games_app.people.given_wins import GivenWins

LATELY = 10
"""Number of the newest messages, matches and reports shown of a person or match that was looked up."""
MOST_NAMED = 50
"""Maximum number of people shown for a looked-up name."""
LOG_PAGE = 20
"""Entries of the log on a page."""


@dataclass(frozen=True, slots=True)
class Case:
    report: Report | None = None
    others: int = 0
    """Number of further reports about the same from the same network."""
    appeal: Sanction | None = None
    """A sanction that its person has appealed against."""
    person: Player | None = None
    match: Match | None = None
    message: ChatMessage | None = None
    """The reported message."""
    post: ClubPost | None = None
    """The reported notice of a club."""
    note: Note | None = None
    """The reported note on a match."""
    club: Club | None = None
    """The reported club or class, or the one that was looked up."""
    network: str = ""
    given: GivenWins | None = None
    """Wins that new accounts have given the person."""
    words: list[ChatMessage] = field(default_factory=list)
    """The reported message with its neighbours, or the newest messages."""
    sanctions: list[Sanction] = field(default_factory=list)
    """Current sanctions."""
    ended: list[Sanction] = field(default_factory=list)
    """Past sanctions, newest first."""
    reports: list[Report] = field(default_factory=list)
    """Newest reports about the person or by them, about the match's messages or the club, open or closed."""
    matches: list[Match] = field(default_factory=list)
    """Newest matches that the person made or plays in."""

    @property
    def game_name(self) -> str:
        return str(get_game(self.match.game).name) if self.match else ""

    @property
    def role(self) -> str:
        """Role of the person's account; empty for most."""
        return (accounts.role_of_player(self.person) or "") if self.person else ""

    @property
    def rises(self) -> list[tuple[Text, Text, str]]:
        """Game, pace and change of each rating raised by given wins: "1500 → 2101"."""
        rises = self.given.rises if self.given else []
        return [
            (get_game(rise.game).name, PACES[rise.pace], f"{rise.before:.0f} → {rise.now:.0f}")
            for rise in rises
        ]

    @property
    def is_running(self) -> bool:
        return self.match is not None and self.match.status == Match.Status.PLAYING

    @property
    def has_begun(self) -> bool:
        return self.match is not None and self.match.status in (Match.Status.PLAYING, Match.Status.OVER)

    @property
    def is_hidden(self) -> bool:
        """True if a moderator has hidden the match and none has shown it since."""
        return self.match is not None and "hidden_from" in self.match.pending


def waiting(reader: Player, now: datetime) -> list[Case]:
    """Return all waiting cases: appeals, reports, and players whose ratings new accounts raised."""
    return [*appealed(reader, now), *reported(reader, now), *lifted(reader, now)]


def reported(reader: Player, now: datetime) -> Iterator[Case]:
    """Yield a case for each open report, oldest first; none about the reader, or from their running match."""
    for report, words in reports.queue():
        of_match = report.message or report.note
        match = of_match.match if of_match else None
        if report.about == reader or (match is not None and plays_in(reader, match)):
            continue
        person = None if report.about.withdrawn else report.about
        imposed = sanctions.imposed(report.about, now)
        yield Case(
            report,
            reports.alike(report).count() - 1,
            person=person,
            match=match,
            message=report.message,
            post=report.post,
            note=report.note,
            club=report.club,
            words=words,
            sanctions=imposed,
        )


def appealed(reader: Player, now: datetime) -> Iterator[Case]:
    """Yield a case for each waiting appeal, oldest first; none of the reader's own."""
    for sanction in sanctions.waiting_appeals(now).exclude(person=reader):
        person = sanction.person
        if person is not None and not person.withdrawn:
            words = _said(reader, player=person)
            imposed = sanctions.imposed(person, now)
            yield Case(appeal=sanction, person=person, words=words, sanctions=imposed)


def lifted(reader: Player, now: datetime) -> Iterator[Case]:
    """Yield a case for each player whom new accounts have given many wins; none about the reader."""
    for wins in given_wins.to_look_at(now):
        if wins.winner != reader:
            imposed = sanctions.imposed(wins.winner, now)
            yield Case(person=wins.winner, given=wins, sanctions=imposed)


def looked_up(text: str, reader: Player, now: datetime) -> Case | None:
    """Return the case of the person, match, club or network that a text names, by its id or its address."""
    if network := sanctions.network(text):
        imposed, ended = sanctions.imposed(network, now), sanctions.ended(network, now)
        return Case(network=network, sanctions=imposed, ended=ended)
    if person := players.find_player(_public_id(text)):
        of_person = Q(maker=person) | Q(seats__player=person)
        return Case(
            person=person,
            words=_said(reader, player=person),
            sanctions=sanctions.imposed(person, now),
            ended=sanctions.ended(person, now),
            reports=_reports(reader, Q(about=person) | Q(reporter=person)),
            matches=list(Match.objects.filter(of_person).distinct().order_by("-pk")[:LATELY]),
        )
    match = Match.objects.filter(public_id=_public_id(text)).select_related("maker").first()
    if match is not None:
        return Case(
            match=match, words=_said(reader, match=match), reports=_reports(reader, Q(message__match=match))
        )
    club = Club.objects.filter(public_id=_public_id(text)).first()
    if club is None:
        return None
    person = owner_of_club(club.public_id)
    imposed = sanctions.imposed(person, now) if person else []
    return Case(club=club, person=person, sanctions=imposed, reports=_reports(reader, Q(club=club)))


def people_named(text: str) -> QuerySet[Player]:
    """Return the people whose names contain a text, newest first."""
    players = Player.objects.filter(name__icontains=text, computer="").select_related("account")
    withdrawn = Player.all_withdrawn().values("pk")
    return players.exclude(pk__in=withdrawn).order_by("-pk")[:MOST_NAMED]


def sanctioned(now: datetime) -> QuerySet[Sanction]:
    """Return all current sanctions, those that end last first."""
    return Sanction.objects.filter(until__gt=now).select_related("person").order_by("-until")


def log(text: str = "", before: int | None = None) -> list[AuditEntry]:
    """Return a page of the log, newest first, and one extra entry if there are more.

    Only the entries that contain ``text``, or the id in that address; only those ``before`` a number.
    """
    entries = AuditEntry.objects.order_by("-pk")
    if key := sanctions.network(text) or _public_id(text):
        entries = entries.filter(
            Q(whom__icontains=key) | Q(who__icontains=key) | Q(what__icontains=key) | Q(why__icontains=key)
        )
    if before is not None:
        entries = entries.filter(pk__lt=before)
    return list(entries[: LOG_PAGE + 1])


def is_about(reader: Player, report: str) -> bool:
    """Return whether the report with this number is about the reader."""
    return _is_number(report) and Report.objects.filter(pk=int(report), about=reader).exists()


def match_of(subject: str, which: str) -> Match | None:
    """Return the match of a decision about a match, a message or a report; None if it belongs to none.

    ``subject`` is "match", "message" or "report"; ``which`` is its public id or number.
    """
    if subject == "match":
        return Match.objects.filter(public_id=which).first()
    if subject == "message" and _is_number(which):
        return Match.objects.filter(chat=int(which)).first()
    if subject == "report" and _is_number(which):
        report = Report.objects.select_related("message__match").filter(pk=int(which)).first()
        return report.message.match if report and report.message else None
    return None


def owner_of_club(public_id: str) -> Player | None:
    """Return the owner; None if there is no such club, or its owner has withdrawn."""
    owners = ClubMember.objects.filter(club__public_id=public_id, role=ClubMember.Role.OWNER)
    owner = owners.select_related("player").first()
    return owner.player if owner else None


def plays_in(reader: Player, match: Match) -> bool:
    """Return whether the reader plays in this running match. Until its end they decide nothing there.

    Nor do they get the watchers' messages before it, see docs/guarantees.md R20.
    """
    return match.status == Match.Status.PLAYING and match.seats.filter(player=reader).exists()


def plays_against(reader: Player, other: Player) -> bool:
    """Return whether a running match has both of these people at the board."""
    return other != reader and running_matches(reader).filter(seats__player=other).exists()


def running_matches(reader: Player) -> QuerySet[Match]:
    """Return the matches for which ``plays_in`` is true."""
    return Match.objects.filter(status=Match.Status.PLAYING, seats__player=reader)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19


def _public_id(text: str) -> str:
    """Return the end of an address's path; any other text unchanged."""
    return text.partition("?")[0].partition("#")[0].rstrip("/").rpartition("/")[2]


def _reports(reader: Player, of: Q) -> list[Report]:
    """Return the newest reports that the reader may read: none about them, or from their running match."""
    reports = Report.objects.filter(of).exclude(about=reader)
    reports = reports.exclude(message__match__in=running_matches(reader))
    return list(reports.select_related("about", "reporter").order_by("-pk")[:LATELY])


def _said(reader: Player, **of: Player | Match) -> list[ChatMessage]:
    own = running_matches(reader)
    messages = ChatMessage.objects.filter(**of, hides=None).exclude(match__in=own).select_related("match")
    return list(messages.order_by("-pk")[:LATELY])[::-1]
