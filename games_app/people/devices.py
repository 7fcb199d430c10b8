"""Signed-in devices, return phrases, and expired sessions."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet

from games_app.lib.ids import new_phrase, phrase_digest
from games_app.models import Device, Match, Player, ReturnPhrase, Webhook
from games_app.people import api_tokens, signals

MAX_DEVICES = 20
"""Maximum number of one player's devices; the oldest one above it is signed out."""
ENDED_DEVICE_KEPT_FOR = timedelta(hours=1)
"""Time for which open pages of a signed-out device are looked for."""
NETWORK_KEPT = timedelta(days=30)
"""Time for which a device's network at log-in is stored."""


def register(player: Player, session_key: str, title: str, now: datetime, network: str = "") -> None:
    """List the browser with this session as the player's; sign out the oldest devices beyond MAX_DEVICES.

    ``network``: hash of the address from which it has just sent the password of the player's account.
    """
    defaults = {"player": player, "title": title, "begun_at": now, "network": network}
    Device.objects.get_or_create(session_key=session_key, defaults=defaults)
    for device in list(listed(player).order_by("-begun_at", "-pk")[MAX_DEVICES:]):
        _sign_out(Device.objects.filter(pk=device.pk), now)


def listed(player: Player) -> QuerySet[Device]:
    """Return the player's devices that are signed in."""
    return Device.objects.filter(player=player, ended_at=None)


def logged_in_from(player: Player, network: str, now: datetime) -> bool:
    """Return whether a signed-in device has recently logged in to the player's account from there."""
    since = now - NETWORK_KEPT
    return bool(network) and listed(player).filter(network=network, begun_at__gt=since).exists()


def sign_out(player: Player, device: int, now: datetime) -> bool:
    """End the session of one of the player's devices; return whether there was one."""
    return _sign_out(listed(player).filter(pk=device), now)


def sign_out_this(session_key: str, now: datetime) -> None:
    """End the session of this device."""
    _sign_out(Device.objects.filter(session_key=session_key), now)


def sign_out_others(player: Player, session_key: str, now: datetime) -> None:
    """End the sessions of all of the player's listed devices but this one.

    The player's return phrase, API tokens and webhook end too: a person with one of the devices may have made
    them.
    """
    api_tokens.revoke_all(player)
    Webhook.objects.filter(account__player=player).delete()
    ReturnPhrase.objects.filter(player=player).delete()
    _sign_out(listed(player).exclude(session_key=session_key), now)


def signed_out(session_keys: Iterable[str], now: datetime) -> set[str]:
    """Return those of these sessions that were signed out recently."""
    ended = Device.objects.filter(ended_at__gt=now - ENDED_DEVICE_KEPT_FOR).values_list(
        "session_key", flat=True
    )
    return set(ended) & set(session_keys)


def sweep(now: datetime) -> None:
    """Delete devices that were signed out long ago, or whose session has expired, and old networks."""
    Device.objects.filter(begun_at__lt=now - NETWORK_KEPT).exclude(network="").update(network="")
    Device.objects.filter(ended_at__lt=now - 2 * ENDED_DEVICE_KEPT_FOR).delete()
    session_keys = Session.objects.values("session_key")
    Device.objects.filter(begun_at__lt=now - timedelta(days=1)).exclude(session_key__in=session_keys).delete()


def _sign_out(devices: QuerySet[Device], now: datetime) -> bool:
    with transaction.atomic():
        keys = list(devices.values_list("session_key", flat=True))
        Session.objects.filter(session_key__in=keys).delete()
        signals.sessions_ended.send(None, session_keys=keys)
        return bool(Device.objects.filter(session_key__in=keys).update(ended_at=now))


def make_phrase(player: Player, now: datetime) -> str:
    """Return a new phrase of the player, which replaces an earlier one. Only its hash is stored."""
    phrase = new_phrase()
    defaults = {"digest": phrase_digest(phrase), "made_at": now}
    ReturnPhrase.objects.update_or_create(player=player, defaults=defaults)
    return phrase


def phrase_made_at(player: Player) -> datetime | None:
    """Return when the player's unused phrase was made; None without one."""
    return ReturnPhrase.objects.filter(player=player).values_list("made_at", flat=True).first()


def revoke_phrase(player: Player) -> None:
    ReturnPhrase.objects.filter(player=player).delete()


def owner_of_phrase(typed: str) -> Player | None:
    """Return the player whose unused phrase this is."""
    phrase = ReturnPhrase.objects.select_related("player").filter(digest=phrase_digest(typed)).first()
    return phrase.player if phrase else None


def use_phrase(typed: str) -> bool:
    """Use the phrase up; False if another request has done so."""
    return bool(ReturnPhrase.objects.filter(digest=phrase_digest(typed)).delete()[0])


def unfinished_matches(player: Player) -> int:
    """Return the number of the player's matches that wait or are being played."""
    going_on = (Match.Status.WAITING, Match.Status.PLAYING)
    return Match.objects.filter(seats__player=player, status__in=going_on).distinct().count()


SESSION_GRACE = timedelta(days=30)
"""Time for which expired sessions are kept, so that a wrong clock deletes no guests."""

MOST_SESSIONS = 200
"""Sessions deleted at once, so that other writers wait a few milliseconds at most."""


def clear_expired_sessions(now: datetime) -> int:
    """Delete some sessions that expired long ago; return their number. Writes nothing if there are none."""
    ended = Session.objects.filter(expire_date__lt=now - SESSION_GRACE)
    some = list(ended.values_list("pk", flat=True)[:MOST_SESSIONS])
    if some:
        ended.filter(pk__in=some).delete()
    return len(some)
