"""Ratings, the matches that changed them, and matches that did not count."""

from __future__ import annotations

from django.db import models

from games_app.models.match import Match
from games_app.models.people import Player


class Rating(models.Model):
    """A player's present strength in one game at one pace, by Glicko-2: see ``people.ratings``."""

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


class UncountedMatch(models.Model):
    """A rated match that changes no rating, and why. Decided at its start or, at the latest, at its end."""

    class Why(models.TextChoices):
        SHARED = "shared"
        """Two accounts that were recently used at one network address or in one browser."""
        OWNER = "owner"
        """Two bots of one owner, or a bot and its owner."""
        SHORT = "short"
        """Resigned before both players had made enough decisions."""
        OFTEN = "often"
        """Match beyond the daily number of the same two players."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="uncounted")
    why = models.CharField(max_length=8, choices=Why)
    at = models.DateTimeField()
    """Time of the decision."""

    class Meta:
        verbose_name_plural = "uncounted matches"
        indexes = [models.Index(fields=["at"], name="uncounted_lately")]

    def __str__(self) -> str:
        return f"{self.match_id} does not count: {self.why}"


class ClientMark(models.Model):
    """A keyed hash of an address or a browser from which somebody recently played, rated or in a tournament.

    Two people with the same mark may be one person. The mark reveals neither the address nor the browser.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    mark = models.CharField(max_length=32)
    until = models.DateTimeField()
    """Time from which it is meaningless, and is deleted."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "mark"], name="one_client_mark_a_player")]
        indexes = [models.Index(fields=["until"], name="client_mark_until")]

    def __str__(self) -> str:
        return f"a client of {self.player_id} until {self.until}"
