"""The moderators' desk: cases to act on, each with what is known of its person, match, message or network."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet

from games_app.games.sheet import Text
from games_app.models import ChatMessage, Match, Player, Report, Sanction
from games_app.rules import get_game
from games_app.services.people import given_wins, players, reports, sanctions
from games_app.services.people.given_wins import GivenWins
from games_app.services.queries.result_text import PACES

LATELY = 10
"""Newest messages shown of a person or a match that was looked up."""


@dataclass(frozen=True, slots=True)
class Case:
    report: Report | None = None
    others: int = 0
    """Number of further reports of the same from the same network."""
    appeal: Sanction | None = None
    """A sanction against which its person has appealed."""
    person: Player | None = None
    match: Match | None = None
    message: ChatMessage | None = None
    """The reported message."""
    network: str = ""
    given: GivenWins | None = None
    """Wins that new accounts have given the person."""
    words: list[ChatMessage] = field(default_factory=list)
    """The reported message with those around it, or the newest ones."""
    sanctions: list[Sanction] = field(default_factory=list)

    @property
    def game_name(self) -> str:
        return str(get_game(self.match.game).name) if self.match else ""

    @property
    def rises(self) -> list[tuple[Text, Text, str]]:
        """Game, pace and change of each rating that given wins have lifted: "1500 → 2101"."""
        rises = self.given.rises if self.given else []
        return [
            (get_game(one.game).name, PACES[one.pace], f"{one.before:.0f} → {one.now:.0f}") for one in rises
        ]

    @property
    def is_running(self) -> bool:
        return self.match is not None and self.match.status == Match.Status.PLAYING

    @property
    def has_begun(self) -> bool:
        return self.match is not None and self.match.status in (Match.Status.PLAYING, Match.Status.OVER)

    @property
    def is_hidden(self) -> bool:
        """True if a moderator has hidden the match, and none has shown it since."""
        return self.match is not None and "hidden_from" in self.match.pending


def waiting(reader: Player, now: datetime) -> list[Case]:
    """Return all cases that wait: appeals, reports, and players whom new accounts have lifted."""
    return [*appealed(reader, now), *reported(reader, now), *lifted(reader, now)]


def reported(reader: Player, now: datetime) -> Iterator[Case]:
    """Yield a case for each open report, oldest first; none about the reader, or from their running match."""
    for report, words in reports.queue():
        match = report.message.match if report.message else None
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
            words=words,
            sanctions=imposed,
        )


def appealed(reader: Player, now: datetime) -> Iterator[Case]:
    """Yield a case for each appeal that waits, oldest first; none of the reader's own."""
    for sanction in sanctions.waiting_appeals(now).exclude(person=reader):
        person = sanction.person
        if person is not None and not person.withdrawn:
            words = _said(reader, player=person)
            imposed = sanctions.imposed(person, now)
            yield Case(appeal=sanction, person=person, words=words, sanctions=imposed)


def lifted(reader: Player, now: datetime) -> Iterator[Case]:
    """Yield a case for each player whom new accounts have given many wins; none about the reader."""
    for given in given_wins.to_look_at(now):
        if given.winner != reader:
            imposed = sanctions.imposed(given.winner, now)
            yield Case(person=given.winner, given=given, sanctions=imposed)


def looked_up(text: str, reader: Player, now: datetime) -> Case | None:
    """Return the case of the person, match or network that a text names, by its id or its page's address."""
    if network := sanctions.network(text):
        return Case(network=network, sanctions=sanctions.imposed(network, now))
    public_id = text.partition("?")[0].partition("#")[0].rstrip("/").rpartition("/")[2]
    if person := players.find_player(public_id):
        imposed = sanctions.imposed(person, now)
        return Case(person=person, words=_said(reader, player=person), sanctions=imposed)
    match = Match.objects.filter(public_id=public_id).first()
    return Case(match=match, words=_said(reader, match=match)) if match else None


def is_about(reader: Player, report: str) -> bool:
    """Return whether the report with this number is about the reader."""
    is_number = report.isascii() and report.isdecimal() and len(report) < 19
    return is_number and Report.objects.filter(pk=int(report), about=reader).exists()


def plays_in(reader: Player, match: Match) -> bool:
    """Return whether the reader plays in this match, and it goes on: until its end they don't decide there.

    Nor do they get the watchers' words before it, see docs/guarantees.md R20.
    """
    return match.status == Match.Status.PLAYING and match.seats.filter(player=reader).exists()


def running_matches(reader: Player) -> QuerySet[Match]:
    """Return the matches of which ``plays_in`` is true."""
    return Match.objects.filter(status=Match.Status.PLAYING, seats__player=reader)


def _said(reader: Player, **of: Player | Match) -> list[ChatMessage]:
    own = running_matches(reader)
    found = ChatMessage.objects.filter(**of, hides=None).exclude(match__in=own).select_related("match")
    return list(found.order_by("-pk")[:LATELY])[::-1]
