"""Read models of a match's page: the board, as one reader sees it. Reads only, and only on demand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from msgspec import to_builtins

from games_app.games import text
from games_app.games.catalogue import SHEETS
from games_app.games.engine.levels import LEVELS
from games_app.games.rules import Game, get_game
from games_app.games.sheet import Line, Sheet, Text
from games_app.lib.names import WITHDRAWN
from games_app.lists import offers
from games_app.lists.match_ratings import ratings_at, why_uncounted
from games_app.lists.result_text import ending, engraved
from games_app.lists.terms_text import agreed
from games_app.match import series
from games_app.match.chat import talk
from games_app.match.match_state import MatchState
from games_app.match.terms import Daily
from games_app.match.visibility import snapshot
from games_app.models import Match, Player, Seat, TriedMoves
from games_app.people import faces, friends, players, presence


@dataclass(frozen=True, eq=False)
class MatchPage:
    """The game and the terms of a match, as each page of it shows them to its reader."""

    match: MatchState
    reader: Player | None
    """None: a stranger."""
    now: datetime

    @property
    def reader_id(self) -> int | None:
        return self.reader.pk if self.reader else None

    @property
    def game(self) -> Game:
        return get_game(self.match.row.game)

    @property
    def sheet(self) -> Sheet:
        return SHEETS[self.match.row.game]

    @property
    def has_computer(self) -> bool:
        """True if the computer plays this game."""
        return self.match.row.game in LEVELS

    @cached_property
    def card(self) -> list[Line]:
        """The rules in short."""
        return self.sheet.card(self.match.row.options)

    @property
    def has_tried(self) -> bool:
        """True if the reader has tried moves in this match, which the site keeps for them."""
        return (
            self.reader is not None
            and TriedMoves.objects.filter(match=self.match.row, player=self.reader).exists()
        )

    @property
    def uncounted(self) -> str:
        """The sentence why the match doesn't count for the ratings; empty if it counts."""
        return ""

    @cached_property
    def agreed(self) -> list[tuple[Text, Text]]:
        """The chosen options and terms, as pairs of label and description."""
        return [
            *self.sheet.agreed(self.match.row.options),
            *agreed(self.match.terms, self.match.row.game, self.uncounted),
        ]

    @cached_property
    def way(self) -> str:
        """The query of the analysis board that leads to the start position; empty for the usual one."""
        start = self.match.terms.start
        return urlencode({"moves": start, **self.match.row.options}) if start else ""

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """The reader's roles."""
        return self.match.roles_of(self.reader_id)

    @property
    def is_daily(self) -> bool:
        """True if there are days for each turn."""
        return isinstance(self.match.terms.time, Daily)

    @property
    def is_maker(self) -> bool:
        return self.reader is not None and self.match.row.maker_id == self.reader.pk


class Explanations(NamedTuple):
    """The computer's moves that the page can explain."""

    roles: str
    """The computer's roles, separated by spaces."""
    usual: bool
    """True if they are explained unless the reader chooses otherwise."""


class Acquaintance(NamedTuple):
    """The other player of a match, whom the reader may ask or answer to be friends."""

    name: str
    public_id: str
    tie: friends.Tie


