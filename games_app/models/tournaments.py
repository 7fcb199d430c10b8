"""Tournaments: who takes part, and who meets whom. The matches know nothing of them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games_app.lib.ids import LENGTH, new_public_id
from games_app.models.match import Match
from games_app.models.people import Player
from games_app.models.ratings import UncountedMatch


class Tournament(models.Model):
    class System(models.TextChoices):
        """Pairing system."""

        ROUND_ROBIN = "roundrobin"
        KNOCKOUT = "knockout"
        SWISS = "swiss"
        EVENING = "evening"

    class Status(models.TextChoices):
        JOINING = "joining"
        PLAYING = "playing"
        OVER = "over"

    public_id = models.CharField(max_length=LENGTH, unique=True, default=new_public_id)
    maker = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    cmd = models.CharField(max_length=40, null=True)  # noqa: DJ001  (NULL: the form had no id)
    """Id of the form that made it, so that a form sent twice makes one tournament."""
    system = models.CharField(max_length=12, choices=System)
    game = models.CharField(max_length=16)
    options = models.JSONField(default=dict)
    terms = models.JSONField(default=dict)
    """Terms of each match, in the format of ``match.terms.stored``."""
    visibility = models.CharField(max_length=8, choices=Match.Visibility)
    """Audience of the tournament and of its matches; ``seats`` means its members."""
    games_each = models.PositiveSmallIntegerField(default=1)
    """Games of each two people in a round robin: 1 or 2."""
    rounds = models.PositiveSmallIntegerField(default=0)
    """Planned rounds of a Swiss."""
    minutes = models.PositiveSmallIntegerField(default=0)
    """Length of an evening."""
    begin_within = models.PositiveIntegerField(default=0, db_default=0)
    """Minutes in which a paired game must begin, in a round robin each since its creation; 0: no limit."""

    status = models.CharField(max_length=8, choices=Status, default=Status.JOINING)
    closed = models.BooleanField(default=False)
    """True if nobody else may join."""
    round = models.PositiveSmallIntegerField(default=0)
    """The round that is played; 0 before the start, and 1 throughout in a round robin or an evening."""
    version = models.PositiveIntegerField(default=0)
    """Grows with each change that pages show."""
    successor = models.CharField(max_length=LENGTH, blank=True, default="")
    """Public id of the next tournament of the same people."""

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["maker", "cmd"], name="a_tournament_once"),
        ]
        indexes = [
            models.Index(fields=["visibility", "-created_at"], name="tournament_listed"),
            models.Index(fields=["created_at"], name="tournament_unfinished", condition=~Q(status="over")),
        ]

    def __str__(self) -> str:
        return self.public_id


class Entry(models.Model):
    """A person in a tournament, with a number in the order of joining. They play under ``name``."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="entries", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    """Null for somebody without a device, who plays at another person's screen."""
    name = models.CharField(max_length=20)
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)
    """Time since when they take part no more."""
    removed = models.BooleanField(default=False)
    """True if the maker took them out."""
    annulled = models.BooleanField(default=False)
    """True if they left a round robin so early that none of their games count."""
    paused = models.BooleanField(default=False)
    """True if they get no game of an evening at present."""

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["tournament", "player"], name="one_entry_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.name}"


class Pairing(models.Model):
    """Two people who meet, the first mover first, or one with a bye. Its match is an ordinary match."""

    class Outcome(models.TextChoices):
        FIRST = "first"
        SECOND = "second"
        DRAW = "draw"
        NONE = "none"

    class DecidedBy(models.TextChoices):
        MATCH = "match"
        MAKER = "maker"
        BYE = "bye"
        LEFT = "left"
        ABSENT = "absent"
        """Not begun in time."""
        LOT = "lot"
        """Not begun in time, though both were there once; a knockout needs a winner."""
        END = "end"

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="pairings", db_index=False
    )
    round = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    game = models.PositiveSmallIntegerField(default=1)
    """Number of the game at this board: a knockout plays again after a draw."""
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="as_first")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="as_second")
    """Null for a bye."""

    match = models.OneToOneField(Match, on_delete=models.SET_NULL, null=True, related_name="+")
    paired_at = models.DateTimeField(null=True)
    """Time since when it can be played, again after a match without a result; null in old rows."""
    tries = models.PositiveSmallIntegerField(default=0)
    """Matches of this pairing that had no result, so that it is played again."""
    first_ready_at = models.DateTimeField(null=True)
    """Time when the first of the two last said that they are there to play; so does the next column."""
    second_ready_at = models.DateTimeField(null=True)
    begin_by = models.DateTimeField(null=True)
    """Time by which it must begin, or is decided without a game; null without such a limit."""
    begun_at = models.DateTimeField(null=True)
    """Time when its match was ordered; without a match soon after, it is ordered again."""
    screen = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False)
    """The player at whose screen both people play; null if each has their own."""

    outcome = models.CharField(max_length=8, choices=Outcome, blank=True, default="")
    """Empty until it is decided; ``none`` gives nobody a point."""
    decided_by = models.CharField(max_length=8, choices=DecidedBy, blank=True, default="")
    decided_at = models.DateTimeField(null=True)
    may_be_one = models.CharField(
        max_length=8, choices=UncountedMatch.Why, blank=True, default="", db_default=""
    )
    """Why its two people may be one; empty without a sign of it. Only the maker and moderators see it."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round", "board", "game"], name="one_pairing_a_board"
            ),
        ]
        indexes = [
            models.Index(fields=["tournament"], name="pairing_open", condition=Q(outcome="")),
            models.Index(fields=["begin_by"], name="pairing_due", condition=Q(outcome="", begun_at=None)),
        ]

    def __str__(self) -> str:
        return f"round {self.round}, board {self.board}"

    @property
    def public_id(self) -> str:
        """Key in notifications, where matches and appointments have their public ids."""
        return str(self.pk)
