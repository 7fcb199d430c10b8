"""Devices of a player: their page, phrases to return, and the cookie that remembers accounts."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games_app.door import limits
from games_app.door.http import form_view
from games_app.door.visitors import Request, browser_title, enforce_rate
from games_app.lib import clock
from games_app.lib.client_ip import address_hash
from games_app.models import Account, Player
from games_app.pages.sharing import qr_code
from games_app.people import accounts, devices, players
from games_app.people.locked import must_not_be_locked

SHARED = "shared"
"""Budget of all browsers of an account that signed in without its password, by a passkey or a phrase.

Only the password earns a browser its own budget: otherwise, any number of phrases would allow any number of
guesses.
"""

MOST_ACCOUNTS = 8
"""Maximum number of accounts that one browser remembers; the one proved longest ago is forgotten."""

_SALT = "device cookie"
_MARK_LENGTH = 22
"""Length of an account's mark: 22 hexadecimal digits of a hash of its password's hash."""


@form_view(limits.FORMS)
def own_devices(request: Request) -> HttpResponse:
    """List the player's devices; on POST, make or revoke a phrase, or sign a device out."""
    player = request.visitor.player
    if player is None:
        return redirect("return")
    if request.method != "POST":
        return _devices_page(request, player)
    now = clock.now()
    match request.POST.get("do"):
        case "phrase":
            must_not_be_locked(player)
            enforce_rate(request, limits.PHRASES, "too_many_forms")
            return _devices_page(request, player, devices.make_phrase(player, now))
        case "revoke":
            devices.revoke_phrase(player)
        case "sign_out":
            device = request.POST.get("device", "")
            devices.sign_out(player, int(device) if device.isdecimal() and len(device) < 19 else 0, now)
    return redirect("devices")


@form_view(limits.FORMS)
def come_back(request: Request) -> HttpResponse:
    """Ask for a phrase; on POST, sign its player in on this browser."""
    if request.method != "POST":
        return render(request, "return.html")
    enforce_rate(request, limits.RETURNS, "too_many_forms")
    typed = request.POST.get("phrase", "")
    here, owner = request.visitor.player, devices.owner_of_phrase(typed)
    context: dict[str, Any] = {"phrase": typed[:100]}
    if owner is None:
        context["problem"] = _("No player has this phrase. Each works once; a newer one replaces it.")
        return render(request, "return.html", context, status=422)
    limits.RETURNS.give_back(request.visitor.client.address)
    going_on = devices.unfinished_matches(here) if here and here != owner else 0
    if going_on and request.POST.get("sure") != "yes":
        return render(request, "return.html", context | {"left_behind": going_on}, status=409)
    if not devices.use_phrase(typed):
        context["problem"] = _("This phrase has just been used elsewhere. Make a new one there.")
        return render(request, "return.html", context, status=409)
    become_player(request, owner)
    onward = redirect(f"{reverse('history')}?mine=1")
    own = owner.account_or_none
    return remember_device(request, onward, own, with_password=False) if own else onward


def _devices_page(request: Request, player: Player, phrase: str = "") -> HttpResponse:
    """Return the page, with a new phrase if there is one; it is never shown again."""
    key = request.session.session_key
    if phrase and key:
        devices.register(player, key, browser_title(request), clock.now())
    link = request.build_absolute_uri(f"{reverse('return')}#{phrase.replace(' ', '-')}")
    context = {
        "phrase": phrase,
        "qr": qr_code(link) if phrase else "",
        "made_at": devices.phrase_made_at(player),
        "devices": devices.listed(player).order_by("-begun_at", "-pk"),
        "session_key": key,
    }
    return render(request, "devices.html", context)


def sign_in(request: Request, account: Account, onward: str, *, with_password: bool) -> HttpResponse:
    """Sign the account in on this browser and remember it; return a redirect to ``onward``.

    ``with_password``: the password proved the account, not a passkey.
    """
    network = address_hash(request.visitor.client.address) if with_password else ""
    become_player(request, account.player, network)
    accounts.prove(request.session, account)
    return remember_device(request, redirect(onward), account, with_password=with_password)


def become_player(request: Request, player: Player, network: str = "") -> None:
    """Sign the player in on this browser, and list it among their devices.

    ``network``: hash of its address if it has sent the password of the player's account.
    """
    key = players.become(request.session, player)
    devices.register(player, key, browser_title(request), clock.now(), network)


def sign_in_budget(request: Request, account: Account) -> str | None:
    """Return the name of this browser's budget for the account; None unless it has proved that account."""
    return _read(request).get(_mark(account))


def remember_device(
    request: Request, response: HttpResponse, account: Account, *, with_password: bool
) -> HttpResponse:
    """Set the cookie that remembers the account, by its password with a new budget; return the response."""
    budgets, mark = _read(request), _mark(account)
    earlier = budgets.pop(mark, SHARED)
    budgets[mark] = secrets.token_urlsafe(9) if with_password else earlier
    latest = dict(list(budgets.items())[-MOST_ACCOUNTS:])
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        signing.dumps(latest, salt=_SALT),
        max_age=settings.DEVICE_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def forget_device(response: HttpResponse) -> HttpResponse:
    """Delete the cookie; return the response."""
    response.delete_cookie(settings.DEVICE_COOKIE_NAME, samesite="Lax")
    return response


def clear_browser(response: HttpResponse) -> HttpResponse:
    """Let the browser delete what it has stored for the site besides cookies; return the response."""
    response["Clear-Site-Data"] = '"storage"'
    return response


def _read(request: Request) -> dict[str, str]:
    """Return mark of an account -> budget, with the account proved last at the end."""
    sent = request.COOKIES.get(settings.DEVICE_COOKIE_NAME, "")
    try:
        budgets: dict[str, str] = signing.loads(sent, salt=_SALT, max_age=settings.DEVICE_COOKIE_AGE)
    except signing.BadSignature:
        return {}
    return budgets


def _mark(account: Account) -> str:
    return account.get_session_auth_hash()[:_MARK_LENGTH]
