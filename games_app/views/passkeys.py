"""Challenges that the script of the account's pages asks for: to make a passkey, or to log in by one."""

from __future__ import annotations

from django.http import Http404, HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from games_app.lib import clock
from games_app.lib.rate_limit import RateLimit
from games_app.services.people import accounts, passkeys, players
from games_app.services.people.passkeys import Site
from games_app.views.proving import by_password, passkey_site
from games_app.views.visitors import enforce_rate

ASKING = RateLimit("passkey", burst=20, per_second=1 / 20)
"""Rate limit of challenges to log in per address."""


@sensitive_post_parameters()
@require_POST
def new(request: HttpRequest) -> JsonResponse:
    """Return the challenge for a new passkey of the account, whose password was typed once more."""
    own = accounts.of(players.current(request.session))
    if own is None:
        raise Http404
    if by_password(request, own.name, request.POST.get("present", "")) != own:
        return JsonResponse({"problem": _("That is not your current password.")}, status=422)
    return JsonResponse(passkeys.ask_for_new(request.session, _site(request), own, clock.now()))


@require_POST
def one(request: HttpRequest) -> JsonResponse:
    """Return the challenge to log in, by any passkey or by those of the name that was typed."""
    enforce_rate(request, ASKING, "too_many_forms")
    name = request.POST.get("name", "").strip()[:100]
    return JsonResponse(passkeys.ask_for_one(request.session, _site(request), name, clock.now()))


def _site(request: HttpRequest) -> Site:
    site = passkey_site(request)
    if site is None:
        raise Http404
    return site
