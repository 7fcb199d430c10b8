"""Pages of people with a role. For everybody else there is no page at their addresses."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, reverse

from games_app.door.http import View
from games_app.door.visitors import Request
from games_app.lib.rooms import rooms
from games_app.people import accounts

MayEnter = Callable[[Request], bool]


class HiddenPages:
    """Middleware that answers others at hidden addresses as at any address without a page.

    It is the last one: no form, method or limit is checked before, which would tell that there is a page.
    """

    def __init__(self, respond: Callable[[HttpRequest], HttpResponse]) -> None:
        self.respond = respond
        self.hidden = {path: may for room in rooms() for path, may in room.hidden().items()}

    def __call__(self, request: Request) -> HttpResponse:
        may_enter = self.hidden.get(request.path_info)
        if may_enter and not may_enter(request):
            raise Resolver404
        return self.respond(request)


def for_role(may_enter: MayEnter, page: str) -> Callable[[View], View]:
    """Decorate a page of people with a role; others get a 404.

    Their session must have begun with the password or a passkey. If not, they log in and come back to this
    address, or after a form to the ``page`` of this name.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
            account = request.visitor.account
            if account is None or not may_enter(request):
                raise Http404
            if not accounts.is_proved(request.session, account):
                return log_in_first(request.get_full_path() if request.method == "GET" else reverse(page))
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def log_in_first(onward: str) -> HttpResponse:
    return redirect(f"{reverse('login')}?{urlencode({'next': onward})}")
