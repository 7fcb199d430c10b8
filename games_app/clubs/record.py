"""One club: its members, who may see it, and the lock for changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import cast

from django.db import transaction

from games_app.lib.refusals import Refusal, Refused
from games_app.models import Club, ClubMember, Player

Role, Visibility = ClubMember.Role, Club.Visibility
MEMBERS_LIMIT = 200
OWNED_LIMIT, JOINED_LIMIT = 5, 30
"""Maximum numbers of clubs that a player owns, and of clubs in which a player is."""

RANKS = (Role.OWNER, Role.HELPER, Role.MEMBER)
RUNNERS = (Role.OWNER, Role.HELPER)
"""Roles that run a club: they invite people, take members and notices out, and make its tournaments."""


class Sight(IntEnum):
    """The part of a club that a person sees."""

    NOTHING = 0
    NAME = 1
    """Its name, its colour and the number of its members."""
    PAGE = 2
    """Its members, its running games, its public tournaments and its ladder."""
    ALL = 3
    """Its notices and all of its tournaments too."""


OF_STRANGERS = {
    Visibility.PUBLIC: Sight.PAGE,
    Visibility.VISIBLE: Sight.NAME,
    Visibility.HIDDEN: Sight.NOTHING,
}


class Record:
    """A club with its present members, read at once."""

    def __init__(self, club: Club) -> None:
        self.club = club
        members = ClubMember.objects.filter(club=club, left_at=None).select_related(
            "player", "player__account"
        )
        self.members: list[ClubMember] = sorted(
            members, key=lambda member: (RANKS.index(Role(member.role)), member.joined_at, member.pk)
        )
        """The owner first, then the helpers, then the others, each group in the order of joining."""
        self.by_player = {member.player_id: member for member in self.members}

    @property
    def owner(self) -> Player:
        """The owner; in a class whose teacher has withdrawn, the oldest child, until it is deleted."""
        return self.members[0].player

    def member(self, player_id: int | None) -> ClubMember | None:
        """Return the place of a player who is a member now."""
        return self.by_player.get(player_id) if player_id is not None else None

    def role(self, player_id: int | None) -> ClubMember.Role | None:
        member = self.member(player_id)
        return Role(member.role) if member else None

    def runs(self, player_id: int | None) -> bool:
        """Return whether this person is the owner or a helper."""
        return self.role(player_id) in RUNNERS

    def sight(self, player_id: int | None) -> Sight:
        """Return what this person may see."""
        return Sight.ALL if self.member(player_id) else OF_STRANGERS[Visibility(self.club.visibility)]


@contextmanager
def locked(public_id: str) -> Iterator[Record]:
    """Yield a club under its lock; a member's row is stored by the block itself. Raises Club.DoesNotExist."""
    with transaction.atomic():
        yield Record(Club.objects.select_for_update().get(public_id=public_id))


def must_be_member(record: Record, player_id: int | None) -> ClubMember:
    if member := record.member(player_id):
        return member
    raise Refused(Refusal("not_in_club"))


def must_run(record: Record, player_id: int | None) -> ClubMember.Role:
    """Return the person's role; raise Refused unless it is that of the owner or of a helper."""
    role = must_be_member(record, player_id).role
    if role not in RUNNERS:
        raise Refused(Refusal("not_in_club.helper"))
    return cast("ClubMember.Role", role)


def must_own(record: Record, player_id: int | None) -> None:
    if must_be_member(record, player_id).role != Role.OWNER:
        raise Refused(Refusal("not_in_club.owner", {"name": record.owner.name}))
