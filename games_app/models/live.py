"""Signs of life: of the processes, and of the people who have a page open."""

from __future__ import annotations

from django.db import models

from games_app.models.match import Match


class Alive(models.Model):
    """The sign of life, a single row: the last time when a process could commit. A gap is an outage."""

    at = models.DateTimeField()
    since = models.DateTimeField(null=True)
    """End of the last outage; null if there has been none."""
    refused = models.DateTimeField(null=True)
    """Time since when actions are refused that can't be stored, although this row can; null if none are."""

    def __str__(self) -> str:
        return f"alive at {self.at}"


class LostTime(models.Model):
    """Time that an outage took from a match, until it is given back, which the next change of the match does.

    One statement inserts these rows, so that an outage ends at once, however many matches are played.
    """

    # A foreign key in the database would lock all these matches until the commit.
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="lost", db_constraint=False)
    since = models.DateTimeField()
    until = models.DateTimeField()
    """Earlier than ``since`` if the server's clock was set back."""

    def __str__(self) -> str:
        return f"{self.since} to {self.until} in {self.match_id}"


class WebProcess(models.Model):
    """A running web process and its own sign of life."""

    name = models.CharField(max_length=12, unique=True)
    """As on the leases of its pages: ``Presence.process``."""
    at = models.DateTimeField()
    covered_to = models.DateTimeField(null=True)
    """Time until which its players' clocks stand still, since the process is silent; null while it is not."""

    def __str__(self) -> str:
        return f"process {self.name} at {self.at}"


class Presence(models.Model):
    """A lease: a person has a page of the match open in a process, until it expires or is renewed."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="presences")
    process = models.CharField(max_length=12)
    person = models.CharField(max_length=40)
    name = models.CharField(max_length=20, blank=True)
    """Name shown to others; empty without one."""
    roles = models.CharField(max_length=20, blank=True)
    """Comma-separated; empty for a watcher."""
    network = models.CharField(max_length=32, blank=True, default="")
    """Hash of a player's address, where the watchers' chat is not sent. Empty for a watcher."""
    hidden = models.BooleanField(default=False, db_default=False)
    """True if none of the person's pages of the match is visible: nobody looks at it."""
    until = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "process", "person"], name="one_lease_a_person"),
        ]
        indexes = [models.Index(fields=["until"], name="presence_until")]

    def __str__(self) -> str:
        return f"{self.person} in {self.match_id} until {self.until}"


class LobbyPresence(models.Model):
    """A lease: a person has the lobby or their friends open in a process, until it expires or is renewed."""

    process = models.CharField(max_length=12)
    person = models.CharField(max_length=40)
    until = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["process", "person"], name="one_lobby_lease_a_person"),
        ]
        indexes = [models.Index(fields=["until"], name="lobby_presence_until")]

    def __str__(self) -> str:
        return f"{self.person} in the lobby until {self.until}"
