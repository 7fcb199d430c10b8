"""Warnings: what a moderator tells a person, shown on all pages until they confirm to have read it."""

from __future__ import annotations

from games_app.models import Player


def warn(player: Player, reason: str) -> None:
    """Warn the player for a ``Report.Reason``, instead of any earlier warning."""
    _set(player, reason)


def confirm(player: Player) -> None:
    """Note that the player has read the warning."""
    _set(player, "")


def _set(player: Player, reason: str) -> None:
    player.warning = reason
    player.save(update_fields=["warning"])
