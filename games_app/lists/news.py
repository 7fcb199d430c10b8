"""News for a player: its kinds, and its words in notifications and mails."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from games_app.games.rules import get_game
from games_app.games.sheet import Text
from games_app.lib.names import isolated
from games_app.models import Appointment, Match, Pairing, Player
from games_app.people import friends


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
    """A game of a tournament waits until both people press Play now."""
    READY = "ready"
    """The other one has pressed it. Mails don't report it."""


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
CHANGES: Mapping[str, str] = {
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
        sentence = CHANGES[subject.status]
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
