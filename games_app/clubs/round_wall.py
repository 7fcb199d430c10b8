"""The games of a club's newest round, as a wall of small boards."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Q, Subquery
from django.urls import reverse
from msgspec import to_builtins

from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.lists import wall
from games_app.lists.wall import Pick
from games_app.models import Club, ClubBoard, ClubRound, Match
from games_app.pages.watch import Card

SHOWN = 40
"""Maximum number of boards on the page of a round."""
_NEWEST = ClubRound.objects.filter(club=OuterRef("round__club")).order_by("-number").values("pk")[:1]
_NEWEST_OF_CLUB = ClubRound.objects.filter(club=OuterRef("club")).order_by("-number").values("pk")[:1]


@dataclass(frozen=True, slots=True)
class RoundGames:
    """A selection for the walls. Finished games stay until the next round begins."""

    public_id: str
    """That of the club."""
    also: str = Match.Visibility.LINK
    """The audience of games that it shows besides public ones."""

    def picked(self, now: datetime) -> list[Pick]:
        """Return the games in the order of their boards, so that no board changes its place."""
        return _picks(_boards([self.public_id]))


@dataclass(frozen=True, slots=True)
class SimulGames:
    """The boards of one simul, also if another round has begun."""

    simul: int
    also: str

    def picked(self, now: datetime) -> list[Pick]:
        """Return the games in the order of their boards."""
        return _picks(ClubBoard.objects.filter(round=self.simul))


def _picks(boards: Any) -> list[Pick]:
    ordered = boards.exclude(match=None).order_by("number")
    return [Pick(match, 0) for match in ordered.values_list("match__public_id", flat=True)[:SHOWN]]


def _boards(clubs: Collection[str]) -> Any:
    """Return the boards of the newest rounds of these clubs."""
    return ClubBoard.objects.filter(round=Subquery(_NEWEST), round__club__public_id__in=clubs)


def games_of_round(club: Club) -> RoundGames:
    """Return the selection that the page of this club's newest round shows."""
    return RoundGames(club.public_id, Match.Visibility.SEATS if club.is_class else Match.Visibility.LINK)


def games_of_simul(simul: ClubRound) -> SimulGames:
    """Return the selection that the giver of a simul sees beside each of its boards."""
    return SimulGames(simul.pk, simul.visibility)


def boards_context(club: Club) -> dict[str, Any]:
    """Return the boards of the newest round for its template, and those for its script."""
    games = games_of_round(club)
    picks = [match for match, _ in games.picked(clock.now())]
    boards = wall.boards(picks) | wall.boards(picks, games.also)
    shown = [boards[match] for match in picks if match in boards]
    cards = [Card(board, get_game(board.game), 0) for board in shown]
    return {"cards": cards, "wall": [to_builtins(board, enc_hook=str) for board in shown]}


def seats(clubs: Collection[str], people: Collection[int]) -> dict[tuple[str, int], str]:
    """Return where these people play now in the newest rounds: (club, player) -> path of a page.

    That of a simul's giver leads to the next board that waits.
    """
    running = _boards(clubs).filter(
        Q(first__in=people) | Q(second__in=people), match__status=Match.Status.PLAYING
    )
    rows = running.values_list(
        "round__club__public_id", "round__giver", "first", "second", "match__public_id"
    )
    return {
        (club, player): (
            reverse("club-simul", args=[club]) if player == giver else reverse("match", args=[match])
        )
        for club, giver, *pair, match in rows
        for player in pair
        if player in people
    }


def newest_rounds(clubs: Collection[str]) -> dict[str, ClubRound]:
    """Return the newest round of each of these clubs that has one."""
    rows = ClubRound.objects.filter(pk=Subquery(_NEWEST_OF_CLUB), club__public_id__in=clubs)
    return {newest.club.public_id: newest for newest in rows.select_related("club", "giver")}


def own_round(club: Club, player_id: int | None) -> dict[str, Any]:
    """Return the newest round of a club, and where this person plays in it now; empty for nowhere."""
    own = seats([club.public_id], [player_id]) if player_id is not None else {}
    return {"round": club.rounds.order_by("-number").first(), "own": next(iter(own.values()), "")}
