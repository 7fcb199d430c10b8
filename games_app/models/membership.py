"""Members of a closed site, who may make matches there, and the links by which people become members."""

from __future__ import annotations

from django.db import models

from games_app.models.people import Player


class MemberLink(models.Model):
    """A link by which people become members. Only the hash of its token is stored."""

    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    until = models.DateTimeField()
    places = models.PositiveIntegerField()
    """People who can still become members by it."""

    def __str__(self) -> str:
        return f"link {self.pk} with {self.places} places"


class Member(models.Model):
    """A player who may make matches on a closed site."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="membership")
    link = models.ForeignKey(
        MemberLink, on_delete=models.SET_NULL, null=True, related_name="members", db_index=False
    )
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"member {self.player_id}"
