"""Series: several games with a common score; players swap sides after each game.

The next game begins like a rematch, when both players are ready. After the last one, a rematch begins a new
series. An aborted game is played again with the same sides.
"""

from __future__ import annotations

from typing import Any

from games_app.match import wire
from games_app.match.match_state import MatchState
from games_app.models import Match

WIN, DRAW = 1, 0.5


def first(match: MatchState) -> dict[str, Any] | None:
    """Return the series data for the row of a series' first match; None for a single game."""
    if match.terms.games == 1:
        return None
    return {"id": match.row.public_id, "game": 1, "score": dict.fromkeys(match.seats, 0)}


def following(match: MatchState, successor: MatchState) -> dict[str, Any] | None:
    """Return the series data for the row of the next match."""
    now, game = series_of(match), next_game(match)
    if now is None or not game:
        return first(successor)
    if is_repeated(match):
        return match.row.series
    score = {role: now.score[match.other(role)] for role in match.seats}
    return {"id": now.id, "game": game, "score": score}


def next_game(match: MatchState) -> int:
    """Return the number of the series' game that follows this one; 0 if a new match or series follows."""
    now = series_of(match)
    if now is None:
        return 0
    if is_repeated(match):
        return now.game
    return now.game + 1 if now.game < now.of else 0


def series_of(match: MatchState) -> wire.Series | None:
    """Return the series of this match, with the score after it; None for a single game."""
    stored = match.row.series
    if stored is None:
        return None
    score = {role: earlier + points(match, role) for role, earlier in stored["score"].items()}
    return wire.Series(stored["id"], stored["game"], match.terms.games, score)


def games_of_series(match: MatchState) -> list[tuple[int, str]]:
    """Return number and public id of each game of the series so far; of a repeated game, the last one."""
    games: dict[int, str] = {}
    series = public_id = (match.row.series or {}).get("id", "")
    while public_id:
        row = Match.objects.only("public_id", "series", "successor").get(public_id=public_id)
        if row.series is None or row.series["id"] != series:
            break
        games[row.series["game"]], public_id = row.public_id, row.successor
    return sorted(games.items())


def is_repeated(match: MatchState) -> bool:
    """Return whether the next match repeats this game with the same sides."""
    return match.row.series is not None and match.row.how in Match.VOID


def points(match: MatchState, role: str) -> float:
    """Return the points that this game gave the role."""
    row = match.row
    if row.status != Match.Status.OVER or row.how in Match.VOID:
        return 0
    return (WIN if row.winner == role else 0) if row.winner else DRAW
