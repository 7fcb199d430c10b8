"""The open offers within one batch, with the data that commands which take or make them may use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from games_app.models import Match
from games_app.services.state.match_state import MatchState


@dataclass(slots=True)
class Lobby:
    """The open offers that the commands of one batch may take or end, those that wait longest first."""

    known: Mapping[str, MatchState]
    """The matches that the batch has locked or made, by public id."""
    write: Callable[[], None]
    """Write the results of the previous commands, so that queries find them."""
    offers: list[str] = field(default_factory=list)
    withdrawn: frozenset[int] = frozenset()
    """Senders who have withdrawn meanwhile."""

    def waiting(self, now: datetime) -> list[MatchState]:
        """Return the offers that still wait."""
        found = [self.known[offer] for offer in self.offers if offer in self.known]
        return [match for match in found if match.row.status_at(now) == Match.Status.WAITING]
