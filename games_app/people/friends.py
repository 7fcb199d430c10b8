"""Friendships and blocks between accounts: requests, answers, and who is a friend of whom.

The asker is told only a yes. A declined request looks like an unanswered one, and so does a request to
somebody who has blocked the asker. If one of two people has blocked the other, they can't send each other
offers or invitations. A block ends their friendship. Nobody is told of a block, and only the person who made
it can see it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import transaction
from django.db.models import Q, QuerySet

from games_app.lib.refusals import Refusal
from games_app.models import Account, Block, Friendship, Player
from games_app.people import sanctions, signals


@transaction.atomic
def block(player: Player, blocked: Player) -> None:
    """Block a person; this ends a friendship with them, and any request for one."""
    if player != blocked:
        lock_accounts(player.pk, blocked.pk)
        Block.objects.get_or_create(player=player, blocked=blocked)
        Friendship.between(player.pk, blocked.pk).delete()
        signals.player_blocked.send(None, player=player, blocked=blocked)


def lock_accounts(first: int, second: int) -> dict[int, Account]:
    """Lock the accounts of two players until the transaction ends; return those that exist, by player.

    Blocks and friendships of one pair are thus changed one after the other.
    """
    accounts = Account.objects.select_for_update().filter(player__in=(first, second)).order_by("pk")
    return {account.player_id: account for account in accounts}


def unblock(player: Player, blocked: Player) -> None:
    Block.objects.filter(player=player, blocked=blocked).delete()


def blocked_people(player: int) -> list[Player]:
    """Return the people whom the player has blocked, by name."""
    blocks = Block.objects.filter(player=player).select_related("blocked")
    return sorted((block.blocked for block in blocks), key=lambda person: person.name.casefold())


def has_blocked(player: int, other: int) -> bool:
    return Block.objects.filter(player=player, blocked=other).exists()


def is_blocked_between(first: int, second: int) -> bool:
    """Return whether either has blocked the other."""
    return has_blocked(first, second) or has_blocked(second, first)


def blocked_or_blocking(player_id: int) -> frozenset[int]:
    """Return the people whom this one has blocked, and those who have blocked this one."""
    pairs = Block.objects.filter(Q(player=player_id) | Q(blocked=player_id)).values_list("player", "blocked")
    return frozenset(player for pair in pairs for player in pair if player != player_id)


def blocked_pairs(people: Collection[int]) -> set[tuple[int, int]]:
    """Return each pair of which one has blocked the other and one is among these people, in both orders."""
    blocks = Block.objects.filter(Q(player__in=people) | Q(blocked__in=people))
    pairs = set(blocks.values_list("player", "blocked"))
    return pairs | {(second, first) for first, second in pairs}


def blocking_pairs(people: Collection[int]) -> set[tuple[int, int]]:
    """Return (player, blocked) for each block that one of these people has made."""
    return set(Block.objects.filter(player__in=people).values_list("player", "blocked"))


def blocked_by(player: Player) -> list[str]:
    """Return the public ids of those whom the player has blocked: their messages are not shown to them."""
    return list(Block.objects.filter(player=player).values_list("blocked__public_id", flat=True))


def forget_blocks(player: Player) -> None:
    """Delete the blocks of and against a player who withdraws."""
    Block.objects.filter(Q(player=player) | Q(blocked=player)).delete()


MAX_FRIENDS = 100
"""Maximum number of one person's friends."""
MOST_OPEN = 20
"""Maximum number of one person's unanswered requests, declined ones included."""
MOST_A_DAY = 10
"""Maximum number of people whom one person asks within 24 hours."""
REQUEST_LASTS = timedelta(days=30)
"""Time after which an unanswered or declined request is forgotten, so that the asker may ask again."""


class Tie(StrEnum):
    """A relation of one person to another, as far as the first may know."""

    NONE = "none"
    ASKED = "asked"
    """The first has asked, and the other has not agreed."""
    ASKS = "asks"
    """The other has asked, and waits for an answer."""
    FRIENDS = "friends"


def tie(player: int, other: int, now: datetime) -> Tie:
    """Return what the other is to the player."""
    friendship = Friendship.between(player, other).select_related("asker").first()
    if friendship is None or has_blocked(player, other):
        return Tie.NONE
    if friendship.agreed_at:
        return Tie.FRIENDS
    if not _is_open(friendship, now):
        return Tie.NONE
    if friendship.asker.player_id == player:
        return Tie.ASKED
    return Tie.NONE if friendship.declined else Tie.ASKS


def are_friends(first: int, second: int) -> bool:
    return Friendship.between(first, second).exclude(agreed_at=None).exists()


def friends_of(player: int) -> list[Player]:
    """Return the player's friends, by name."""
    ids = friend_ids(player) - blocked_or_blocking(player)
    return sorted(Player.objects.filter(pk__in=ids), key=lambda friend: friend.name.casefold())


def friend_ids(player: int) -> set[int]:
    """Return the primary keys of the player's friends."""
    agreed = Friendship.objects.exclude(agreed_at=None)
    pairs = agreed.filter(Q(asker__player=player) | Q(asked__player=player))
    return {pk for pair in pairs.values_list("asker__player", "asked__player") for pk in pair} - {player}


