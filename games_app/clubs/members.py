"""Members of a club: making one, joining, leaving, and the decisions of the people who run it.

All raise Refused if the person may not do this now, and Club.DoesNotExist.
"""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction

from games_app.clubs.record import (
    JOINED_LIMIT,
    MEMBERS_LIMIT,
    OWNED_LIMIT,
    Record,
    Role,
    locked,
    must_be_member,
    must_own,
    must_run,
)
from games_app.lib.refusals import Refusal, Refused
from games_app.models import Club, ClubMember, Player
from games_app.models.clubs import new_invitation
from games_app.people import accounts, client_marks, membership, sanctions
from games_app.people.client_marks import Client
from games_app.people.locked import must_not_be_locked


def make(
    owner: Player,
    name: str,
    colour: Club.Colour,
    visibility: Club.Visibility,
    cmd: str,
    now: datetime,
    *,
    is_class: bool = False,
) -> Club:
    """Make a club, once however often the form with ``cmd`` is sent. A class is always hidden."""
    key = f"{owner.pk} {cmd}" if cmd else None
    if made := Club.objects.filter(cmd=key).first() if key else None:
        return made
    if refusal := not_admitted(owner, "", now):
        raise Refused(refusal)
    try:
        with transaction.atomic():
            Player.objects.select_for_update().get(pk=owner.pk)  # or forms at once would exceed the limit
            _must_own_fewer(owner)
            club = Club.objects.create(
                name=name,
                colour=colour,
                visibility=Club.Visibility.HIDDEN if is_class else visibility,
                is_class=is_class,
                cmd=key,
                created_at=now,
            )
            ClubMember.objects.create(club=club, player=owner, role=Role.OWNER, joined_at=now)
    except IntegrityError:
        # The same form has come to another process.
        return Club.objects.get(cmd=key)
    return club


def _must_own_fewer(owner: Player) -> None:
    if not accounts.has_account(owner.pk):
        raise Refused(Refusal("club_needs_account"))
    if ClubMember.objects.filter(player=owner, role=Role.OWNER).count() >= OWNED_LIMIT:
        raise Refused(Refusal("too_many_clubs", {"limit": OWNED_LIMIT}))


def not_admitted(player: Player, address: str, now: datetime) -> Refusal | None:
    """Return why this person may come to no club now; None if they may."""
    if membership.is_closed_to(player.pk):
        return Refusal("members_only")
    return sanctions.refusal(player.pk, address, now)


def invited_to(token: str) -> Club | None:
    """Return the club with this invitation; None if the link was renewed. Nobody joins a class by a link."""
    return Club.objects.filter(invitation=token, is_class=False).first()


def join(token: str, player: Player, client: Client, now: datetime) -> Club:
    """Make the player a member by the token of the invitation link; a second time changes nothing."""
    with transaction.atomic():
        club = Club.objects.select_for_update().filter(invitation=token, is_class=False).first()
        if club is None:
            raise Refused(Refusal("club_link"))
        record = Record(club)
        if record.member(player.pk):
            return club
        must_not_be_locked(player)
        if refusal := not_admitted(player, client.address, now):
            raise Refused(refusal)
        if len(record.members) >= MEMBERS_LIMIT:
            raise Refused(Refusal("club_full", {"limit": MEMBERS_LIMIT}))
        if ClubMember.objects.filter(player=player, left_at=None).count() >= JOINED_LIMIT:
            raise Refused(Refusal("too_many_clubs.joined", {"limit": JOINED_LIMIT}))
        client_marks.record([(player.pk, client)], now)
        if not ClubMember.objects.filter(club=club, player=player).update(left_at=None):
            ClubMember.objects.create(club=club, player=player, joined_at=now)
    return club


def leave(public_id: str, player_id: int | None, now: datetime) -> None:
    """Let a member leave; the owner hands the club over or closes it first."""
    with locked(public_id) as record:
        member = must_be_member(record, player_id)
        if member.role == Role.OWNER:
            raise Refused(Refusal("club_owner_stays"))
        must_not_be_locked(member.player)
        _end(member, now)


