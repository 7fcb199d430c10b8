"""Cache of the matches that this process has recently stored or judged."""

from __future__ import annotations

from collections.abc import Iterable

from games_app.models import Match
from games_app.services.state.match_state import MatchState

MOST = 4096
"""Maximum number of matches in the cache. Each takes 10 to 13 kB, however long it is: at most 50 MB."""
UNFINISHED = frozenset({Match.Status.WAITING, Match.Status.PLAYING})


class KnownMatches(dict[str, MatchState]):
    """Matches by public id, least recently used first."""

    def trim(self, used: Iterable[str]) -> None:
        """Drop the matches among the ``used`` that have ended, then the least recently used beyond MOST."""
        for public_id in used:
            match = self.pop(public_id, None)
            if match is not None and match.row.status in UNFINISHED:
                self[public_id] = match
        while len(self) > MOST:
            del self[next(iter(self))]
