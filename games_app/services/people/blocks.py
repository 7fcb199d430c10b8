"""Blocks: if one of two people has blocked the other, they can't send each other offers or invitations.

Nobody is told of a block, and only the person who made it can see it.
"""

from __future__ import annotations

from django.db.models import Q

from games_app.models import Block, Player


def block(player: Player, blocked: Player) -> None:
    if player != blocked:
        Block.objects.get_or_create(player=player, blocked=blocked)


def unblock(player: Player, blocked: Player) -> None:
    Block.objects.filter(player=player, blocked=blocked).delete()


def blocked_people(player: int) -> list[Player]:
    """Return the people whom the player has blocked, by name."""
    found = Block.objects.filter(player=player).select_related("blocked")
    return sorted((one.blocked for one in found), key=lambda whose: whose.name.casefold())


def has_blocked(player: int, other: int) -> bool:
    return Block.objects.filter(player=player, blocked=other).exists()


def is_blocked_between(one: int, other: int) -> bool:
    """Return whether either has blocked the other."""
    return has_blocked(one, other) or has_blocked(other, one)


def blocked_or_blocking(player_id: int) -> frozenset[int]:
    """Return the people whom this one has blocked, and those who have blocked this one."""
    pairs = Block.objects.filter(Q(player=player_id) | Q(blocked=player_id)).values_list("player", "blocked")
    return frozenset(one for pair in pairs for one in pair if one != player_id)


def blocked_by(player: Player) -> list[str]:
    """Return the public ids of those whom the player has blocked: their messages are not shown to them."""
    return list(Block.objects.filter(player=player).values_list("blocked__public_id", flat=True))


def forget(player: Player) -> None:
    """Delete the blocks of and against a player who withdraws."""
    Block.objects.filter(Q(player=player) | Q(blocked=player)).delete()
