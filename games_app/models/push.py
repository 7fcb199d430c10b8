"""Notifications: the site's key for web push, browsers and webhooks that want them, and the messages."""

from __future__ import annotations

from functools import reduce
from operator import or_

from django.db import models
from django.db.models import Q

from games_app.models.appointments import Appointment
from games_app.models.match import Match
from games_app.models.people import Account, Player
from games_app.models.tournaments import Pairing

SUBJECTS = ("match", "appointment", "pairing")
"""Columns of a message of which one is not null."""


class PushKey(models.Model):
    """The site's VAPID key (RFC 8292), a single row. Browsers subscribe with it, so it never changes."""

    private = models.CharField(max_length=43)
    """The secret number in base64url."""
    events_read = models.BigIntegerField(null=True)
    """Key of an event up to which all have led to their messages; null before the first round."""

    def __str__(self) -> str:
        return "the key for web push"


class PushDevice(models.Model):
    """A browser's subscription at its push service."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="push_devices")
    session_key = models.CharField(max_length=40, db_index=True)
    """Session of the browser: the subscription ends with it."""
    endpoint = models.CharField(max_length=1000)
    """Address that takes the messages. Only the browser, its push service and this site know it."""
    digest = models.CharField(max_length=64, unique=True)
    """Hash of the endpoint."""
    p256dh = models.CharField(max_length=87)
    """The browser's public key in base64url; only the browser can decrypt what is sent."""
    auth = models.CharField(max_length=22)
    language = models.CharField(max_length=12)
    site = models.CharField(max_length=300)
    """Origin of the page on which it was switched on."""
    zone = models.CharField(max_length=64, blank=True, default="")
    """Time zone of the quiet hours, such as "Asia/Kuala_Lumpur"."""
    quiet_from = models.PositiveSmallIntegerField(null=True)
    """Local hour from which nothing is sent, until ``quiet_until``; null without quiet hours."""
    quiet_until = models.PositiveSmallIntegerField(null=True)
    created_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)
    """Number of consecutive messages that the push service refused."""
    paused_until = models.DateTimeField(null=True)
    """Time before which the push service wants no further message."""

    def __str__(self) -> str:
        return f"browser of {self.player_id}"


class Webhook(models.Model):
    """An address of a player's own that gets their news."""

    class Style(models.TextChoices):
        DISCORD = "discord"
        SLACK = "slack"
        MATRIX = "matrix"
        JSON = "json"

    account = models.OneToOneField(Account, on_delete=models.CASCADE, related_name="webhook")
    endpoint = models.CharField(max_length=1000)
    style = models.CharField(max_length=8, choices=Style)
    secret = models.CharField(max_length=43)
    """Key of the signatures in the JSON style."""
    language = models.CharField(max_length=12)
    site = models.CharField(max_length=300)
    """Origin of the page on which it was stored."""
    created_at = models.DateTimeField()
    failing_since = models.DateTimeField(null=True)
    """Time of the first failure since the last success."""
    switched_off_at = models.DateTimeField(null=True)
    """Time when it was switched off after failures."""
    problem = models.CharField(max_length=8, blank=True, default="")
    """Last failure: the status of the answer, or a word of ``notify.webhooks``."""
    paused_until = models.DateTimeField(null=True)
    test_asked_at = models.DateTimeField(null=True)
    """Time of a wish for a test that no worker has taken yet."""
    tested_at = models.DateTimeField(null=True)
    """Time of the last request."""

    def __str__(self) -> str:
        return f"webhook of {self.account_id}"

    @property
    def player_id(self) -> int:
        return self.account.player_id


class PushMessage(models.Model):
    """A notification for one browser or webhook. Its words are made when it is sent."""

    device = models.ForeignKey(PushDevice, on_delete=models.CASCADE, null=True, related_name="messages")
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, null=True, related_name="messages")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, null=True, related_name="+")
    appointment = models.ForeignKey(Appointment, on_delete=models.CASCADE, null=True, related_name="+")
    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, null=True, related_name="+")
    kind = models.CharField(max_length=16)
    """Format of ``lists.news.Kind``."""
    seq = models.PositiveIntegerField()
    """Number of the event that it is about; 0 for what happens once in a match.

    Of an appointment the number of its change, of a pairing a number of ``lists.pairings``.
    """
    at = models.DateTimeField()
    """Time since when it waits."""
    next_at = models.DateTimeField(null=True)
    """Time of the next attempt; null once it was sent or is no longer news."""
    tries = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True)
    """Time of the last attempt."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["device", "match", "kind", "seq"], name="one_push_a_device"),
            models.UniqueConstraint(fields=["webhook", "match", "kind", "seq"], name="one_push_a_webhook"),
            models.UniqueConstraint(
                fields=["device", "appointment", "kind", "seq"], name="one_appointment_push_a_device"
            ),
            models.UniqueConstraint(
                fields=["webhook", "appointment", "kind", "seq"], name="one_appointment_push_a_webhook"
            ),
            models.UniqueConstraint(
                fields=["device", "pairing", "kind", "seq"], name="one_pairing_push_a_device"
            ),
            models.UniqueConstraint(
                fields=["webhook", "pairing", "kind", "seq"], name="one_pairing_push_a_webhook"
            ),
            models.CheckConstraint(
                condition=Q(device__isnull=True) ^ Q(webhook__isnull=True), name="one_receiver_a_push"
            ),
            models.CheckConstraint(
                condition=reduce(
                    or_, (Q(**{f"{name}__isnull": name != own for name in SUBJECTS}) for own in SUBJECTS)
                ),
                name="one_subject_a_push",
            ),
        ]
        indexes = [models.Index(fields=["next_at"], name="push_due", condition=Q(next_at__isnull=False))]

    def __str__(self) -> str:
        subject = self.match_id or self.appointment_id or self.pairing_id
        return f"{self.kind} of {subject} for {self.device_id or self.webhook_id}"

    @property
    def receiver(self) -> PushDevice | Webhook:
        receiver = self.device or self.webhook
        assert receiver  # noqa: S101  (the constraint)
        return receiver
