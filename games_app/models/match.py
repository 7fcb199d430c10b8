"""Matches: only facts, no rules.

A match is a row with its present position. Its history is its events, which are append-only. One accepted
command is one event; an event owns the plies (``Ply``) that the command led to.
"""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import F, Q

from games_app.lib.ids import LENGTH, new_public_id
from games_app.models.compressed_text import CompressedTextField
from games_app.models.people import Player


class Match(models.Model):
    class Status(models.TextChoices):
        WAITING = "waiting"
        PLAYING = "playing"
        OVER = "over"
        CANCELLED = "cancelled"
        EXPIRED = "expired"

    class Visibility(models.TextChoices):
        """Audience of a match that has begun: see ``match.visibility.may_see``."""

        PUBLIC = "public"
        LINK = "link"
        SEATS = "seats"

    class How(models.TextChoices):
        """Reason for the end of a match."""

        RULES = "rules"
        TIME = "time"
        RESIGNATION = "resignation"
        AGREEMENT = "agreement"
        ABSENCE = "absence"
        ABORTED = "aborted"
        MODERATOR = "moderator"

    VOID = (How.ABORTED, How.MODERATOR)
    """Reasons for an end that gives nobody a result."""

    public_id = models.CharField(max_length=LENGTH, unique=True, default=new_public_id)
    game = models.CharField(max_length=16)
    options = models.JSONField(default=dict)
    terms = models.JSONField(default=dict)
    """Format of ``match.terms.stored``; read with ``terms.read``."""
    rules_version = models.PositiveSmallIntegerField()
    visibility = models.CharField(max_length=8, choices=Visibility)
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    maker = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="made")
    open_offer = models.BooleanField(default=False)
    """True if the lobby offers the free seat to everybody; otherwise only people with the link find it.

    A rematch inherits it: its players are still strangers.
    """

    invited = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    """The only person who may take the free seat; null if anybody who finds it may."""
    within = models.SmallIntegerField(null=True)
    """Maximum rating difference between the maker and the player who takes a rated offer; null: any."""

    facts = models.JSONField()
    ply = models.PositiveIntegerField(default=0)
    """Number of the ply that led to the position."""
    last_number = models.PositiveIntegerField(default=0)
    """Highest number of a ply, including those taken back."""
    seq = models.PositiveIntegerField(default=0)
    bases = models.JSONField(default=dict)
    """Role -> seq of the last event that changed this role's choices."""
    unrevealed = models.JSONField(default=list)
    """Recorded plies whose actions only their own role may know yet."""

    clocks = models.JSONField(null=True)
    """Format of ``wire.Clocks``; null without a clock, and before the match begins."""
    opening = models.JSONField(default=list)
    """The first decisions that lead to the position: [number of the ply, role, action] of each."""
    deadline = models.DateTimeField(null=True)
    """Time of the next automatic event: the invitation expires, a flag falls, a pause ends."""

    winner = models.CharField(max_length=8, blank=True)
    how = models.CharField(max_length=16, blank=True, choices=How)
    goals = models.JSONField(null=True)
    pending = models.JSONField(default=dict)
    """Waiting offers, absences, and a moderator's hiding: ``match.pending.Pending``."""
    series = models.JSONField(null=True)
    """The series, the number of this game in it, and the score before it: see ``match.series``."""
    successor = models.CharField(max_length=LENGTH, blank=True)
    """Public id of the rematch, once it has begun."""
    origin = models.JSONField(null=True)
    """Source of an imported match, whose seats have no players: {"site", "match"}."""

    players_chat = models.PositiveIntegerField(default=0)
    """Number of the newest message in the players' chat room."""
    watchers_chat = models.PositiveIntegerField(default=0)
    """Number of the newest message in the watchers' chat room."""

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    acted_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "matches"
        indexes = [
            models.Index(fields=["status", "visibility", "-acted_at"], name="match_going_on"),
            models.Index(fields=["deadline"], name="match_deadline", condition=Q(deadline__isnull=False)),
            models.Index(
                fields=["game", "created_at"],
                name="match_open_offer",
                condition=Q(open_offer=True, status="waiting"),
            ),
            models.Index(
                fields=["invited", "created_at"],
                name="match_invited",
                condition=Q(invited__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    def status_at(self, now: datetime) -> str:
        """Return the status at ``now``: a waiting match is expired from its deadline on, stored or not."""
        over = self.status == self.Status.WAITING and self.deadline is not None and now >= self.deadline
        return self.Status.EXPIRED if over else self.status


class Seat(models.Model):
    """A role of a match and its player. The name stays the one shown when the match began.

    The fields from ``folded`` on are search columns. They are copied from the match and the other seat, so
    that one index finds the matches of a list in order: see ``match.search_columns``.
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
    level = models.CharField(max_length=16, blank=True, default="", db_default="")
    """Level of the computer, if it sits here; empty for a person."""
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True)

    holiday_until = models.DateTimeField(null=True)
    """End of the player's holiday as the match has recorded it; null if it has recorded none."""
    folded = models.CharField(max_length=80, blank=True, default="")
    """Name in the form that searches compare."""
    opponent = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    opponent_folded = models.CharField(max_length=80, blank=True, default="")
    first = models.BooleanField(default=False)
    """True for the game's first role: lists that aren't about one player use this seat."""
    listed = models.BooleanField(default=False)
    """True if the match is in public lists."""
    unfinished = models.BooleanField(default=True)
    listed_at = models.DateTimeField(null=True)
    """Sort key of lists: time of creation, then of the start, then of the end.

    Null for a match that was never played, which is in no list.
    """
    game = models.CharField(max_length=16, default="")
    variant = models.CharField(max_length=60, blank=True, default="")
    """Values of the game's options."""
    time_control = models.CharField(max_length=8, blank=True, default="")
    """Kind of clock; empty without one."""
    how = models.CharField(max_length=16, blank=True, default="")
    plies = models.PositiveIntegerField(null=True)
    """Length of the match, once it is over."""
    opening = models.CharField(max_length=60, blank=True, default="")
    """First three decisions of a match that is over."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "role"], name="one_seat_a_role")]
        # An index also contains the columns of its condition, or SQLite reads the row for them.
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
    """One accepted command, in the order of commit. Never deleted; only a withdrawn name changes it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()
    what = models.CharField(max_length=16)
    role = models.CharField(max_length=8, blank=True)
    """Role that it is about. For a takeback it is the role that asked, not the one that agreed."""
    sender = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    """Sender of the command; null for the server's own."""
    cmd = models.CharField(max_length=40, null=True)  # noqa: DJ001  (NULL: the server's command, never a duplicate)
    at = models.DateTimeField()
    ply = models.PositiveIntegerField()
    """Number of the match's last ply after this event."""
    frame = CompressedTextField()
    """The event as everybody may see it: exactly the text that was sent."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="one_event_a_seq"),
            models.UniqueConstraint(fields=["match", "sender", "cmd"], name="a_command_once"),
        ]
        indexes = [models.Index(fields=["match", "ply"], name="event_by_ply")]

    def __str__(self) -> str:
        return f"{self.match_id} #{self.seq} {self.what}"


class Ply(models.Model):
    """One ply. ``after`` is the number of the ply that it follows."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="plies", db_index=False)
    seq = models.PositiveIntegerField()
    """Number of the event that it belongs to."""
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
