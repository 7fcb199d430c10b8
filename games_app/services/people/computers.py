"""The computer as a player: a row for each game and level, made when it is first wanted."""

from __future__ import annotations

from datetime import datetime

from games_app.lib.computer_names import computer_name, level_named
from games_app.models import Player
from games_app.services.state.match_state import MatchState


def computer(game: str, level: str, now: datetime) -> Player:
    """Return the player that is this level of a game."""
    fresh = {"name": computer_name(level), "chose_name": True, "created_at": now}
    player, _ = Player.objects.get_or_create(computer=game, level=level, defaults=fresh)
    return player


def computers_at(match: MatchState) -> dict[str, str]:
    """Return the level on each seat that the computer has: role -> level."""
    named = ((role, level_named(seat.name)) for role, seat in match.seats.items() if seat.player_id)
    return {role: level for role, level in named if level}
