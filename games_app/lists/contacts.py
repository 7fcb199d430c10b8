"""Contacts of a player: friends and who of them is here, requests, and invitations. Reads only."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Max, Q

from games_app.lists import offers
from games_app.lists.offers import OpenOffer
from games_app.match.match_state import KNOWN_RULES
from games_app.models import Account, Friendship, Match, Player, Seat
from games_app.people import friends, presence


@dataclass(frozen=True, slots=True)
class Friend:
    player: Player
    here: bool
    """True if the friend has a page open that counts, and shows it."""


@dataclass(slots=True)
class Contacts:
    """All lists of people are by name."""

    friends: list[Friend] = field(default_factory=list)
    asking: list[Player] = field(default_factory=list)
    """People who wait for the player's answer."""
    asked: list[Player] = field(default_factory=list)
    """People whom the player has asked."""
    invitations: list[OpenOffer] = field(default_factory=list)


def contacts_of(people: Collection[int], now: datetime) -> dict[int, Contacts]:
    """Return the contacts of players, in a number of queries that doesn't grow with them."""
    blocked = friends.blocked_pairs(people)
    pairs = _pairs(people, now)
    here = presence.present(
        {_other(friendship, player).player_id for friendship, player in pairs if friendship.agreed_at}, now
    )
    invitations = offers.invitations_of(people, now)
    by_player = {player: Contacts(invitations=invitations[player]) for player in people}
    for friendship, player in pairs:
        account = _other(friendship, player)
        contacts, is_asker = by_player[player], friendship.asker.player_id == player
        is_blocked = (player, account.player_id) in blocked
        if friendship.agreed_at:
            if not is_blocked:
                shown = account.shows_presence and account.player_id in here
                contacts.friends.append(Friend(account.player, shown))
        elif is_asker:
            contacts.asked.append(account.player)
        elif not (friendship.declined or is_blocked):
            contacts.asking.append(account.player)
    for contacts in by_player.values():
        contacts.friends.sort(key=lambda friend: _by_name(friend.player))
        contacts.asking.sort(key=_by_name)
        contacts.asked.sort(key=_by_name)
    return by_player


def last_matches(player: int, opponents: Iterable[int]) -> dict[int, Match]:
    """Return the newest match of the player against each of the others; none under rules not known here."""
    seats = Seat.objects.filter(player=player, opponent__in=list(opponents)).exclude(listed_at=None)
    newest = dict(
        seats.values_list("opponent").annotate(newest=Max("match")).values_list("opponent", "newest")
    )
    matches = Match.objects.filter(KNOWN_RULES).in_bulk(list(newest.values()))
    return {opponent: matches[pk] for opponent, pk in newest.items() if pk in matches}


def _pairs(people: Collection[int], now: datetime) -> list[tuple[Friendship, int]]:
    """Return the friendships and open requests of these players, once for each of them that takes part."""
    of_people = Q(asker__player__in=people) | Q(asked__player__in=people)
    open_ones = Q(agreed_at__isnull=False) | Q(pk__in=friends.unanswered(now).order_by().values("pk"))
    friendships = Friendship.objects.filter(of_people & open_ones).select_related(
        "asker__player", "asked__player"
    )
    ends = (
        (friendship, account.player_id)
        for friendship in friendships
        for account in (friendship.asker, friendship.asked)
    )
    return [(friendship, player) for friendship, player in ends if player in people]


def _other(friendship: Friendship, player: int) -> Account:
    return friendship.asked if friendship.asker.player_id == player else friendship.asker


def _by_name(player: Player) -> str:
    return player.name.casefold()
