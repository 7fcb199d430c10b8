"""Questions of clubs: one position for all, and the members' answers."""

from __future__ import annotations

from django.db import models

from games_app.lib.ids import LENGTH
from games_app.models.clubs import Club
from games_app.models.people import Player


class ClubQuestion(models.Model):
    """The position that a club has in front of it, open for answers or closed. The next one replaces it."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="question")
    game = models.CharField(max_length=16)
    facts = models.JSONField()
    role = models.CharField(max_length=8)
    """The role to move."""
    sown = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The sowing whose end is asked for; empty if a move is."""
    puzzle = models.CharField(max_length=LENGTH, blank=True)
    """Public id of the puzzle that it was taken from."""
    cmd = models.CharField(max_length=64, null=True)  # noqa: DJ001  (NULL: the form had no id)
    """Player and id of the form that asked it, so that a form sent twice asks once."""
    asked_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    """Null while members can answer."""
    step = models.PositiveSmallIntegerField(default=0)
    """Shown once it is closed. 0: the answers; 1: what is proved too; then so many moves of the line more.

    Of a sowing, 1 is the last step: it is sown.
    """

    def __str__(self) -> str:
        return f"question {self.pk} of {self.club_id}"


class ClubAnswer(models.Model):
    """A member's choice; they may change it while the question is open.

    ``action``: a move, or "land " and the stop where a sowing ends.
    """

    question = models.ForeignKey(
        ClubQuestion, on_delete=models.CASCADE, related_name="answers", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    action = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["question", "player"], name="one_answer_a_member")]

    def __str__(self) -> str:
        return f"{self.player_id} to {self.question_id}: {self.action}"
