"""Clubs: their members with roles, their notice boards, and the tournaments that were made for them."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import Q

from games_app.lib.chat_text import MESSAGE_MAX_LENGTH
from games_app.lib.ids import LENGTH, new_public_id
from games_app.models.people import Player
from games_app.models.tournaments import Tournament

TOKEN_BYTES = 16


def new_invitation() -> str:
    """Return the random token of a new invitation link."""
    return secrets.token_urlsafe(TOKEN_BYTES)


class Club(models.Model):
    class Colour(models.TextChoices):
        TEAL = "teal"
        BLUE = "blue"
        PLUM = "plum"
        RED = "red"
        AMBER = "amber"
        OLIVE = "olive"

    class Visibility(models.TextChoices):
        """Audience of the club's page: see ``clubs.record.sees``. People join by its link only."""

        PUBLIC = "public"
        VISIBLE = "visible"
        HIDDEN = "hidden"

    LONGEST_NAME = 40

    public_id = models.CharField(max_length=LENGTH, unique=True, default=new_public_id)
    name = models.CharField(max_length=LONGEST_NAME)
    renamed = models.BooleanField(default=False, db_default=False)
    """True if a moderator has replaced the name, until the owner chooses another one."""
    colour = models.CharField(max_length=8, choices=Colour)
    visibility = models.CharField(max_length=8, choices=Visibility)
    is_class = models.BooleanField(default=False)
    """True for a school class: its members but the owner are children, each a locked player with a card."""
    invitation = models.CharField(max_length=40, unique=True, default=new_invitation)
    """Token of the link by which people join. The owner and the helpers can read it."""
    cmd = models.CharField(max_length=64, null=True, unique=True)  # noqa: DJ001  (NULL: the form had no id)
    """Player and id of the form that made it, so that a form sent twice makes one club."""
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.public_id

    @classmethod
    def known_to(cls, player: Player) -> models.QuerySet[Club]:
        """Return the clubs of which the player may know that they exist; see ``clubs.record.Sight``."""
        own = ClubMember.objects.filter(player=player, left_at=None).values("club")
        return cls.objects.filter(~Q(visibility=cls.Visibility.HIDDEN) | Q(pk__in=own))


class ClubMember(models.Model):
    """A player in a club. The row of a person who has left stays, so that nobody leaves to undo a defeat."""

    class Role(models.TextChoices):
        OWNER = "owner"
        HELPER = "helper"
        MEMBER = "member"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="clubs")
    role = models.CharField(max_length=8, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField()
    """Time when they joined for the first time: games count from then on."""
    left_at = models.DateTimeField(null=True)
    """Time since when they are no member; null for members."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="one_place_in_a_club"),
            models.UniqueConstraint(fields=["club"], name="one_owner_a_club", condition=Q(role="owner")),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.player_id} of {self.club_id}"

    @classmethod
    def runs_club(cls, player_id: int | None) -> bool:
        """Return whether a person runs a club or a class, which they can ask about positions."""
        places = cls.objects.filter(player=player_id, left_at=None)
        return player_id is not None and places.exclude(role=cls.Role.MEMBER).exists()


class ClassCard(models.Model):
    """The card with which a child of a class signs in, on any device until it is replaced."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    """Keyed hash of its words, as ``lib.ids.phrase_digest`` has it."""
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"card of {self.player_id}"


class ClubPost(models.Model):
    """A short notice for the members."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="posts", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    name = models.CharField(max_length=20)
    """Name of the writer as it was shown."""
    text = models.CharField(max_length=MESSAGE_MAX_LENGTH)
    hidden = models.BooleanField(default=False)
    """True if a moderator, the owner, a helper or the writer has taken it down."""
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["club", "-at"], name="posts_of_club"),
            models.Index(fields=["player", "at"], name="posts_of_player"),
        ]

    def __str__(self) -> str:
        return f"post {self.pk} in {self.club_id}"


class ClubTournament(models.Model):
    """A tournament that was made for a club. The tournament knows nothing of it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tournaments")
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"{self.tournament_id} for {self.club_id}"
