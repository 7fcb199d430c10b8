"""Pages on which a player goes on in another browser: their devices, and coming back by a phrase."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games_app.lib import clock
from games_app.models import Player
from games_app.services.people import devices
from games_app.views import limits, reauth
from games_app.views.http import form_view
from games_app.views.reauth import become_player
from games_app.views.sharing import qr_code
from games_app.views.visitors import Request, browser_title, enforce_rate


@form_view(limits.FORMS)
def own_devices(request: Request) -> HttpResponse:
    """List the player's devices; on POST, make or revoke a phrase, or sign a device out."""
    person = request.visitor.player
    if person is None:
        return redirect("return")
    if request.method != "POST":
        return _devices_page(request, person)
    now = clock.now()
    match request.POST.get("do"):
        case "phrase":
            enforce_rate(request, limits.PHRASES, "too_many_forms")
            return _devices_page(request, person, devices.make_phrase(person, now))
        case "revoke":
            devices.revoke_phrase(person)
        case "sign_out":
            device = request.POST.get("device", "")
            devices.sign_out(person, int(device) if device.isdecimal() and len(device) < 19 else 0, now)
    return redirect("devices")


@form_view(limits.RETURNS)
def come_back(request: Request) -> HttpResponse:
    """Ask for a phrase; on POST, make this browser its player's."""
    if request.method != "POST":
        return render(request, "return.html")
    typed = request.POST.get("phrase", "")
    here, owner = request.visitor.player, devices.owner_of_phrase(typed)
    context: dict[str, Any] = {"phrase": typed[:100]}
    if owner is None:
        context["problem"] = _("No player has this phrase. Each works once; a newer one replaces it.")
        return render(request, "return.html", context, status=422)
    going_on = devices.unfinished_matches(here) if here and here != owner else 0
    if going_on and request.POST.get("sure") != "yes":
        return render(request, "return.html", context | {"left_behind": going_on}, status=409)
    if not devices.use_phrase(typed):
        context["problem"] = _("This phrase has just been used elsewhere. Make a new one there.")
        return render(request, "return.html", context, status=409)
    become_player(request, owner)
    onward = redirect(f"{reverse('history')}?mine=1")
    account = owner.account_or_none
    return reauth.remember_device(request, onward, account, with_password=False) if account else onward


def _devices_page(request: HttpRequest, person: Player, phrase: str = "") -> HttpResponse:
    """Return the page, with a new phrase if there is one; it is never shown again."""
    key = request.session.session_key
    if phrase and key:
        devices.register(person, key, browser_title(request), clock.now())
    link = request.build_absolute_uri(f"{reverse('return')}#{phrase.replace(' ', '-')}")
    context = {
        "phrase": phrase,
        "qr": qr_code(link) if phrase else "",
        "made_at": devices.phrase_made_at(person),
        "devices": devices.listed(person).order_by("-begun_at", "-pk"),
        "session_key": key,
    }
    return render(request, "devices.html", context)
