"""The matches in the pictures. Those that viewing doesn't change are played once."""

from __future__ import annotations

from functools import cache

from games_app.rules import GAMES
from games_app.views.statistics import ENOUGH
from tests.games.recorded import recorded
from tests.played import Decision, Played, begin, recorded_decisions, sample
from tests.server import Server

FAR = {"mancala": 12, "morris": 22, "checkers": 16, "congkak": 10}
"""Number of decisions after which the board looks like a game; in morris all stones have been placed."""
BY_HAND = (("south", "scoop 3"), ("south", "drop 4"), ("south", "drop 5"))


class Tables:
    """Matches on the server."""

    def __init__(self, server: Server) -> None:
        self.server, self.url = server, server.url
        self.opening = cache(self.begin)
        self.midway = cache(self.play_midway)
        self.over = cache(self.play_over)
        self.often = cache(self.play_often)
        self.drawn = cache(self.play_drawn)
        self.sealed = cache(self.play_sealed)
        self.by_hand = cache(self.play_by_hand)

    def begin(self, game: str, **options: str) -> Played:
        """Make a match, alice to move."""
        first = {"opening": "south"} if game == "congkak" else {}
        return begin(self.url, game, **(first | options))

    def play_midway(self, game: str) -> Played:
        """Play a sample game to its middle, alice to move."""
        options, decisions = sample(game)
        match = begin(self.url, game, **options)
        match.play(decisions[: self.far(game)])
        return match

    def next(self, game: str) -> Decision:
        """Return alice's next action."""
        return sample(game)[1][self.far(game)]

    def far(self, game: str) -> int:
        _, decisions = sample(game)
        return next(
            n
            for n in range(FAR.get(game, len(decisions) // 3), len(decisions))
            if decisions[n][0] == GAMES[game].roles[0]
        )

    def play_over(self, game: str) -> Played:
        """Play a sample game to its end."""
        options, decisions = sample(game)
        match = begin(self.url, game, **options)
        match.play(decisions)
        return match

    def play_often(self, game: str) -> None:
        """Play as many games as charts need."""
        for _ in range(ENOUGH):
            self.play_over(game)

    def play_drawn(self) -> Played:
        """Play a game of morris that nobody wins."""
        game = next(one for one in recorded("morris") if len(set(one["final"]["goals"].values())) == 1)
        match = begin(self.url, "morris")
        match.play(recorded_decisions(game))
        return match

    def play_sealed(self) -> Played:
        """Begin congkak's opening, alice having chosen."""
        match = begin(self.url, "congkak", opening="simultaneous")
        match.play([("south", "scoop 2")])
        return match

    def play_by_hand(self) -> Played:
        """Bring alice to the middle of a sowing, shell by shell."""
        match = begin(self.url, "congkak", opening="south", sowing="hand")
        match.play(BY_HAND)
        return match
