"""Search of matches by a position, which an address names by its key."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games_app.analysis.fairness import why_withheld
from games_app.games.rules import State
from games_app.lib.refusals import Refusal, Refused
from games_app.lists.event_log import position_after_ply
from games_app.match.history import state_shown
from games_app.match.visibility import open_position
from games_app.models import ExplorerOccurrence, Match


@dataclass(frozen=True)
class FoundPosition:
    """A match that came to a position, as an example of it."""

    match: Match
    ply: int

    @cached_property
    def state(self) -> State | None:
        there = position_after_ply(self.match, self.ply)
        return state_shown(self.match.game, there.facts) if there else None

    @property
    def position(self) -> dict[str, Any] | None:
        """The position as pages show it."""
        return open_position(self.state) if self.state else None


def find_position(key: int) -> FoundPosition | None:
    """Return where the position with this key occurred last; None if no public match came there."""
    there = ExplorerOccurrence.objects.filter(key=key).order_by("-match").first()
    row = (
        Match.objects.filter(pk=there.match_id, visibility=Match.Visibility.PUBLIC).first() if there else None
    )
    return FoundPosition(row, there.ply) if there and row else None


def check_free(key: int, reader: int | None) -> None:
    """Raise Refused while fairness withholds the position: its matches tell what was played there."""
    found = find_position(key)
    if found and found.state and (why := why_withheld(reader, found.match.game, found.state)):
        raise Refused(Refusal(f"{why}.explorer"))
