"""Blocks: if one of two people has blocked the other, they can't send each other offers or invitations.

A block ends their friendship. Nobody is told of a block, and only the person who made it can see it.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import Q

from games_app.models import Account, Block, Friendship, Player


@transaction.atomic
def block(player: Player, blocked: Player) -> None:
    """Block a person; this ends a friendship with them, and any request for one."""
    if player != blocked:
        lock_accounts(player.pk, blocked.pk)
        Block.objects.get_or_create(player=player, blocked=blocked)
        Friendship.between(player.pk, blocked.pk).delete()


def lock_accounts(one: int, other: int) -> dict[int, Account]:
    """Lock the accounts of two players until the transaction ends; return those that exist, by player.

    Blocks and friendships of one pair are thus changed one after the other.
    """
    found = Account.objects.select_for_update().filter(player__in=(one, other)).order_by("pk")
    return {account.player_id: account for account in found}


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


def blocked_pairs(people: Collection[int]) -> set[tuple[int, int]]:
    """Return each pair of which one has blocked the other and one is among these people, in both orders."""
    found = Block.objects.filter(Q(player__in=people) | Q(blocked__in=people))
    pairs = set(found.values_list("player", "blocked"))
    return pairs | {(other, one) for one, other in pairs}


def blocking_pairs(people: Collection[int]) -> set[tuple[int, int]]:
    """Return (player, blocked) for each block that one of these people has made."""
    return set(Block.objects.filter(player__in=people).values_list("player", "blocked"))


def blocked_by(player: Player) -> list[str]:
    """Return the public ids of those whom the player has blocked: their messages are not shown to them."""
    return list(Block.objects.filter(player=player).values_list("blocked__public_id", flat=True))


def forget(player: Player) -> None:
    """Delete the blocks of and against a player who withdraws."""
    Block.objects.filter(Q(player=player) | Q(blocked=player)).delete()
