"""The running games of a tournament, as a wall of small boards."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games_app.lists.wall import Pick
from games_app.models import Match, Pairing, Tournament

SHOWN = 8
"""Maximum number of boards on the page of a tournament."""


@dataclass(frozen=True, slots=True)
class RunningGames:
    """A selection for the walls. Private tournaments have none: only two people see each match."""

    public_id: str
    with_link: bool
    """True if the tournament, and so its matches, are open to people with the link."""

    @property
    def also(self) -> str:
        """The audience of games that it shows besides public ones."""
        return Match.Visibility.LINK if self.with_link else ""

    def picked(self, now: datetime) -> list[Pick]:
        """Return the matches in the order of their rounds and boards, so that few boards change places."""
        running = Pairing.objects.filter(
            tournament__public_id=self.public_id, outcome="", match__status=Match.Status.PLAYING
        )
        audiences = [Match.Visibility.PUBLIC, *([Match.Visibility.LINK] if self.with_link else [])]
        matches = running.filter(match__visibility__in=audiences).order_by("round", "board", "game")
        return [Pick(match, 0) for match in matches.values_list("match__public_id", flat=True)[:SHOWN]]


def running_games(tournament: Tournament) -> RunningGames | None:
    """Return the selection that the page of this tournament shows; None for a private one."""
    if tournament.visibility == Match.Visibility.SEATS:
        return None
    return RunningGames(tournament.public_id, tournament.visibility == Match.Visibility.LINK)
