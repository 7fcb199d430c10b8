"""The one-time address that makes an account the owner of the site."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render

from games_app.door import limits
from games_app.door.hidden import log_in_first
from games_app.door.http import form_view
from games_app.door.visitors import Request, enforce_rate
from games_app.lib import clock
from games_app.moderation import actions
from games_app.people import accounts, owners


@form_view(limits.OWNER_KEYS)
def become_owner(request: Request, token: str) -> HttpResponse:
    """Ask for an account and a press of a button, since programs open links; on POST, make it the owner's.

    The key alone counts. Behind a proxy every visitor may seem to come from this machine.
    """
    if not owners.is_key(token):
        if request.method != "POST":
            enforce_rate(request, limits.OWNER_KEYS, "too_many_forms")
        return _used_page(request)
    account = request.visitor.account
    if request.method == "POST" and account:
        if not accounts.is_proved(request.session, account):
            return log_in_first(request.path)
        if not owners.claim(token, account, clock.now()):
            return _used_page(request)
        actions.log("appoint", f"owner {account.name}", actions.name_in_log(account), "one-time address")
        return redirect("host")
    return render(request, "host/owner.html", {"valid": True, "account": account})


def _used_page(request: Request) -> HttpResponse:
    return render(request, "host/owner.html", {"valid": False}, status=410)