def take_out(public_id: str, by: int | None, whom: str, now: datetime) -> None:
    """Take somebody out, and renew the link by which they could come back.

    The owner may take out everybody else, a helper only members without a role.
    """
    with locked(public_id) as record:
        role = must_run(record, by)
        member = _member(record, whom)
        if member.player_id == by:
            raise Refused(Refusal("club_oneself"))
        must_not_be_locked(member.player)
        if role != Role.OWNER:
            _must_be_plain(record, member)
        _end(member, now)
        renew(record.club)


def _end(member: ClubMember, now: datetime) -> None:
    member.role, member.left_at = Role.MEMBER, now
    member.save(update_fields=["role", "left_at"])


def _must_be_plain(record: Record, member: ClubMember) -> None:
    if member.role != Role.MEMBER:
        raise Refused(Refusal("not_in_club.owner", {"name": record.owner.name}))


def set_helper(public_id: str, by: int | None, whom: str, *, is_helper: bool) -> None:
    """Make a member a helper, or a helper a member again. Only the owner may."""
    with locked(public_id) as record:
        must_own(record, by)
        member = _member(record, whom)
        if member.role == Role.OWNER:
            raise Refused(Refusal("club_oneself"))
        must_not_be_locked(member.player)
        if record.club.is_class:
            raise Refused(Refusal("not_done"))
        member.role = Role.HELPER if is_helper else Role.MEMBER
        member.save(update_fields=["role"])


def hand_over(public_id: str, by: int | None, whom: str) -> None:
    """Make another member with an account the owner; the owner becomes a helper. Only the owner may."""
    with locked(public_id) as record:
        must_own(record, by)
        member = _member(record, whom)
        if member.role == Role.OWNER:
            raise Refused(Refusal("club_oneself"))
        Player.objects.select_for_update().get(pk=member.player_id)
        if not accounts.has_account(member.player_id):
            raise Refused(Refusal("club_needs_account.other", {"name": member.player.name}))
        if ClubMember.objects.filter(player=member.player_id, role=Role.OWNER).count() >= OWNED_LIMIT:
            raise Refused(Refusal("too_many_clubs.other", {"name": member.player.name, "limit": OWNED_LIMIT}))
        _make_owner(record, member)


def _make_owner(record: Record, member: ClubMember) -> None:
    ClubMember.objects.filter(club=record.club, role=Role.OWNER).update(role=Role.HELPER)
    member.role = Role.OWNER
    member.save(update_fields=["role"])


def succeed(record: Record, player_id: int) -> None:
    """Hand the club of an owner who withdraws to the oldest helper or else the oldest member.

    A club without any other member is deleted. A class goes to another teacher only; without one it stays
    without an owner, until ``classes.end_deserted`` deletes it with its children's data.
    """
    others = [member for member in record.members if member.player_id != player_id]
    if record.club.is_class:
        others = [member for member in others if member.role == Role.HELPER]
    if others:
        _make_owner(record, others[0])
    elif not record.club.is_class:
        record.club.delete()


def change(
    public_id: str, by: int | None, name: str, colour: Club.Colour, visibility: Club.Visibility
) -> None:
    """Change the name, the colour and who sees the club. Only the owner may."""
    with locked(public_id) as record:
        must_own(record, by)
        club = record.club
        club.renamed = club.renamed and name == club.name
        club.name, club.colour = name, colour
        club.visibility = Club.Visibility.HIDDEN if club.is_class else visibility
        club.save(update_fields=["name", "renamed", "colour", "visibility"])


def renew_link(public_id: str, by: int | None) -> None:
    """Replace the invitation link: the earlier one works no more. The owner and the helpers may."""
    with locked(public_id) as record:
        must_run(record, by)
        renew(record.club)


def renew(club: Club) -> None:
    """Replace the token of the invitation."""
    club.invitation = new_invitation()
    club.save(update_fields=["invitation"])


def close(public_id: str, by: int | None) -> None:
    """Delete the club with its notices; games and tournaments stay. Only the owner may."""
    with locked(public_id) as record:
        must_own(record, by)
        if record.club.is_class:
            raise Refused(Refusal("class_not_closed"))
        record.club.delete()


def _member(record: Record, whom: str) -> ClubMember:
    """Return the member whose player has this public id. Raises Refused."""
    found = next((member for member in record.members if member.player.public_id == whom), None)
    if found is None:
        raise Refused(Refusal("no_club_member"))
    return found
