"""Database models. They store facts and know no rules.

A match is a row with its present position; its history is its events, which are append-only.
One accepted command is one event; an event owns the plies (``Move``) that the command led to.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import models
from django.db.models import F, Q

from games_app.lib.chat_text import LONGEST
from games_app.lib.ids import LENGTH, new_public_id
from games_app.lib.names import WITHDRAWN


class Player(models.Model):
    """A player. Guests are identified by their session alone."""

    public_id = models.CharField(max_length=LENGTH, unique=True, default=new_public_id)
    name = models.CharField(max_length=20)
    chose_name = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    computer = models.CharField(max_length=16, blank=True, default="")
    """Game that the computer plays under this name; empty for a person."""
    level = models.CharField(max_length=16, blank=True, default="")
    """Level of the computer; empty for a person."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["computer", "level"], name="one_computer_a_level", condition=~Q(level="")
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def withdrawn(self) -> bool:
        """True if the player has withdrawn, so that the row is kept for the matches alone."""
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
        """Audience of a match that has begun: see ``services.state.visible.may_see``."""

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

    public_id = models.CharField(max_length=LENGTH, unique=True, default=new_public_id)
    game = models.CharField(max_length=16)
    options = models.JSONField(default=dict)
    terms = models.JSONField(default=dict)
    """Format of ``services.state.terms.stored``; read with ``terms.read``."""
    rules_version = models.PositiveSmallIntegerField()
    visibility = models.CharField(max_length=8, choices=Visibility)
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    maker = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="made")
    open_offer = models.BooleanField(default=False)
    """True if the lobby offers the free seat to everybody; otherwise only those with the link find it."""

    invited = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    """The only person who may take the free seat; null if all who find it may."""

    facts = models.JSONField()
    ply = models.PositiveIntegerField(default=0)
    """Number of the ply that led to the position."""
    last_number = models.PositiveIntegerField(default=0)
    """Highest number of a ply, including those taken back."""
    seq = models.PositiveIntegerField(default=0)
    bases = models.JSONField(default=dict)
    """Role -> seq of the last event that changed what this role decides on."""
    unrevealed = models.JSONField(default=list)
    """Plies already recorded whose actions only their own role may know yet."""

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
    """Offers that wait for an answer, and absences: ``services.state.pending.Pending``."""
    series = models.JSONField(null=True)
    """The series, the number of this game in it, and the score before it: see ``services.state.series``."""
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

    The fields from ``folded`` on are search columns, copied from the match and the other seat so that one
    index finds the matches of a list in order: see ``services.state.search_columns``.
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
    """Name in the form that searches compare."""
    opponent = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    opponent_folded = models.CharField(max_length=80, blank=True, default="")
    first = models.BooleanField(default=False)
    """True for the game's first role: lists that aren't one player's use this seat."""
    listed = models.BooleanField(default=False)
    """True if the match is in public lists."""
    unfinished = models.BooleanField(default=True)
    listed_at = models.DateTimeField(null=True)
    """Sort key of lists: time of creation, then of the start, then of the end. Null for a match that was
    never played, which is in no list."""
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
        # Columns of an index's condition are in the index too, or SQLite reads the row for them.
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

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    what = models.CharField(max_length=16)
    role = models.CharField(max_length=8, blank=True)
    """Role it is about: a takeback's is the asker's, though the other player's command caused it."""
    sender = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    """Sender of the command; null for the server's own."""
    cmd = models.CharField(max_length=40, null=True)  # noqa: DJ001  (NULL: the server's command, never a duplicate)
    at = models.DateTimeField()
    ply = models.PositiveIntegerField()
    """Number of the match's last ply after this event."""
    frame = models.TextField()
    """The event as all may see it: exactly the text that was sent."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="one_event_a_seq"),
            models.UniqueConstraint(fields=["match", "sender", "cmd"], name="a_command_once"),
        ]
        indexes = [models.Index(fields=["match", "ply"], name="event_by_ply")]

    def __str__(self) -> str:
        return f"{self.match_id} #{self.seq} {self.what}"


class Move(models.Model):
    """One ply. ``after`` is the number of the ply that it follows."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="moves")
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


class Note(models.Model):
    """A player's private note on a ply of a match. Not part of the record."""

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


