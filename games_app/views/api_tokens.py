"""The page of a player's tokens of the API."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from games_app.forms.api_tokens import TokenForm
from games_app.lib import clock
from games_app.models import Account
from games_app.services.people import api_tokens, passkeys, sanctions
from games_app.views import limits
from games_app.views.http import form_view
from games_app.views.reauth import passkey_site, proves
from games_app.views.visitors import Request


@sensitive_post_parameters()
@form_view(limits.FORMS)
def own_tokens(request: Request) -> HttpResponse:
    """List the tokens of the account; on POST, make or revoke one."""
    own = request.visitor.account
    if own is None:
        return redirect(f"{reverse('account')}?next={reverse('tokens')}")
    if request.method != "POST":
        return _page(request, own)
    if request.POST.get("do") == "revoke":
        which = request.POST.get("which", "")
        api_tokens.revoke(own, int(which) if which.isdecimal() and len(which) < 19 else 0)
        return redirect("tokens")
    return _make(request, own)


def _make(request: Request, own: Account) -> HttpResponse:
    """Make a token for who proves that the account is theirs, and show it, this once."""
    form, now = TokenForm(request.POST), clock.now()
    if not proves(request, own, form):
        return _page(request, own, 422, form=form)
    if sanctions.refusal(own.player_id, "", now):
        form.add_error(None, _("You can't make tokens while a moderator has paused your account."))
        return _page(request, own, 403, form=form)
    sent = form.cleaned_data
    token = api_tokens.make(own, sent["program"], now, scopes=sent["scopes"], days=sent["days"])
    if not token:
        form.add_error(None, _("You have too many tokens. Revoke one first."))
        return _page(request, own, 409, form=form)
    return _page(request, own, token=token)


def _page(request: Request, own: Account, status: int = 200, **told: Any) -> HttpResponse:
    context = {
        "account": own,
        "form": TokenForm(),
        "tokens": api_tokens.tokens_of(own),
        "now": clock.now(),
        "signs": passkey_site(request) is not None and passkeys.passkeys_of(own).exists(),
        "document": "/api/v1/openapi.json",
        **told,
    }
    return render(request, "tokens.html", context, status=status)
