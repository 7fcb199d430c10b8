"""Staff: the people with a role on the site, and the pages that are theirs alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from games_app.models import Account
from games_app.services.people import accounts, players, roles


class Staff(AuthenticationMiddleware):
    """Middleware that sets ``request.user`` to the account whose password or passkey has begun the session.

    Django's admin asks for it. A guest's session or a return phrase makes nobody a moderator.
    """

    def process_request(self, request: HttpRequest) -> None:
        request.user = SimpleLazyObject(lambda: _proved(request) or AnonymousUser())  # type: ignore[assignment]


def staff_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorator for pages of staff. For all others there is no such page."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        account = accounts.of(players.current(request.session))
        if account is None or roles.of(account) is None:
            raise Http404
        if not accounts.is_proved(request.session, account):
            onward = request.get_full_path() if request.method == "GET" else reverse("moderation")
            return redirect(f"{reverse('login')}?{urlencode({'next': onward})}")
        return view(request, *args, **kwargs)

    return guarded


def is_staff(request: HttpRequest) -> bool:
    """Return whether the request's account has a role, and its password was given or a passkey used."""
    return roles.of(_proved(request)) is not None


def _proved(request: HttpRequest) -> Account | None:
    account = accounts.of(players.current(request.session))
    return account if account and accounts.is_proved(request.session, account) else None
