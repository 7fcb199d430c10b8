"""The level of a computer that adapts to a player: it follows from their last such game."""

from __future__ import annotations

from games_app.games.engine.levels import next_level
from games_app.models import Match, Seat

ADAPTIVE = "adaptive"
"""The choice of a level that follows the player's results, beside the slugs of levels."""
FIRST_LEVEL = "easy"
"""Level of a player's first adaptive game."""
SCORES = {Seat.Outcome.WON: 1.0, Seat.Outcome.LOST: 0.0}


def adapted_level(player_id: int, game: str) -> str:
    """Return the level for the player's next adaptive game of this rule set."""
    over = Seat.objects.filter(player=player_id, unfinished=False, game=game, opponent__level__gt="")
    counted = over.filter(match__terms__adaptive=True).exclude(how__in=Match.VOID).exclude(outcome="")
    last = counted.select_related("opponent").order_by("-listed_at", "-match").first()
    if last is None or last.opponent is None:
        return FIRST_LEVEL
    return next_level(game, last.opponent.level, SCORES.get(Seat.Outcome(last.outcome), 0.5))
