"""What is recorded. Facts, no rules.

A match is a row with its present position; its history is its events, which are only ever added to.
One accepted command is one event; an event owns the plies (``Move``) that the command led to.
"""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import F, Q

from games_app.lib.ids import LENGTH, new_public_id
from games_app.lib.names import WITHDRAWN


class Player(models.Model):
    """A person. Guests are known by their session alone."""

    public_id = models.CharField(max_length=LENGTH, unique=True, default=new_public_id)
    name = models.CharField(max_length=20)
    chose_name = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name

    @property
    def withdrawn(self) -> bool:
        """Is this a row that is kept for the matches alone? Then nothing is gathered under it."""
        return self.name == WITHDRAWN and not self.chose_name

    @classmethod
    def all_withdrawn(cls) -> models.QuerySet[Player]:
        return cls.objects.filter(name=WITHDRAWN, chose_name=False)


class Match(models.Model):
    class Status(models.TextChoices):
        WAITING = "waiting"
        PLAYING = "playing"
        OVER = "over"
        CANCELLED = "cancelled"
        EXPIRED = "expired"

    class Visibility(models.TextChoices):
        """Who may see a match that has begun: see ``services.visible.may_see``."""

        PUBLIC = "public"
        LINK = "link"
        SEATS = "seats"

    class How(models.TextChoices):
        """Why a match ended."""

        RULES = "rules"
        TIME = "time"
        RESIGNATION = "resignation"
        AGREEMENT = "agreement"
        ABSENCE = "absence"
        ABORTED = "aborted"

    public_id = models.CharField(max_length=LENGTH, unique=True, default=new_public_id)
    game = models.CharField(max_length=16)
    options = models.JSONField(default=dict)
    terms = models.JSONField(default=dict)
    """As ``terms.stored`` gives them; read with ``terms.read``."""
    rules_version = models.PositiveSmallIntegerField()
    visibility = models.CharField(max_length=8, choices=Visibility)
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    maker = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="made")

    facts = models.JSONField()
    ply = models.PositiveIntegerField(default=0)
    """The head: the number of the ply that the position follows."""
    last_number = models.PositiveIntegerField(default=0)
    """The highest number of a ply, also of one that was taken back."""
    seq = models.PositiveIntegerField(default=0)
    bases = models.JSONField(default=dict)
    """Role -> seq of the last event that changed what this role decides on."""
    unrevealed = models.JSONField(default=list)
    """Plies already recorded whose actions only their own role may know yet."""

    clocks = models.JSONField(null=True)
    """As ``wire.Clocks``; null without a clock, and before the match begins."""
    opening = models.JSONField(default=list)
    """The first decisions that lead to the position: [number of the ply, role, action] of each."""
    deadline = models.DateTimeField(null=True)
    """When something happens by itself next: the invitation expires, a flag falls, a pause is over."""

    winner = models.CharField(max_length=8, blank=True)
    how = models.CharField(max_length=16, blank=True, choices=How)
    goals = models.JSONField(null=True)
    pending = models.JSONField(default=dict)
    """Offers that wait for an answer and who is away: ``services.state.pending.Pending``."""
    series = models.JSONField(null=True)
    """Of which series this is which game, and the score before it: see ``services.series``."""
    successor = models.CharField(max_length=LENGTH, blank=True)
    """The public id of the rematch, once it has begun."""
    origin = models.JSONField(null=True)
    """Of an imported match, whose seats are nobody's: {"site", "match"}, where it was played."""

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    acted_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["status", "visibility", "-acted_at"], name="match_going_on"),
            models.Index(fields=["deadline"], name="match_deadline", condition=Q(deadline__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.public_id

    def status_at(self, now: datetime) -> str:
        """The status, with a deadline that has passed counted as passed, whoever noticed it or not."""
        over = self.status == self.Status.WAITING and self.deadline is not None and now >= self.deadline
        return self.Status.EXPIRED if over else self.status


class Seat(models.Model):
    """A role of a match and who plays it. The name stays the one shown when the match began.

    From ``folded`` on stands what lists look for, also of the match and of the other seat, so that one index
    finds the matches of a list in their order: see ``services.listing``.
    """

    class Outcome(models.TextChoices):
        WON = "won"
        LOST = "lost"
        DRAWN = "drawn"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    role = models.CharField(max_length=8)
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="seats", db_index=False
    )
    name = models.CharField(max_length=20, blank=True)
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True)

    folded = models.CharField(max_length=80, blank=True, default="")
    """The name as searches compare it."""
    opponent = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    opponent_folded = models.CharField(max_length=80, blank=True, default="")
    first = models.BooleanField(default=False)
    """The game's first role: lists of matches rather than of somebody's take this seat."""
    listed = models.BooleanField(default=False)
    """May everybody find the match in lists?"""
    unfinished = models.BooleanField(default=True)
    listed_at = models.DateTimeField(null=True)
    """What lists are sorted by: when the match was made, then when it began, then when it ended. Null for one
    that was never played, which is in no list."""
    game = models.CharField(max_length=16, default="")
    variant = models.CharField(max_length=60, blank=True, default="")
    """The values of the game's options."""
    time_control = models.CharField(max_length=8, blank=True, default="")
    """The kind of clock; empty without one."""
    how = models.CharField(max_length=16, blank=True, default="")
    plies = models.PositiveIntegerField(null=True)
    """How long the match was, once it is over."""
    opening = models.CharField(max_length=60, blank=True, default="")
    """The first three decisions of a match that is over."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "role"], name="one_seat_a_role")]
        # What an index is limited to stands in it too: SQLite looks again at the row for what does not.
        indexes = [
            models.Index(
                fields=["listed_at", "match", "game", "how", "time_control", "plies", "outcome", "variant"],
                name="seat_listed",
                condition=Q(first=True, listed=True),
            ),
            models.Index(
                fields=[
                    "game",
                    "listed_at",
                    "match",
                    "how",
                    "time_control",
                    "plies",
                    "outcome",
                    "variant",
                    "opening",
                    "first",
                    "listed",
                ],
                name="seat_listed_of_game",
                condition=Q(first=True, listed=True),
            ),
            models.Index(
                fields=[
                    "folded",
                    "listed_at",
                    "match",
                    "game",
                    "how",
                    "time_control",
                    "plies",
                    "outcome",
                    "opponent_folded",
                    "listed",
                ],
                name="seat_listed_by_name",
                condition=Q(listed=True),
            ),
            models.Index(fields=["player", "unfinished", "listed_at", "match"], name="seat_of_player"),
            models.Index(
                fields=["player", "opponent", "unfinished", "listed_at", "match"], name="seat_of_two"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role}: {self.name or 'nobody yet'}"


class Event(models.Model):
    """One accepted command, in the order of commit. Never deleted, nor changed but for a withdrawn name."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    what = models.CharField(max_length=16)
    role = models.CharField(max_length=8, blank=True)
    """Whom it tells of: a takeback is the asker's, though the other player's command brought it."""
    sender = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    """Whose command it was; null for the server's own."""
    cmd = models.CharField(max_length=40, null=True)  # noqa: DJ001  (NULL: nobody's command, so never a duplicate)
    at = models.DateTimeField()
    ply = models.PositiveIntegerField()
    """The number of the match's last ply once this event had happened."""
    frame = models.TextField()
    """The event as everybody may see it: the very text that was pushed."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="one_event_a_seq"),
            models.UniqueConstraint(fields=["match", "sender", "cmd"], name="a_command_once"),
        ]
        indexes = [models.Index(fields=["match", "ply"], name="event_by_ply")]

    def __str__(self) -> str:
        return f"{self.match_id} #{self.seq} {self.what}"


class Move(models.Model):
    """One ply. ``after`` is the number of the ply that it was played on."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="moves")
    seq = models.PositiveIntegerField()
    """The event that it belongs to."""
    number = models.PositiveIntegerField()
    after = models.PositiveIntegerField()
    role = models.CharField(max_length=8)
    action = models.CharField(max_length=40)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_move_a_number"),
            models.CheckConstraint(condition=Q(after__lt=F("number")), name="a_move_follows_an_earlier_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.role} {self.action}"


class Note(models.Model):
    """What a person wrote down for themselves about a place of a match. No part of the record."""

    LONGEST = 500

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="notes")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notes")
    ply = models.PositiveIntegerField()
    text = models.CharField(max_length=LONGEST)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "player", "ply"], name="one_note_a_person_and_ply"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} on ply {self.ply} of {self.match_id}"


class Alive(models.Model):
    """One row: when some process last could commit. A gap in it is an outage."""

    at = models.DateTimeField()
    since = models.DateTimeField(null=True)
    """When the last outage was over; null if there has been none."""

    def __str__(self) -> str:
        return f"alive at {self.at}"


class Presence(models.Model):
    """A lease: this person has a page of the match open in that process, until it runs out or is renewed."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="presences")
    process = models.CharField(max_length=12)
    person = models.CharField(max_length=40)
    name = models.CharField(max_length=20, blank=True)
    """Under which others see the person; empty for somebody who has none."""
    roles = models.CharField(max_length=20, blank=True)
    """Comma-separated; empty for a watcher."""
    until = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "process", "person"], name="one_lease_a_person"),
        ]
        indexes = [models.Index(fields=["until"], name="presence_until")]

    def __str__(self) -> str:
        return f"{self.person} in {self.match_id} until {self.until}"
