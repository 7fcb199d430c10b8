"""Devices: the browsers in which a player is known, listed so that each can be signed out.

A browser is listed once its player has made a phrase or an account there, or has come back by one.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet

from games_app.models import Device, Player, ReturnPhrase

MOST = 20
"""Devices of one player; beyond it the oldest is signed out."""
REMEMBERED = timedelta(hours=1)
"""Time for which pages still open on a signed-out device are looked for."""


def register(player: Player, session_key: str, title: str, now: datetime) -> None:
    """List the browser with this session as the player's; the oldest beyond MOST are signed out."""
    given = {"player": player, "title": title, "begun_at": now, "ended_at": None}
    Device.objects.update_or_create(session_key=session_key, defaults=given)
    for one in list(listed(player).order_by("-begun_at", "-pk")[MOST:]):
        _sign_out(Device.objects.filter(pk=one.pk), now)


def listed(player: Player) -> QuerySet[Device]:
    """Return the player's devices that are signed in."""
    return Device.objects.filter(player=player, ended_at=None)


def sign_out(player: Player, device: int, now: datetime) -> bool:
    """End the session of one of the player's devices; return whether there was one."""
    return _sign_out(listed(player).filter(pk=device), now)


def sign_out_this(session_key: str, now: datetime) -> None:
    """End the session of this device."""
    _sign_out(Device.objects.filter(session_key=session_key), now)


def sign_out_others(player: Player, session_key: str, now: datetime) -> None:
    """End the sessions of all of the player's listed devices but this one.

    The player's return phrase ends too: whoever had one of the devices may have made it.
    """
    ReturnPhrase.objects.filter(player=player).delete()
    _sign_out(listed(player).exclude(session_key=session_key), now)


def signed_out(session_keys: Iterable[str], now: datetime) -> set[str]:
    """Return those of these sessions that were signed out lately."""
    ended = Device.objects.filter(ended_at__gt=now - REMEMBERED).values_list("session_key", flat=True)
    return set(ended) & set(session_keys)


def sweep(now: datetime) -> None:
    """Delete the entries of devices that were signed out long ago, or whose session has expired."""
    Device.objects.filter(ended_at__lt=now - 2 * REMEMBERED).delete()
    known = Session.objects.values("session_key")
    Device.objects.filter(begun_at__lt=now - timedelta(days=1)).exclude(session_key__in=known).delete()


def _sign_out(devices: QuerySet[Device], now: datetime) -> bool:
    with transaction.atomic():
        keys = list(devices.values_list("session_key", flat=True))
        Session.objects.filter(session_key__in=keys).delete()
        return bool(Device.objects.filter(session_key__in=keys).update(ended_at=now))
