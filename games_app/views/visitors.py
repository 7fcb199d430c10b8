"""Visitors: the client address of a request, its rate limits, and the player behind it."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games_app.lib import browser_cookie, clock
from games_app.lib.client_ip import client_ip, rate_limit_key
from games_app.lib.rate_limit import RateLimit, whole_seconds
from games_app.lib.refusals import Refusal
from games_app.models import Player
from games_app.services.people import players
from games_app.services.queries import offers

GUESTS = RateLimit("guests", burst=settings.GUESTS_AT_ONCE, per_second=1)
"""Rate limit of new players per address: enough for a school class that arrives together."""

NEWCOMERS = RateLimit("newcomer", burst=1, per_second=1 / 5)
"""Rate limit of new players per browser. Two tabs that send their first form at once would be two people, and
*Play now* pairs them; a few seconds later both know the session that the first has begun.
"""

NUL = "\0"
"""The one character that a text in PostgreSQL can't hold."""

RETRY_SECONDS = 5
"""Retry-After, in seconds, of a page that could not reach the database."""


class TooMany(Exception):
    """The client's address has sent too many forms of a kind; the refusal says when to retry."""

    def __init__(self, code: str, retry_ms: int) -> None:
        super().__init__(f"{code}, {retry_ms} ms")
        self.seconds = whole_seconds(retry_ms)
        self.refusal = Refusal(code, {"seconds": self.seconds}, retry_ms=retry_ms)


def get_or_create_player(request: HttpRequest, in_another_tab: str = "another_tab") -> Player:
    """Return the requesting player; create a guest if there is none.

    Raises TooMany; with the code ``in_another_tab`` if another tab has just made this browser somebody.
    """
    known = players.current(request.session)
    if known:
        return known
    enforce_rate(request, GUESTS, "too_many_guests")
    if settings.CSRF_COOKIE_NAME in request.COOKIES and (wait := NEWCOMERS.wait(browser_key(request))):
        raise TooMany(in_another_tab, wait)
    # People whose names look alike are not paired in the lobby.
    return players.newcomer(request.session, clock.now(), unlike=offers.names())


def enforce_rate(request: HttpRequest, limit: RateLimit, code: str) -> None:
    """Raise TooMany with the refusal ``code`` if the client's address exceeds ``limit``."""
    if wait := wait_ms(request, limit):
        raise TooMany(code, wait)


def wait_ms(request: HttpRequest, limit: RateLimit, cost: int = 1) -> int:
    """Return 0 and count the request, or the milliseconds until the client's address may retry."""
    return limit.wait(address_of(request), cost)


def ip_of(request: HttpRequest) -> str:
    """Return the client's address as the peer or a trusted proxy tells it."""
    return client_ip(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def address_of(request: HttpRequest) -> str:
    """Return the rate limit key of the client's address."""
    return rate_limit_key(request.META["REMOTE_ADDR"])


def browser_key(request: HttpRequest) -> str:
    """Return the key of the client's browser; empty if it is unknown."""
    return browser_cookie.browser_key(request.COOKIES)


class PeopleMiddleware:
    """Middleware that sets REMOTE_ADDR to the client's address, and drops cookies that no browser sends."""

    def __init__(self, respond: Callable[[HttpRequest], HttpResponse]) -> None:
        self.respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.META["REMOTE_ADDR"] = ip_of(request)
        request.COOKIES = {name: value for name, value in request.COOKIES.items() if NUL not in value}
        return self.respond(request)


def unavailable(page: HttpResponse) -> HttpResponse:
    """Set status 503 and Retry-After on the page."""
    page.status_code = 503
    page["Retry-After"] = str(RETRY_SECONDS)
    return page
