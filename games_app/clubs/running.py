"""The running games of a club's members, as a wall of small boards."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from games_app.lists.match_lists import being_played
from games_app.lists.wall import Pick
from games_app.models import Club, ClubMember, Match, Seat

SHOWN = 8
"""Maximum number of boards on the page of a club."""
SHOWN_OF_CLASS = 24
"""The same on the page of a class, where many play at once."""


@dataclass(frozen=True, slots=True)
class ClubGames:
    """A selection for the walls."""

    public_id: str
    is_class: bool = False

    @property
    def also(self) -> str:
        """The audience of games that it shows besides public ones: children play private ones."""
        return Match.Visibility.SEATS if self.is_class else ""

    def picked(self, now: datetime) -> list[Pick]:
        """Return the public games of members, the liveliest first; none of those who hide their presence."""
        if self.is_class:
            return self._of_children()
        members = ClubMember.objects.filter(club__public_id=self.public_id, left_at=None)
        shown = members.filter(Q(player__account=None) | Q(player__account__shows_presence=True))
        hidden = members.filter(player__account__shows_presence=False)
        seats = Seat.objects.filter(player__in=shown.values("player"), unfinished=True)
        playing = being_played(now).filter(pk__in=seats.values("match"))
        without = Seat.objects.filter(player__in=hidden.values("player"), unfinished=True)
        games = playing.exclude(pk__in=without.values("match")).order_by("-acted_at", "-pk")
        return [Pick(match, 0) for match in games.values_list("public_id", flat=True)[:SHOWN]]

    def _of_children(self) -> list[Pick]:
        seats = Seat.objects.filter(player__locked_in__public_id=self.public_id, unfinished=True)
        playing = Match.objects.filter(
            pk__in=seats.values("match"), status=Match.Status.PLAYING, visibility=Match.Visibility.SEATS
        )
        return [
            Pick(match, 0)
            for match in playing.order_by("-acted_at", "-pk").values_list("public_id", flat=True)[
                :SHOWN_OF_CLASS
            ]
        ]


def games_of(club: Club) -> ClubGames:
    """Return the selection that the page of this club shows."""
    return ClubGames(club.public_id, club.is_class)
