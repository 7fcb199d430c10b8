"""Rounds of a club: games of its members that begin together. The matches know nothing of them."""

from __future__ import annotations

from django.db import models

from games_app.models.clubs import Club
from games_app.models.match import Match
from games_app.models.people import Player


class ClubRound(models.Model):
    class Pairing(models.TextChoices):
        RANDOM = "random"
        STRENGTH = "strength"
        """People next to each other on the club's ladder meet."""
        HAND = "hand"
        SIMUL = "simul"
        """One person, the giver, plays against all others at once."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveIntegerField()
    maker = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    """The person who began it."""
    cmd = models.CharField(max_length=40, null=True)  # noqa: DJ001  (NULL: the form had no id)
    """Id of the form that began it, so that a form sent twice begins one round."""
    pairing = models.CharField(max_length=8, choices=Pairing)
    giver = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    """The person who plays all boards of a simul; null in other rounds, and until a guest accepts."""
    giver_opens = models.BooleanField(default=False)
    """True if the giver of a simul moves first at all boards; otherwise the others do."""
    game = models.CharField(max_length=16)
    terms = models.JSONField(default=dict)
    """Terms of each match, in the format of ``match.terms.stored``."""
    visibility = models.CharField(max_length=8, choices=Match.Visibility)
    created_at = models.DateTimeField()
    paused_until = models.DateTimeField(null=True)
    """End of the pause of all its games; null or past without one."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="one_round_a_number"),
            models.UniqueConstraint(fields=["club", "cmd"], name="a_round_once"),
        ]

    @property
    def is_simul(self) -> bool:
        return self.pairing == self.Pairing.SIMUL

    @property
    def awaits_guest(self) -> bool:
        """True if the boards of a simul wait for the guest who shall play them."""
        return self.is_simul and self.giver_id is None

    def __str__(self) -> str:
        return f"round {self.number} of {self.club_id}"


class ClubBoard(models.Model):
    """Two people who meet in a round, the first mover first, or one who waits. Its match is ordinary."""

    round = models.ForeignKey(ClubRound, on_delete=models.CASCADE, related_name="boards", db_index=False)
    number = models.PositiveSmallIntegerField()
    first = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    """Null for somebody who waits; one of the two may be the computer."""
    game = models.CharField(max_length=16, default="", blank=True)
    """Its rule set; empty: that of the round."""
    head_start = models.SmallIntegerField(default=0)
    """Size of the first one's head start; below 0, of the second one's."""
    match = models.OneToOneField(Match, on_delete=models.SET_NULL, null=True, related_name="+")
    ordered = models.BooleanField(default=True)
    """True while its match shall begin and has not; false too if the match was refused or nobody plays."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="one_board_a_round")]
        indexes = [
            models.Index(fields=["round"], name="club_board_ordered", condition=models.Q(ordered=True)),
        ]

    def __str__(self) -> str:
        return f"board {self.number} of round {self.round_id}"
