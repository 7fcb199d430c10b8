"""Bots: accounts that programs play for."""

from __future__ import annotations

from django.db import models

from games_app.models.people import Account, Player


class Bot(models.Model):
    """A player that is a bot for good, and the challenges that it takes: see ``services.people.bots``."""

    class Stakes(models.TextChoices):
        BOTH = "both"
        RATED = "rated"
        CASUAL = "casual"

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="bot")
    owner = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="bots")
    """The account that answers for it; null once that is closed, and then the bot has retired."""
    made_at = models.DateTimeField()
    rule_sets = models.JSONField(default=list)
    """Slugs of the rule sets that it plays; empty for all."""
    fastest = models.CharField(max_length=8)
    """The fastest and the slowest clock that it takes, each a key of ``terms.PRESETS``."""
    slowest = models.CharField(max_length=8)
    stakes = models.CharField(max_length=8, choices=Stakes, default=Stakes.BOTH)
    at_once = models.PositiveSmallIntegerField()
    """Maximum number of its matches that are played at the same time."""

    def __str__(self) -> str:
        return f"bot {self.player_id}"
