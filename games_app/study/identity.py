"""Tried moves and shared reviews after a guest logs in to an account, or a player withdraws from the site."""

from __future__ import annotations

from django.dispatch import receiver

from games_app.models import Player
from games_app.people import signals
from games_app.study import shared_reviews, tried_moves


@receiver(signals.guest_merged)
def follow(guest: Player, player: Player, **_: object) -> None:
    """Move what a guest has tried, and the lead of shared reviews, to the account's player."""
    tried_moves.hand_over(guest, player)
    shared_reviews.hand_over_all(guest, player)


@receiver(signals.player_withdrew)
def forget(player: Player, **_: object) -> None:
    """Delete what the player has tried, and take them out of shared reviews."""
    tried_moves.forget(player)
    shared_reviews.forget(player)
