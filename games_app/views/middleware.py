"""Middleware about visitors: their address, session and language."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import cast

from django.contrib.sessions.middleware import SessionMiddleware
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils.cache import patch_cache_control, patch_vary_headers

from games_app.lib import request_cookies
from games_app.lib.outage_log import OUT_OF_REACH
from games_app.views.errors import out_of_reach
from games_app.views.visitors import NUL, Request, Visitor, ip_of

log = logging.getLogger(__name__)


class PeopleMiddleware:
    """Middleware that sets REMOTE_ADDR to the client's address, and drops cookies that no browser sends."""

    def __init__(self, respond: Callable[[HttpRequest], HttpResponse]) -> None:
        self.respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.META["REMOTE_ADDR"] = ip_of(request)
        request.COOKIES = {name: value for name, value in request.COOKIES.items() if NUL not in value}
        return self.respond(request)


class Sessions(SessionMiddleware):
    """Middleware that accepts a session under either name of its cookie and sends it under the present one.

    For a visitor with a session, a response without Cache-Control becomes "no-store", so that the browser's
    Back button shows nothing after they have withdrawn. For others it becomes "no-cache".
    """

    def process_request(self, request: HttpRequest) -> None:
        try:
            request.session = request_cookies.session_of(request.COOKIES)
        except DatabaseError:
            log.warning("A session under the old name of its cookie could not be looked for", exc_info=True)
            request.session = request_cookies.session_of({})
        cast(Request, request).visitor = Visitor(request.session)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        try:
            return self._saved(request, response)
        except OUT_OF_REACH as error:
            return out_of_reach(request, error)

    def _saved(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Save the session and return the response with its cookie. Raises the database's errors."""
        session = request.session
        known = not session.is_empty()
        if known and session.session_key is None:
            request_cookies.begin_session(session)
        elif known and response.status_code < 500 and request_cookies.by_old_name(request.COOKIES):
            session.modified = True  # so that the cookie is sent
            response.delete_cookie(request_cookies.OLD_NAME, samesite="Lax")
        if "Cache-Control" not in response.headers:
            patch_cache_control(response, private=True, **{"no_store" if known else "no_cache": True})
        answer: HttpResponse = super().process_response(request, response)
        return answer


class ChosenLanguage(LocaleMiddleware):
    """Django's middleware, which also tells caches that the choice is in a cookie. Pictures have no words."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.headers.get("Content-Type", "").startswith("image/"):
            return response
        patch_vary_headers(response, ["Cookie"])
        answer: HttpResponseBase = super().process_response(request, response)
        return answer
