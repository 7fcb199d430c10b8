"""The notifications of a browser: switched on, changed and switched off."""

from __future__ import annotations

from typing import Annotated

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from msgspec import Meta, Struct

from games_app.door import limits
from games_app.door.http import answer, answers_json, by_method, json_view, refused
from games_app.door.visitors import Request
from games_app.lib import clock
from games_app.lib.outbound import LONGEST_ADDRESS
from games_app.lib.refusals import Refusal
from games_app.models import PushDevice
from games_app.notify import push_devices

LARGEST_SUBSCRIPTION = 2048
"""Maximum size of a subscription, in bytes."""

Hour = Annotated[int, Meta(ge=0, le=23)]


class SubscriptionBody(Struct, forbid_unknown_fields=True):
    """A browser's subscription, and the hours in which it wants nothing."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=LONGEST_ADDRESS)]
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=50)]
    zone: Annotated[str, Meta(max_length=64)] = ""
    quiet: tuple[Hour, Hour] | None = None


@answers_json
@require_safe
def _subscription_state(request: Request) -> HttpResponse:
    """Return {"key", "on", "quiet"}: the site's key, whether this browser is subscribed, its quiet hours.

    The key is null where nothing is sent: the site has switched it off, or the visitor isn't a player yet.
    """
    player = request.visitor.player
    if player is None or not settings.PUSH:
        return answer({"key": None, "on": False, "quiet": None})
    device = push_devices.device_of(player, request.session.session_key or "")
    return answer(
        {
            "key": push_devices.public_key(),
            "on": device is not None,
            "quiet": _quiet(device) if device else None,
        }
    )


@json_view(limits.PUSH_CHANGES, SubscriptionBody, LARGEST_SUBSCRIPTION)
def _subscribe(request: Request, sent: SubscriptionBody) -> HttpResponse:
    """Store the subscription of this browser, or its changes."""
    player, key = request.visitor.player, request.session.session_key
    if player is None or key is None or not settings.PUSH:
        return refused(Refusal("no_push"))
    subscription = push_devices.Subscription(sent.endpoint, sent.p256dh, sent.auth, sent.zone, sent.quiet)
    site, language = request.build_absolute_uri("/").rstrip("/"), get_language() or settings.LANGUAGE_CODE
    device = push_devices.subscribe(player, key, subscription, language, site, clock.now())
    return answer({"key": push_devices.public_key(), "on": True, "quiet": _quiet(device)})


subscription = by_method(_subscription_state, _subscribe)


@json_view(limits.PUSH_CHANGES)
def unsubscribe(request: Request) -> HttpResponse:
    """Forget the subscription of this browser."""
    if player := request.visitor.player:
        push_devices.unsubscribe(player, request.session.session_key or "")
    return answer({"on": False})


def _quiet(device: PushDevice) -> tuple[int, int] | None:
    begin, end = device.quiet_from, device.quiet_until
    return None if begin is None or end is None else (begin, end)
