"""Cache of the matches that this process has recently stored or judged."""

from __future__ import annotations

from collections.abc import Iterable

from games_app.match.match_state import MatchState
from games_app.models import Match

MAX_KNOWN_MATCHES = 4096
"""Maximum number of matches in the cache. Each takes 10 to 13 kB, however long it is: at most 50 MB."""
MOST_ENDED = 128
"""Maximum number of matches that have ended: their players chat a little, and ask for a rematch."""
UNFINISHED = frozenset({Match.Status.WAITING, Match.Status.PLAYING})


class KnownMatches(dict[str, MatchState]):
    """Matches by public id, least recently used first."""

    def __init__(self) -> None:
        super().__init__()
        self._ended: dict[str, None] = {}
        """Public ids of matches that have ended, least recently used first; some may be dropped already."""

    def trim(self, used: Iterable[str]) -> None:
        """Note which matches were ``used``, and drop the least recently used beyond the maximum numbers."""
        for public_id in used:
            match = self.pop(public_id, None)
            self._ended.pop(public_id, None)
            if match is None:
                continue
            self[public_id] = match
            if match.row.status not in UNFINISHED:
                self._ended[public_id] = None
        while len(self._ended) > MOST_ENDED:
            oldest = next(iter(self._ended))
            del self._ended[oldest]
            self.pop(oldest, None)
        while len(self) > MAX_KNOWN_MATCHES:
            del self[next(iter(self))]
