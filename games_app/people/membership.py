"""Membership of a closed site: who may make matches there, and the links by which people become members."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.crypto import salted_hmac

from games_app import site_settings
from games_app.models import Member, MemberLink, Player

TOKEN_BYTES = 16
LONGEST_TOKEN = 40


def is_closed_to(player: int | None) -> bool:
    """Return whether the site is closed and the player is no member."""
    return site_settings.current().closed and not (player and Member.objects.filter(player=player).exists())


def new_link(places: int, until: datetime, now: datetime) -> tuple[MemberLink, str]:
    """Return a new link for so many people, and its token, which is not stored."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    link = MemberLink.objects.create(digest=_digest(token), made_at=now, until=until, places=places)
    return link, token


def find(token: str, now: datetime) -> MemberLink | None:
    """Return the link with this token; None if it is unknown, revoked, used up or expired."""
    return valid_links(now).filter(digest=_digest(token)).first()


def valid_links(now: datetime) -> QuerySet[MemberLink]:
    return MemberLink.objects.filter(until__gt=now, places__gt=0)


def revoke(link: int) -> bool:
    """End the link with this key; its members stay. Return whether it could still be used."""
    return bool(MemberLink.objects.filter(pk=link, places__gt=0).update(places=0))


def join(link: MemberLink, player: Player, now: datetime) -> bool:
    """Make the player a member by the link; False if its last place was just taken. Members need no place."""
    with transaction.atomic():
        _, is_new = Member.objects.get_or_create(player=player, defaults={"link": link, "since": now})
        if not is_new:
            return True
        taken = valid_links(now).filter(pk=link.pk).update(places=F("places") - 1)
        if not taken:
            transaction.set_rollback(True)
        return bool(taken)


def admit(player: Player, now: datetime) -> None:
    """Make the player a member without a link."""
    Member.objects.get_or_create(player=player, defaults={"since": now})


def hand_over(guest: Player, player: Player) -> None:
    """Move the guest's membership to the player, unless they have one."""
    if not Member.objects.filter(player=player).exists():
        Member.objects.filter(player=guest).update(player=player)


def forget(player: Player) -> bool:
    """End the player's membership; return whether there was one."""
    return bool(Member.objects.filter(player=player).delete()[0])


def _digest(token: str) -> str:
    return salted_hmac("member link", token[:LONGEST_TOKEN], algorithm="sha256").hexdigest()
