"""Chat messages, reports, sanctions and moderators' actions."""

from __future__ import annotations

from typing import Any

from django.db import models

from games_app.lib.chat_text import MESSAGE_MAX_LENGTH
from games_app.models.clubs import ClubPost
from games_app.models.match import Match
from games_app.models.people import Player
from games_app.models.study import Note


class ChatMessage(models.Model):
    """One message in a chat room of a match.

    It is not part of the record: it has no seq and changes no base. Numbers have no gaps within a room. To
    hide a message, another one that names it is added, so that pages which have shown it learn of it in
    order.
    """

    class Room(models.TextChoices):
        PLAYERS = "players"
        WATCHERS = "watchers"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="chat")
    room = models.CharField(max_length=8, choices=Room)
    number = models.PositiveIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    """Sender; null for the server, and once the player has withdrawn."""
    role = models.CharField(max_length=8, blank=True)
    """Seat of the sender; empty for a watcher."""
    name = models.CharField(max_length=20, blank=True)
    """Name of the sender as it was shown."""
    text = models.CharField(max_length=MESSAGE_MAX_LENGTH, blank=True)
    phrase = models.CharField(max_length=16, blank=True)
    """Key of a quick phrase or reaction; each reader sees it in their own language."""
    hides = models.PositiveIntegerField(null=True)
    """Number of the message in the same room that this one hides."""
    hidden = models.BooleanField(default=False)
    """True if it is hidden."""
    cmd = models.CharField(max_length=40, null=True)  # noqa: DJ001  (NULL: the server's, never a duplicate)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "room", "number"], name="one_chat_message_a_number"),
            models.UniqueConstraint(fields=["match", "player", "cmd"], name="a_chat_message_once"),
        ]
        indexes = [models.Index(fields=["player", "at"], name="chat_of_player")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.room} #{self.number}"


class Report(models.Model):
    """A person's report of a message, a notice, a note, a club or a person, to the moderators."""

    class Reason(models.TextChoices):
        ABUSE = "abuse"
        SPAM = "spam"
        NAME = "name"
        UNFAIR = "unfair"
        OTHER = "other"

    reporter = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    about = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    message = models.ForeignKey(
        ChatMessage, on_delete=models.CASCADE, null=True, related_name="+", db_index=False
    )
    post = models.ForeignKey(ClubPost, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False)
    note = models.ForeignKey(Note, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False)
    club = models.ForeignKey("Club", on_delete=models.SET_NULL, null=True, related_name="+", db_index=False)
    """The club or class, if the report is about its name: ``about`` is its owner."""
    reason = models.CharField(max_length=8, choices=Reason)
    at = models.DateTimeField()
    open = models.BooleanField(default=True)
    network = models.CharField(max_length=32, blank=True, default="", db_default="")
    """Keyed hash of the reporter's address, while it matters: reports from one address count once."""

    def __str__(self) -> str:
        return f"report {self.pk}: {self.reason}"


class Sanction(models.Model):
    """Time in which a person may not chat (mute), or may neither chat nor make or join matches (bar).

    A bar can also apply to a network, and so to everybody who comes from it. A person may appeal once against
    each of their own sanctions.
    """

    LONGEST_APPEAL = 500

    class Kind(models.TextChoices):
        MUTE = "mute"
        BAR = "bar"

    person = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="+", db_index=False)
    network = models.CharField(max_length=43, blank=True)
    """Such as 203.0.113.0/24; empty for a person."""
    kind = models.CharField(max_length=8, choices=Kind)
    until = models.DateTimeField()
    reason = models.CharField(
        max_length=8, choices=Report.Reason, default=Report.Reason.OTHER, db_default="other"
    )
    """Reason that the person reads."""
    appeal = models.CharField(max_length=LONGEST_APPEAL, blank=True, default="", db_default="")
    appealed_at = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)
    """Time when a moderator decided about the appeal."""
    lifted = models.BooleanField(default=False, db_default=False)
    """True if that decision ended the sanction."""

    class Meta:
        indexes = [models.Index(fields=["person", "until"], name="sanction_of_person")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.person_id or self.network} until {self.until}"


class AppendOnly(models.QuerySet["AuditEntry"]):
    """A query of rows that can be read and added, but neither changed nor deleted."""

    def update(self, **_: object) -> int:
        raise TypeError("The audit log is never changed")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise TypeError("The audit log is never changed")


class AuditEntry(models.Model):
    """One action of a moderator. Triggers of the database refuse to change or delete it."""

    at = models.DateTimeField()
    who = models.CharField(max_length=80)
    """Account of the moderator, or operating system user who ran the command."""
    what = models.CharField(max_length=16)
    whom = models.CharField(max_length=80)
    """Person, match or message, by its public id."""
    why = models.CharField(max_length=200, blank=True)

    objects = AppendOnly.as_manager()

    class Meta:
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.who}: {self.what} {self.whom}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row; a stored one is refused."""
        if self.pk is not None:
            raise TypeError("The audit log is never changed")
        super().save(force_insert=True)

    def delete(self, *_: object, **__: object) -> tuple[int, dict[str, int]]:
        raise TypeError("The audit log is never changed")
