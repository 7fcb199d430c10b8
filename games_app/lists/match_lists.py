"""Match lists: a player's own, running ones, and any others as lines. Reads only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from games_app.games.catalogue import SHEETS
from games_app.games.rules import Game, get_game
from games_app.lib.clock import ms
from games_app.lists import result_text
from games_app.lists.terms_text import brief
from games_app.match.match_state import MatchState, match_states
from games_app.match.terms import read
from games_app.models import Match, Presence, Seat

STILL_GOING_ON = timedelta(days=1)
"""Time after which a running match without an action is no longer listed as running."""
DESERTED_AFTER = timedelta(minutes=5)
"""The same if no player has a page of the match open and there are no days for each turn."""

SHOWN_MINE, SHOWN_GOING_ON = 12, 8
MOST_UNFINISHED = 100
"""Number of most recently active matches searched for the player's move, which only the rules know."""


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match in a list, as one viewer sees it."""

    match: Match
    game: Game
    seats: tuple[Seat, ...]
    """Seats in the order of the game's roles."""
    roles: tuple[str, ...]
    """The reader's own roles."""
    your_turn: bool

    @property
    def winner(self) -> Seat | None:
        return next((seat for seat in self.seats if seat.outcome == Seat.Outcome.WON), None)

    @property
    def opponent(self) -> Seat | None:
        """The only other player, for a reader with a seat."""
        opponents = [seat for seat in self.seats if seat.role not in self.roles]
        return opponents[0] if len(opponents) == 1 and opponents[0].name else None

    @property
    def reason(self) -> str:
        """The reason why the rules ended the match ("60 moves played"); empty for other ends."""
        return result_text.reason(self.match)

    @property
    def score(self) -> str:
        """How the match stood when the rules ended it ("16 stones to 14"); empty for other ends."""
        return result_text.score(self.match)

    @property
    def paused_until(self) -> int:
        """End of the pause that the players agreed on, in ms; 0 or past without one."""
        until: int = self.match.pending.get("paused_until", 0)
        return until

    @property
    def with_tips(self) -> bool:
        """True if a player took tips in the match."""
        return bool(self.match.pending.get("tips"))

    @property
    def hotseat(self) -> bool:
        """True if one person sits on both sides."""
        return len({seat.player_id for seat in self.seats}) == 1 and self.seats[0].player_id is not None


def unfinished_of(player_id: int, now: datetime) -> list[ListedMatch]:
    """Return the player's running and waiting matches, those with the player to move first."""
    matches = Match.objects.filter(pk__in=_unfinished(player_id))
    matches = matches.exclude(status=Match.Status.WAITING, deadline__lte=now).order_by("-acted_at")
    listed = [
        replace(line, your_turn=line.your_turn and line.paused_until <= ms(now))
        for line in _lines(matches[:MOST_UNFINISHED], player_id)
    ]
    return sorted(listed, key=lambda line: not line.your_turn)[:SHOWN_MINE]


def going_on(now: datetime, player_id: int | None = None) -> list[int]:
    """Return the keys of public matches being played by others, the most recently active first."""
    matches = being_played(now)
    if player_id is not None:
        matches = matches.exclude(pk__in=_unfinished(player_id))
    return list(matches.order_by("-acted_at").values_list("pk", flat=True)[:SHOWN_GOING_ON])


def being_played(now: datetime) -> QuerySet[Match]:
    """Return all public running matches that their players have not deserted.

    With days for each turn they stay as long as the turn lasts. Others stay as long as a player is there and
    something has happened within a day, and a few minutes more.
    """
    players_here = Presence.objects.filter(match=OuterRef("pk"), until__gt=now).exclude(roles="")
    lively = Q(acted_at__gt=now - STILL_GOING_ON) & (
        Q(acted_at__gt=now - DESERTED_AFTER) | Exists(players_here)
    )
    return Match.objects.filter(
        lively | Q(terms__time__kind="days"),
        status=Match.Status.PLAYING,
        visibility=Match.Visibility.PUBLIC,
    )


def variant(row: Match) -> str:
    """Return the options and terms that distinguish the match, in words ("by hand, 5+3"); may be empty."""
    game = row.series["game"] if row.series else 1
    words = (SHEETS[row.game].variant(row.options), brief(read(row.terms), game))
    return ", ".join(str(word) for word in words if word)


def lines(ids: Sequence[int], player_id: int | None) -> list[ListedMatch]:
    """Return these matches, in this order, as ``player_id`` sees them."""
    by_pk = {line.match.pk: line for line in _lines(Match.objects.filter(pk__in=ids), player_id)}
    return [by_pk[pk] for pk in ids if pk in by_pk]


def versions(ids: Sequence[int], player_id: int | None) -> dict[int, str]:
    """Return for each of these matches a text that changes whenever its line in public lists does.

    Without matches whose rules are not known here.
    """
    seats = (
        Seat.objects.filter(match__in=ids)
        .order_by("match", "role")
        .values_list(
            *("match", "match__game", "match__rules_version", "player"),
            *("match__public_id", "match__seq", "match__status"),
            *("name", "player__public_id", "player__name", "player__chose_name"),
        )
    )
    parts_by_match: dict[int, list[object]] = {}
    for match, game, rules_version, player, *shown in seats:
        if rules_version == get_game(game).version:
            is_own = player is not None and player == player_id
            parts_by_match.setdefault(match, []).append((player, is_own, *shown))
    return {match: repr(parts) for match, parts in parts_by_match.items()}


def made_with(player_id: int, cmd: str) -> str | None:
    """Return the match that this player made with this command, if it has been carried out."""
    made = Match.objects.filter(maker=player_id, events__seq=1, events__sender=player_id, events__cmd=cmd)
    return made.values_list("public_id", flat=True).first()


def waiting_of(player_id: int, now: datetime) -> int:
    """Return the number of this player's waiting matches."""
    return Match.objects.filter(maker=player_id, status=Match.Status.WAITING, deadline__gt=now).count()


def _unfinished(player_id: int) -> QuerySet[Seat, int]:
    return Seat.objects.filter(player=player_id, unfinished=True).values_list("match_id", flat=True)


def _lines(matches: QuerySet[Match], player_id: int | None) -> list[ListedMatch]:
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    return [_line(match, player_id) for match in match_states(matches.prefetch_related(seats)).values()]


def _line(match: MatchState, player_id: int | None) -> ListedMatch:
    row = match.row
    roles = match.roles_of(player_id)
    running = row.status == Match.Status.PLAYING
    yours = running and any(role in match.state.to_move for role in roles)
    return ListedMatch(row, get_game(row.game), tuple(match.seats.values()), roles, yours)
