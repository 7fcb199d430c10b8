"""Appointments: a time that two people agree on for a match, and the mails that remind them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games_app.lib.ids import LENGTH, new_public_id
from games_app.models.match import Match
from games_app.models.people import Player
from games_app.models.tournaments import Pairing


class Appointment(models.Model):
    """A time for a match of two people, with the configuration of the match."""

    class Status(models.TextChoices):
        PROPOSED = "proposed"
        AGREED = "agreed"
        PLAYED = "played"
        """The match has begun."""
        DECLINED = "declined"
        CANCELLED = "cancelled"
        MISSED = "missed"
        """The time has passed without a match."""

    public_id = models.CharField(max_length=LENGTH, unique=True, default=new_public_id)
    proposer = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    cmd = models.CharField(max_length=40, null=True)  # noqa: DJ001  (NULL: the form had no id)
    """Id of the form that made it, so that a form sent twice makes one appointment."""

    game = models.CharField(max_length=16)
    options = models.JSONField(default=dict)
    terms = models.JSONField(default=dict)
    """Terms of the match, in the format of ``match.terms.stored``."""
    side = models.CharField(max_length=16)
    """Role of the proposer, or "random"."""
    visibility = models.CharField(max_length=8, choices=Match.Visibility)
    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, null=True, related_name="+")
    """The game of a tournament that is played then; null for any other match."""

    at = models.DateTimeField()
    status = models.CharField(max_length=9, choices=Status, default=Status.PROPOSED)
    number = models.PositiveSmallIntegerField(default=1)
    """Number of the last change: of the time or the status."""
    changed_by = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, related_name="+", db_index=False
    )
    """The person who made the last change; the other one answers a proposed time. Null for the site."""
    changed_at = models.DateTimeField()
    created_at = models.DateTimeField()

    ready = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False)
    """The one who waits for the other to play now."""
    ready_at = models.DateTimeField(null=True)
    begun_at = models.DateTimeField(null=True)
    """Time when the match was ordered; without a match soon after, it is ordered again."""
    match = models.OneToOneField(Match, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["proposer", "cmd"], name="an_appointment_once"),
        ]
        indexes = [
            models.Index(
                fields=["at"], name="appointment_open", condition=Q(status__in=["proposed", "agreed"])
            ),
            models.Index(fields=["changed_at"], name="appointment_changed"),
        ]

    def __str__(self) -> str:
        return self.public_id


class ReminderMail(models.Model):
    """A mail that reminds one person of an appointment, stored before it is sent."""

    appointment = models.ForeignKey(
        Appointment, on_delete=models.CASCADE, related_name="mails", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=16)
    """Format of ``lists.news.Kind``."""
    number = models.PositiveSmallIntegerField()
    """``Appointment.number`` of the time that it is about."""
    claimed_at = models.DateTimeField(null=True)
    """Time when a process began to send it."""
    sent = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["appointment", "player", "kind", "number"], name="one_mail_a_reminder"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.appointment_id} for {self.player_id}"
