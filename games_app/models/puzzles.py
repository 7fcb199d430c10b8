"""Puzzles, and people's results with them. Nothing here identifies the match that a position comes from."""

from __future__ import annotations

from django.db import models

from games_app.lib import glicko2
from games_app.lib.ids import LENGTH, new_public_id
from games_app.models.people import Player


class Puzzle(models.Model):
    """A position in which exactly one action wins, proved by the engine."""

    public_id = models.CharField(max_length=LENGTH, unique=True, default=new_public_id)
    key = models.TextField(unique=True)
    """Game and facts, exactly, so that no position becomes two puzzles."""
    game = models.CharField(max_length=16)
    facts = models.JSONField()
    role = models.CharField(max_length=8)
    """The winning role, which is to move."""
    scope = models.CharField(max_length=8)
    """Scope of the win: "game" or "round"."""
    unit = models.CharField(max_length=8)
    """Unit of the losses of wrong actions."""
    steps = models.JSONField()
    """Decisions of the solution, each {"right": action, "wrong": {action: what is proved of it}}."""
    themes = models.CharField(max_length=80, blank=True)
    """Names of its themes, with a space around each."""
    engine = models.CharField(max_length=24)
    """Game and version of the engine that proved it."""
    found_at = models.DateTimeField(null=True)
    """Null if it came with the site."""
    rating = models.FloatField()
    deviation = models.FloatField(default=glicko2.LARGEST_DEVIATION)
    volatility = models.FloatField(default=glicko2.Rating().volatility)
    tried = models.PositiveIntegerField(default=0)
    """Number of people who tried it; ``solved`` of them were right at the first attempt."""
    solved = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(null=True)
    """Time of the last attempt that counted."""

    class Meta:
        indexes = [models.Index(fields=["game", "rating"], name="puzzle_rating")]

    def __str__(self) -> str:
        return f"{self.game} {self.public_id}"


class PuzzleAttempt(models.Model):
    """A player's first attempt at a puzzle; only this one counts."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="attempts")
    solved = models.BooleanField()
    shown = models.BooleanField(default=False)
    """True once the player was shown the solution, and can't find it any more."""
    at = models.DateTimeField()
    solved_later = models.DateTimeField(null=True)
    """Time at which the player solved a puzzle that came back after a failed attempt."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "puzzle"], name="one_first_attempt_a_puzzle")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.puzzle_id}: {self.solved}"


class PuzzleRating(models.Model):
    """A player's strength in the puzzles of a game, by Glicko-2."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    game = models.CharField(max_length=16)
    rating = models.FloatField(default=glicko2.MEAN)
    deviation = models.FloatField(default=glicko2.LARGEST_DEVIATION)
    volatility = models.FloatField(default=glicko2.Rating().volatility)
    tried = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()
    """Time of the last attempt that counted."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="one_puzzle_rating_a_game")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.game}: {self.rating:.0f}"


class PuzzleDay(models.Model):
    """A day on which a player found the solution of the day's puzzle."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    day = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "day"], name="one_puzzle_a_day")]

    def __str__(self) -> str:
        return f"{self.player_id} on {self.day}"
