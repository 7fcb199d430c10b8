"""Middleware: the rate of an address, and each visitor's address, session and language."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import cast

from csp.utils import build_policy
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.cache import patch_cache_control, patch_vary_headers

from games_app.door import http, limits
from games_app.door.cors import with_cors
from games_app.door.errors import out_of_reach
from games_app.door.health import healthz, readyz
from games_app.door.visitors import NUL, Request, Visitor, client_of, ip_of
from games_app.lib import request_cookies
from games_app.lib.client_ip import is_trusted_proxy, rate_limit_key
from games_app.lib.languages import language_for
from games_app.lib.outage_log import OUT_OF_REACH
from games_app.lib.rate_limit import whole_seconds
from games_app.lib.refusals import Refusal

log = logging.getLogger(__name__)

Respond = Callable[[HttpRequest], Awaitable[HttpResponseBase]]

HELD_SECONDS = 1.0
"""Longest time that a request above the rate is held. An endlessly requesting client then costs little."""
MOST_HELD = 200
"""Maximum number of requests that this process holds; more are refused at once."""


class Throttle:
    """Middleware that slows down an address above REQUESTS, and refuses requests that would wait longer.

    Health checks have a budget of their own: requests from behind an unknown proxy must not make the site
    look dead.
    """

    def __init__(self, respond: Respond, respond_now: Respond) -> None:
        """``respond_now`` answers health checks, which don't queue behind pages."""
        self._respond, self._respond_now = respond, respond_now
        self._held = 0
        self._hinted = False

    async def __call__(self, request: HttpRequest) -> HttpResponseBase:
        view = _view_of(request)
        scripted = view is not None and http.is_for_scripts(view)
        key, cost = rate_limit_key(ip_of(request)), limits.DATA_COST if scripted else limits.PAGE_COST
        is_check = view in (healthz, readyz)
        if is_check:
            key = f"{key} health"
        deadline = asyncio.get_running_loop().time() + HELD_SECONDS
        while wait := limits.REQUESTS.wait_ms(key, cost):
            left = deadline - asyncio.get_running_loop().time()
            if left <= 0 or self._held >= MOST_HELD:
                self._hint_at_proxy(request)
                return _refusal(request, wait, scripted=scripted)
            await self._hold(min(wait / 1000, left))
        return await (self._respond_now if is_check else self._respond)(request)

    def _hint_at_proxy(self, request: HttpRequest) -> None:
        """Warn the host once that all visitors may share one address: that of an untrusted proxy."""
        peer = request.META.get("REMOTE_ADDR", "")
        if "HTTP_X_FORWARDED_FOR" in request.META and not is_trusted_proxy(peer) and not self._hinted:
            self._hinted = True
            log.warning(
                "Too many requests came from %s, with X-Forwarded-For. If that is your reverse proxy, name it"
                " in TRUSTED_PROXIES: all visitors share one budget now.",
                peer,
            )

    async def _hold(self, seconds: float) -> None:
        self._held += 1
        try:
            await asyncio.sleep(seconds)
        finally:
            self._held -= 1


def _view_of(request: HttpRequest) -> Callable[..., HttpResponseBase] | None:
    try:
        return resolve(request.path_info).func
    except Resolver404:
        return None


def _refusal(request: HttpRequest, wait: int, *, scripted: bool) -> HttpResponseBase:
    """Return the answer to a request above the rate, made without a thread and without the database."""
    with translation.override(_language_of(request)):
        refusal = Refusal("too_many_forms", {"seconds": whole_seconds(wait)}, retry_ms=wait)
        if scripted:
            response = http.refused(refusal, 429)
        else:
            response = HttpResponse(render_to_string("429.html", {"refusal": refusal}), status=429)
    response["Retry-After"] = str(whole_seconds(wait))
    response["Cache-Control"] = "private, no-store"
    # No other middleware sees this response.
    response["Content-Length"] = str(len(response.content))
    response["Content-Security-Policy"] = build_policy()
    response["X-Content-Type-Options"] = "nosniff"
    return with_cors(request, response)


def _language_of(request: HttpRequest) -> str:
    return language_for(request.COOKIES, request.headers.get("Accept-Language", ""))


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
            log.warning("The session under the old cookie name could not be read", exc_info=True)
            request.session = request_cookies.session_of({})
        cast(Request, request).visitor = Visitor(request.session, client_of(request))

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        try:
            return self._saved(request, response)
        except OUT_OF_REACH as error:
            return out_of_reach(request, error)

    def _saved(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Save the session and return the response with its cookie. Raises the database's errors."""
        session = request.session
        is_stored = not session.is_empty()
        if is_stored and session.session_key is None:
            request_cookies.begin_session(session)
        elif is_stored and response.status_code < 500 and request_cookies.by_old_name(request.COOKIES):
            session.modified = True  # so that the cookie is sent
            response.delete_cookie(request_cookies.OLD_NAME, samesite="Lax")
        if "Cache-Control" not in response.headers:
            patch_cache_control(response, private=True, **{"no_store" if is_stored else "no_cache": True})
        answer: HttpResponse = super().process_response(request, response)
        if answer.status_code >= 500 and is_stored and session.session_key is None:
            # Django stores no session after a failure. A new guest needs it: the form that they send again is
            # theirs then.
            answer.cookies.update(super().process_response(request, HttpResponse()).cookies)
        return answer


class ChosenLanguage(LocaleMiddleware):
    """Django's middleware with the site's own choice of a language, which caches hear is in a cookie.

    Pictures have no words.
    """

    def process_request(self, request: HttpRequest) -> None:
        translation.activate(_language_of(request))
        request.LANGUAGE_CODE = translation.get_language()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.headers.get("Content-Type", "").startswith("image/"):
            return response
        patch_vary_headers(response, ["Cookie"])
        answer: HttpResponseBase = super().process_response(request, response)
        return answer
