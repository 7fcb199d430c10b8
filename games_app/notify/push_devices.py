"""Browsers that get notifications while no page of the site is open, and the site's key for push services."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.dispatch import receiver

from games_app.lib import outbound
from games_app.lib.refusals import Refusal, Refused
from games_app.lib.time_zones import known_zone
from games_app.models import Player, PushDevice, PushKey
from games_app.notify import web_push
from games_app.people import signals

MAX_DEVICES = 10
"""Maximum number of one player's browsers; the oldest one above it is forgotten."""


class Subscription(NamedTuple):
    """A subscription as the browser sends it: see ``PushDevice``."""

    endpoint: str
    p256dh: str
    auth: str
    zone: str = ""
    quiet: tuple[int, int] | None = None
    """Local hours from which and until which nothing is sent."""


def key() -> PushKey:
    """Return the site's key, made at the first call."""
    fresh = {"private": web_push.new_private_key()}
    return PushKey.objects.get_or_create(pk=1, defaults=fresh)[0]


def public_key() -> str:
    """Return the key with which browsers subscribe."""
    return web_push.public_key(key().private)


def subscribe(
    player: Player, session_key: str, sent: Subscription, language: str, site: str, now: datetime
) -> PushDevice:
    """Store the browser's subscription, or its changes. Raises Refused.

    A browser that knows the keys of a stored subscription is the same one, whoever uses it now.
    """
    try:
        outbound.check(sent.endpoint, settings.PUSH_SERVICES)
        web_push.receiver(sent.p256dh, sent.auth)
    except (outbound.Forbidden, web_push.BadKey) as error:
        raise Refused(Refusal("bad_subscription")) from error
    p256dh, auth = sent.p256dh.rstrip("="), sent.auth.rstrip("=")
    fields = {
        "player": player,
        "session_key": session_key,
        "language": language,
        "site": site,
        "zone": known_zone(sent.zone),
        "quiet_from": sent.quiet[0] if sent.quiet else None,
        "quiet_until": sent.quiet[1] if sent.quiet else None,
    }
    fresh = {"endpoint": sent.endpoint, "p256dh": p256dh, "auth": auth, "created_at": now}
    with transaction.atomic():
        digest = _digest(sent.endpoint)
        device, is_new = PushDevice.objects.get_or_create(digest=digest, defaults=fields | fresh)
        if (device.p256dh, device.auth) != (p256dh, auth):
            raise Refused(Refusal("bad_subscription"))  # another browser has this endpoint
        if not is_new:
            if device.player_id != player.pk:
                device.messages.all().delete()
            PushDevice.objects.filter(pk=device.pk).update(**fields)
        # One subscription for each browser: a new one replaces that of the same session.
        others = PushDevice.objects.filter(player=player).exclude(pk=device.pk)
        others.filter(session_key=session_key).delete()
        oldest = others.order_by("-created_at", "-pk").values_list("pk", flat=True)[MAX_DEVICES - 1 :]
        PushDevice.objects.filter(pk__in=list(oldest)).delete()
    return device


def device_of(player: Player, session_key: str) -> PushDevice | None:
    """Return this browser's subscription."""
    return PushDevice.objects.filter(player=player, session_key=session_key).first()


def unsubscribe(player: Player, session_key: str) -> None:
    """Forget this browser's subscription."""
    PushDevice.objects.filter(player=player, session_key=session_key).delete()


@receiver(signals.session_replaced)
def follow(session_key: str, player: Player, new_key: str, **_: object) -> None:
    """Keep a browser's subscription for the player who has just signed in on it."""
    for device in PushDevice.objects.filter(session_key=session_key):
        if device.player_id != player.pk:
            device.messages.all().delete()
        PushDevice.objects.filter(pk=device.pk).update(player=player, session_key=new_key)


@receiver(signals.sessions_ended)
def forget_sessions(session_keys: Iterable[str], **_: object) -> None:
    """Forget the subscriptions of browsers that are signed out."""
    PushDevice.objects.filter(session_key__in=list(session_keys)).delete()


@receiver(signals.player_withdrew)
def forget(player: Player, **_: object) -> None:
    """Forget all of the player's browsers."""
    PushDevice.objects.filter(player=player).delete()


def sweep(now: datetime) -> None:
    """Delete subscriptions whose sessions have ended."""
    sessions = Session.objects.values("session_key")
    old = PushDevice.objects.filter(created_at__lt=now - timedelta(days=1))
    old.exclude(session_key__in=sessions).delete()


def quiet_until(device: PushDevice, now: datetime) -> datetime | None:
    """Return the end of the device's quiet hours if they are now."""
    begin, end = device.quiet_from, device.quiet_until
    if begin is None or end is None or begin == end:
        return None
    local = now.astimezone(ZoneInfo(device.zone) if device.zone else None)
    if not (begin <= local.hour < end if begin < end else local.hour >= begin or local.hour < end):
        return None
    day = local + timedelta(days=0 if local.hour < end else 1)
    return day.replace(hour=end, minute=0, second=0, microsecond=0)


def _digest(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