def by_presence(people: Collection[int]) -> tuple[dict[int, set[int]], dict[int, set[int]]]:
    """Return the friends of each person who show when they are here, and those who don't."""
    shown: dict[int, set[int]] = {person: set() for person in people}
    hidden: dict[int, set[int]] = {person: set() for person in people}
    ends = (("asker", "asked"), ("asked", "asker"))
    for own, other in ends:
        agreed = Friendship.objects.filter(**{f"{own}__player__in": people}).exclude(agreed_at=None)
        rows = agreed.values_list(f"{own}__player", f"{other}__player", f"{other}__shows_presence")
        for person, friend, shows in rows:
            (shown if shows else hidden)[person].add(friend)
    return shown, hidden


def requests_to(player: int, now: datetime) -> QuerySet[Friendship]:
    """Return the requests that wait for the player's answer, oldest first."""
    requests = unanswered(now).filter(asked__player=player, declined=False)
    return requests.exclude(asker__player__in=blocked_or_blocking(player))


def requests_by(player: int, now: datetime) -> QuerySet[Friendship]:
    """Return the requests to which nobody has agreed yet, oldest first."""
    requests = unanswered(now).filter(asker__player=player)
    return requests.exclude(asked__player__in=[person.pk for person in blocked_people(player)])


def unanswered(now: datetime) -> QuerySet[Friendship]:
    """Return the requests that neither were agreed to, nor withdrawn, nor have lapsed, oldest first."""
    waiting = Friendship.objects.filter(agreed_at=None, withdrawn=False, asked_at__gt=now - REQUEST_LASTS)
    return waiting.select_related("asker__player", "asked__player").order_by("asked_at", "pk")


@transaction.atomic
def ask(asker: Player, asked: Player, now: datetime, address: str = "") -> Refusal | None:
    """Ask for friendship, or agree if the other has asked; return the refusal if that isn't possible.

    A block of the asker is no reason: the request is never shown, and nothing reveals the block.
    ``address``: rate limit key of the asker's address.
    """
    locked = lock_accounts(asker.pk, asked.pk)
    own, other = locked.get(asker.pk), locked.get(asked.pk)
    if own is None or other is None or asker == asked:
        return Refusal("friends_need_accounts")
    if has_blocked(asker.pk, asked.pk):
        return Refusal("blocked_by_you")
    friendship = Friendship.between(asker.pk, asked.pk).first()
    if friendship and friendship.agreed_at:
        return None
    agrees = friendship is not None and friendship.asker_id == other.pk and _is_open(friendship, now)
    if refusal := sanctions.refusal(asker.pk, address, now, chats=not agrees):
        return refusal
    if friendship and agrees:
        return _agree(friendship, now)
    return _ask(own, other, friendship, now)


@transaction.atomic
def end(player: Player, other: Player) -> None:
    """End a friendship, withdraw a request or decline one. The other isn't told."""
    lock_accounts(player.pk, other.pk)
    friendship = Friendship.between(player.pk, other.pk).select_related("asker").first()
    if friendship is None:
        return
    if friendship.agreed_at:
        friendship.delete()
        return
    is_asker = friendship.asker.player_id == player.pk
    field = "withdrawn" if is_asker else "declined"
    setattr(friendship, field, True)
    friendship.save(update_fields=[field])


def set_shows_presence(account: Account, *, shows: bool) -> None:
    account.shows_presence = shows
    account.save(update_fields=["shows_presence"])


def listed(player: Player, now: datetime) -> Iterator[str]:
    """Yield a line for each friend and each open request of the player, for their own files."""
    for friend in friends_of(player.pk):
        yield f"friend: {friend.name}\n"
    for request in requests_by(player.pk, now):
        yield f"asked on {request.asked_at:%Y-%m-%d}: {request.asked.name}\n"
    for request in requests_to(player.pk, now):
        yield f"asked you on {request.asked_at:%Y-%m-%d}: {request.asker.name}\n"


def sweep(now: datetime) -> None:
    """Delete the requests that have lapsed."""
    Friendship.objects.filter(agreed_at=None, asked_at__lte=now - REQUEST_LASTS).delete()


def _is_open(request: Friendship, now: datetime) -> bool:
    return not request.withdrawn and request.asked_at > now - REQUEST_LASTS


def _agree(request: Friendship, now: datetime) -> Refusal | None:
    if any(_friends(account) >= MAX_FRIENDS for account in (request.asker_id, request.asked_id)):
        return Refusal("too_many_friends", {"limit": MAX_FRIENDS})
    request.agreed_at = now
    request.save(update_fields=["agreed_at"])
    return None


def _ask(own: Account, other: Account, earlier: Friendship | None, now: datetime) -> Refusal | None:
    """Store the request in place of ``earlier``, a request of either."""
    is_own = earlier is not None and earlier.asker_id == own.pk and earlier.asked_at > now - REQUEST_LASTS
    if earlier and is_own and not earlier.withdrawn:
        return None
    if _friends(own.pk) >= MAX_FRIENDS:
        return Refusal("too_many_friends", {"limit": MAX_FRIENDS})
    if unanswered(now).filter(asker=own).count() >= MOST_OPEN:
        return Refusal("too_many_friend_requests_open", {"limit": MOST_OPEN})
    if earlier and is_own:
        earlier.withdrawn = False
        earlier.save(update_fields=["withdrawn"])
        return None
    if Friendship.objects.filter(asker=own, asked_at__gt=now - timedelta(days=1)).count() >= MOST_A_DAY:
        return Refusal("too_many_friend_requests", {"limit": MOST_A_DAY})
    if earlier:
        earlier.delete()
    Friendship.objects.create(asker=own, asked=other, asked_at=now)
    return None


def _friends(account: int) -> int:
    return Friendship.objects.filter(Q(asker=account) | Q(asked=account)).exclude(agreed_at=None).count()