class ChatMessage(models.Model):
    """One message in a chat room of a match. Not part of the record: it has no seq and changes no base.

    Numbers have no gaps within a room. To hide a message adds another that names it, so that pages which have
    shown it learn of it in order.
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
    text = models.CharField(max_length=LONGEST, blank=True)
    phrase = models.CharField(max_length=16, blank=True)
    """Key of a quick phrase or reaction, which each reader sees in their own language."""
    hides = models.PositiveIntegerField(null=True)
    """Number of the message in the same room that is shown no longer."""
    hidden = models.BooleanField(default=False)
    """True if it is shown no longer."""
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
    """A person's report of a chat message, or of a person, to the moderators."""

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
    reason = models.CharField(max_length=8, choices=Reason)
    at = models.DateTimeField()
    open = models.BooleanField(default=True)

    def __str__(self) -> str:
        return f"report {self.pk}: {self.reason}"


class Sanction(models.Model):
    """Time during which a person may not chat (mute), or may neither chat nor make or join matches (bar).

    A bar can also be of a network, and so of all who come from there.
    """

    class Kind(models.TextChoices):
        MUTE = "mute"
        BAR = "bar"

    person = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="+", db_index=False)
    network = models.CharField(max_length=43, blank=True)
    """Such as 203.0.113.0/24; empty for a person."""
    kind = models.CharField(max_length=8, choices=Kind)
    until = models.DateTimeField()

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
    """One action of a moderator. Never changed or deleted by any code."""

    at = models.DateTimeField()
    who = models.CharField(max_length=80)
    """User of the operating system who gave the command."""
    what = models.CharField(max_length=16)
    whom = models.CharField(max_length=80)
    """Person, match or message, by its public id."""
    why = models.CharField(max_length=200, blank=True)

    objects = AppendOnly.as_manager()

    def __str__(self) -> str:
        return f"{self.who}: {self.what} {self.whom}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row; a stored one is refused."""
        if self.pk is not None:
            raise TypeError("The audit log is never changed")
        super().save(force_insert=True)

    def delete(self, *_: object, **__: object) -> tuple[int, dict[str, int]]:
        raise TypeError("The audit log is never changed")


class Block(models.Model):
    """A player's private wish to have nothing to do with another one."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    blocked = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "blocked"], name="one_block_a_pair"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} has blocked {self.blocked_id}"


class Alive(models.Model):
    """The sign of life, a single row: the last time when a process could commit. A gap is an outage."""

    at = models.DateTimeField()
    since = models.DateTimeField(null=True)
    """End of the last outage; null if there has been none."""

    def __str__(self) -> str:
        return f"alive at {self.at}"


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
    """Hash of a player's address: watchers' chat is not sent there. Empty for a watcher."""
    until = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "process", "person"], name="one_lease_a_person"),
        ]
        indexes = [models.Index(fields=["until"], name="presence_until")]

    def __str__(self) -> str:
        return f"{self.person} in {self.match_id} until {self.until}"


class ReturnPhrase(models.Model):
    """The phrase with which a player comes back in another browser, once. Only its hash is stored."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="return_phrase")
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"phrase of {self.player_id}"


class Device(models.Model):
    """A browser in which a player is known: its session, and what people call it."""

    session_key = models.CharField(max_length=40, unique=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="devices")
    title = models.CharField(max_length=60)
    """Browser and system: "Firefox on Android"."""
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    """Time when it was signed out."""

    def __str__(self) -> str:
        return f"{self.title} of {self.player_id}"


class Account(AbstractBaseUser):
    """A name and a password with which a player comes back from any device."""

    USERNAME_FIELD = "name"

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="account")
    name = models.CharField(max_length=20, unique=True)
    """The player's name."""
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class AccountLook(models.Model):
    """A look of an account's name (``lib.names.looks``): nobody else may take a name that has it."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="looks")
    look = models.CharField(max_length=400, unique=True)

    def __str__(self) -> str:
        return f"{self.look} of {self.account_id}"


class Rating(models.Model):
    """A player's present strength in one game at one pace, by Glicko-2: see ``services.people.ratings``."""

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


class LobbyPresence(models.Model):
    """A lease: a person has the lobby open in a process, until it expires or is renewed."""

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


class MailAddress(models.Model):
    """Address at which a player wants to be told of turns, and has confirmed it."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="mail")
    address = models.EmailField()
    language = models.CharField(max_length=12)
    """Language of the page on which it was confirmed."""
    confirmed_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    """Time of the last digest."""

    class Meta:
        indexes = [models.Index(fields=["sent_at"], name="mail_sent")]

    def __str__(self) -> str:
        return f"address of {self.player_id}"
