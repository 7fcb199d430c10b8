"""Ratings, and the matches that made them."""

from __future__ import annotations

from django.db import models

from games_app.models.match import Match
from games_app.models.people import Player


class Rating(models.Model):
    """A player's present strength in one game at one pace, by Glicko-2: see ``services.people.ratings``."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=16)
    pace = models.CharField(max_length=8)
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    games = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()
    """End of the last rated match."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "game", "pace"], name="one_rating_a_game_and_pace"),
        ]
        indexes = [models.Index(fields=["game", "pace", "-rating"], name="rating_list")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.game} {self.pace}: {self.rating:.0f}"


class RatedResult(models.Model):
    """Effect of a match on the rating of one of its players. Rows are in the order in which they counted."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="rated")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rated")
    opponent = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    game = models.CharField(max_length=16)
    pace = models.CharField(max_length=8)
    score = models.FloatField()
    """1 for a win, 0.5 for a draw, 0 for a loss."""
    at = models.DateTimeField()
    rating = models.FloatField()
    """Rating, deviation and volatility after the match."""
    deviation = models.FloatField()
    volatility = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="rated_once_a_player"),
        ]
        indexes = [models.Index(fields=["player", "game", "pace", "at"], name="rated_course")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.match_id}: {self.score}"