@dataclass(frozen=True, eq=False)
class BoardPage(MatchPage):
    """A match that has begun, with its board."""

    @cached_property
    def uncounted(self) -> str:
        return why_uncounted(self.match, self.reader_id)

    @cached_property
    def ratings(self) -> dict[str, str]:
        """The rating of each role in words; empty if the match doesn't count."""
        return ratings_at(self.match)

    @cached_property
    def games(self) -> list[tuple[int, str]]:
        """Number and public id of each game of the series so far."""
        return series.games_of_series(self.match)

    @cached_property
    def snapshot(self) -> dict[str, Any]:
        """The match as the page's script gets it."""
        shown: dict[str, Any] = to_builtins(snapshot(self.match, self.roles, [], self.now))
        return shown

    @cached_property
    def course(self) -> str:
        """How far a running match has come; empty if its game counts nothing."""
        row = self.match.row
        playing = row.status == Match.Status.PLAYING
        return text.course(row.game, self.snapshot["position"]["facts"]) if playing else ""

    @property
    def ending(self) -> str:
        """The end of the match in words, where the page's script will write it."""
        return ending(self.match.row)

    @cached_property
    def side_names(self) -> dict[str, str]:
        """The names of the sides on the board."""
        return engraved(self.match.seats, self.roles)

    @property
    def own_side_name(self) -> dict[str, str]:
        """The name of the reader's only side on the board: "you"."""
        return engraved({}, self.roles)

    @cached_property
    def faces(self) -> dict[str, str]:
        """The face of each role; none for the sides at one screen."""
        seated = {role: faces.face_of_seat(seat) for role, seat in self.match.seats.items()}
        return {role: face for role, face in seated.items() if face}

    @cached_property
    def players(self) -> list[Seat]:
        """The seats whose players have pages."""
        return players.players_at(self.match)

    @property
    def player_ids(self) -> dict[str, str]:
        """The public id of the person in each role that has a page."""
        return {seat.role: seat.player.public_id for seat in self.players if seat.player and not seat.level}

    @cached_property
    def allows_tips(self) -> bool:
        return players.allows_tips(self.match)

    @property
    def has_chat(self) -> bool:
        return talk(self.match) != "off"

    @cached_property
    def blocked(self) -> list[str]:
        """Public ids of the people whom the reader has blocked."""
        return friends.blocked_by(self.reader) if self.reader else []

    @cached_property
    def computers(self) -> dict[str, str]:
        """The level on each seat that the computer has."""
        return players.computers_at(self.match)

    @cached_property
    def explanations(self) -> Explanations | None:
        """The computer's moves, if it plays here; those of the lowest level are explained by default."""
        if not self.computers:
            return None
        lowest = {levels[0].slug for slug, levels in LEVELS.items() if slug == self.match.row.game}
        return Explanations(" ".join(self.computers), set(self.computers.values()) <= lowest)

    @cached_property
    def waiting_matches(self) -> str:
        """The reader's own waiting matches, if they play the computer here meanwhile."""
        if self.reader is None or not self.roles or not self.computers:
            return ""
        return " ".join(offers.waiting_of(self.reader.pk, self.now))

    @property
    def other_terms(self) -> str:
        """The address of the form of another match of the same people."""
        row, match = self.match.row, self.match
        if self.computers:
            return reverse("new-computer", args=[row.game])
        if match.hotseat:
            return reverse("one-screen", args=[row.game])
        is_alone = None in match.sitters.values()
        return reverse("new", args=[row.game]) if is_alone else reverse("again", args=[row.public_id])

    @cached_property
    def invitable(self) -> str:
        """The other player's name if the match is over, without a rematch, and they are still here."""
        match = self.match
        if not self.roles or match.row.status != Match.Status.OVER or match.row.successor or match.hotseat:
            return ""
        opponents = [seat for seat in match.seats.values() if seat.player_id not in (None, self.reader_id)]
        return opponents[0].name if opponents and opponents[0].name != WITHDRAWN else ""

    @cached_property
    def befriendable(self) -> Acquaintance | None:
        """The other player of a match that is over, if the reader may ask or answer them to be friends."""
        me, match = self.reader, self.match
        if me is None or not self.roles or match.row.status != Match.Status.OVER or not me.account_or_none:
            return None
        opponents = {sitter for sitter in match.sitters.values() if sitter is not None} - {me.pk}
        opponent = (
            Player.objects.filter(pk__in=opponents, account__isnull=False).first() if opponents else None
        )
        tie = friends.tie(me.pk, opponent.pk, self.now) if opponent else friends.Tie.FRIENDS
        may_ask = tie in (friends.Tie.NONE, friends.Tie.ASKS)
        if opponent is None or not may_ask or friends.has_blocked(me.pk, opponent.pk):
            return None
        return Acquaintance(opponent.name, opponent.public_id, tie)

    @cached_property
    def may_abandon(self) -> bool:
        """True if the match is deserted, so that the reader may end it."""
        playing = self.match.row.status == Match.Status.PLAYING
        return bool(
            self.reader
            and self.roles
            and playing
            and presence.is_deserted(self.match, self.reader.pk, self.now)
        )
