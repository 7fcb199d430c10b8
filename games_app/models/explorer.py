"""The explorer's index: the positions of public matches that are over, and what was played there.

Everything here can be made again from the record. No table has a constraint to matches, so that deleting one
never searches these tables; ``explorer.index`` removes what belongs to it.
"""

from __future__ import annotations

from django.db import models

from games_app.models.match import Match


class ExplorerPosition(models.Model):
    """What was played in a position, in all matches together: one row answers a page."""

    key = models.BigIntegerField(primary_key=True)
    """Hash of the position, the same for its mirror images: ``explorer.position_keys``."""
    content = models.BinaryField()
    """Format of ``explorer.tallies.Content``."""

    def __str__(self) -> str:
        return f"position {self.key}"


class ExplorerOccurrence(models.Model):
    """A match that came to a position."""

    key = models.BigIntegerField()
    match = models.ForeignKey(
        Match, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False
    )
    band = models.PositiveSmallIntegerField()
    """Strength of its players: an index of ``explorer.bands.BANDS``."""
    ply = models.PositiveIntegerField()
    """Number of the ply that led to the position; 0 at the start."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["key", "match"], name="a_match_once_a_position")]

    def __str__(self) -> str:
        return f"position {self.key} in {self.match_id}"


class ExplorerMatch(models.Model):
    """A match that is in the index, and what it adds there, so that it can be taken out again."""

    match = models.OneToOneField(
        Match, on_delete=models.DO_NOTHING, primary_key=True, related_name="+", db_constraint=False
    )
    band = models.PositiveSmallIntegerField()
    content = models.BinaryField()
    """A list of ``explorer.tallies.Step``."""

    def __str__(self) -> str:
        return f"{self.match_id} in the explorer"


class ExplorerProgress(models.Model):
    """How far the record has been read into the index, a single row."""

    events_read = models.BigIntegerField(default=0)
    """Key of an event up to which all have been read."""

    def __str__(self) -> str:
        return f"read up to event {self.events_read}"
