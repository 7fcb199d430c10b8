"""Sessions of requests, and the default cache policy of responses."""

from __future__ import annotations

import logging

from django.contrib.sessions.middleware import SessionMiddleware
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from games_app.lib import session_cookie

log = logging.getLogger(__name__)


class Sessions(SessionMiddleware):
    """Middleware that accepts a session under either name of its cookie and sends it under the present one.

    A response without Cache-Control becomes "no-store" for a visitor with a session, so that the browser's
    Back button shows nothing after they have withdrawn, and "no-cache" for others.
    """

    def process_request(self, request: HttpRequest) -> None:
        try:
            request.session = session_cookie.session_of(request.COOKIES)
        except DatabaseError:
            log.warning("A session under the old name of its cookie could not be looked for", exc_info=True)
            request.session = session_cookie.session_of({})

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        session = request.session
        known = not session.is_empty()
        if known and session.session_key is None:
            session_cookie.begin(session)
        elif known and response.status_code < 500 and session_cookie.by_old_name(request.COOKIES):
            session.modified = True  # so that the cookie is sent
            response.delete_cookie(session_cookie.OLD_NAME, samesite="Lax")
        if "Cache-Control" not in response.headers:
            patch_cache_control(response, private=True, **{"no_store" if known else "no_cache": True})
        answer: HttpResponse = super().process_response(request, response)
        return answer
