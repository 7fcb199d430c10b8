"""What people keep with a match: notes, tried moves, and the review that they share."""

from __future__ import annotations

from django.db import models

from games_app.models.match import Match
from games_app.models.people import Player


class Note(models.Model):
    """A player's note on a ply of a match, in words, arrows and rings. Not part of the record."""

    LONGEST = 500
    LONGEST_DRAWN = 640

    class Audience(models.TextChoices):
        """The people who may read a note."""

        PRIVATE = "private"
        PLAYERS = "players"
        PUBLIC = "public"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="notes")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notes")
    ply = models.PositiveIntegerField()
    text = models.CharField(max_length=LONGEST)
    annotations = models.CharField(max_length=LONGEST_DRAWN, blank=True, default="", db_default="")
    """Arrows and rings, as ``drawing.annotations`` writes them."""
    audience = models.CharField(
        max_length=8, choices=Audience, default=Audience.PRIVATE, db_default=Audience.PRIVATE
    )
    """Everybody who may see the match reads a public one."""
    at = models.DateTimeField(null=True)
    """Time of the last change; null for notes from before there was an audience."""
    hidden = models.BooleanField(default=False, db_default=False)
    """True if a moderator has hidden it from all but its author."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "player", "ply"], name="one_note_a_person_and_ply"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} on ply {self.ply} of {self.match_id}"


class TriedMoves(models.Model):
    """The variations that a player has tried in a match. Nobody else ever gets them."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    moves = models.JSONField()
    """The tree, as ``study.tried_moves`` writes it."""
    at = models.DateTimeField()
    """Time of the last change."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "match"], name="one_tree_a_match")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.match_id}"


class SharedReview(models.Model):
    """The review of a finished match that people share: where its leader is, and what was drawn and tried."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField(default=0)
    """Grows by one with each change."""
    is_open = models.BooleanField(default=True)
    leader = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    """Null while nobody leads."""
    led_at = models.DateTimeField()
    """Time when the leader was last known to be connected."""
    asking = models.JSONField(default=list)
    """Keys of the players who ask for the lead, the first one first."""
    ply = models.PositiveIntegerField(default=0)
    path = models.JSONField(default=list)
    """Moves tried since that ply that lead to the place of the leader, each [role, action]."""
    moves = models.JSONField(default=list)
    """The tree of all tried moves, as ``study.tried_moves`` writes it."""
    annotations = models.JSONField(default=dict)
    """Place -> the arrows and rings on it, as ``drawing.annotations`` writes them."""
    lines = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    """Lines that people show everybody, each [key of the player, ply, path], the newest last."""
    notes = models.PositiveIntegerField(default=0, db_default=0)
    """Grows by one with each change of a note for others while the review is open."""

    def __str__(self) -> str:
        return f"review of {self.match_id}, version {self.version}"
