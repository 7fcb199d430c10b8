"""Challenges that the script of the account's pages asks for: to make a passkey, or to log in by one."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from games_app.lib import clock
from games_app.services.people import accounts, passkeys, players
from games_app.services.people.passkeys import Site
from games_app.views import limits
from games_app.views.http import answers_json, form_view, problem
from games_app.views.proving import by_password, passkey_site


@sensitive_post_parameters()
@answers_json
@require_POST
@form_view(limits.FORMS)
def new(request: HttpRequest) -> HttpResponse:
    """Return the challenge for a new passkey of the account, whose password was typed once more."""
    own = accounts.of(players.current(request.session))
    if own is None:
        raise Http404
    if by_password(request, own.name, request.POST.get("present", "")) != own:
        return problem("wrong_password", _("That is not your current password."), 422)
    return JsonResponse(passkeys.ask_for_new(request.session, _site(request), own, clock.now()))


@answers_json
@require_POST
@form_view(limits.CHALLENGES)
def one(request: HttpRequest) -> HttpResponse:
    """Return the challenge to log in, by any passkey or by those of the name that was typed."""
    name = request.POST.get("name", "").strip()[:100]
    return JsonResponse(passkeys.ask_for_one(request.session, _site(request), name, clock.now()))


def _site(request: HttpRequest) -> Site:
    site = passkey_site(request)
    if site is None:
        raise Http404
    return site
