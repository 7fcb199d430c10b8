"""Who asks: the address a request comes from, and the person behind it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from games_app.lib import clock
from games_app.lib.client_ip import client_ip, rate_limit_key
from games_app.lib.outage_log import OUT_OF_REACH, one_line
from games_app.lib.rate_limit import RateLimit, whole_seconds
from games_app.lib.refusals import Refusal
from games_app.models import Player
from games_app.services.people import players

GUESTS = RateLimit("guests", burst=settings.GUESTS_AT_ONCE, per_second=1)
"""New players from one address. A school class that arrives together fits in."""

MAKING = RateLimit("new", burst=settings.GUESTS_AT_ONCE, per_second=1)
NAMING = RateLimit("name", burst=settings.GUESTS_AT_ONCE, per_second=1)
"""New matches and chosen names from one address: a class may make and choose one each, all at once."""

AGAIN = 5
"""Seconds after which it is worth asking again for a page whose record could not be reached."""

log = logging.getLogger(__name__)

Respond = Callable[[HttpRequest], HttpResponse | Awaitable[HttpResponse]]


class TooMany(Exception):
    """This address has sent too many forms of a kind; the refusal says when one more may come."""

    def __init__(self, code: str, retry_ms: int) -> None:
        super().__init__(f"{code}, {retry_ms} ms")
        self.seconds = whole_seconds(retry_ms)
        self.refusal = Refusal(code, {"seconds": self.seconds})


def get_or_create_player(request: HttpRequest) -> Player:
    """The person who asks; at the first deed a new guest. Raises TooMany."""
    known = players.current(request.session)
    if known:
        return known
    enforce_rate(request, GUESTS, "too_many_guests")
    return players.newcomer(request.session, clock.now())


def enforce_rate(request: HttpRequest, limit: RateLimit, code: str) -> None:
    """Raises TooMany, with this refusal, for an address that sends such forms faster."""
    if wait := wait_ms(request, limit):
        raise TooMany(code, wait)


def wait_ms(request: HttpRequest, limit: RateLimit, cost: int = 1) -> int:
    """Milliseconds until the address that asks may do so again; 0: it may now, and is counted."""
    return limit.wait(rate_limit_key(request.META["REMOTE_ADDR"]), cost)


class PeopleMiddleware:
    """Puts the client's own address in REMOTE_ADDR, and answers who sends too many forms or comes while
    the record can't be reached.

    It takes no thread of its own: one that waited for the rest would wait for ever where the event loop has
    ended meanwhile.
    """

    sync_capable = async_capable = True

    def __init__(self, respond: Respond) -> None:
        self.respond = respond
        if iscoroutinefunction(respond):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponse | Awaitable[HttpResponse]:
        peer = request.META.get("REMOTE_ADDR", "")
        request.META["REMOTE_ADDR"] = client_ip(peer, request.META.get("HTTP_X_FORWARDED_FOR", ""))
        return self.respond(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, TooMany):
            # A chosen file is gone: only the form itself can take it once more.
            context = {"refusal": error.refusal, "filed": bool(request.FILES), "again": _sent(request)}
            page = render(request, "too_many.html", context, status=429)
            page["Retry-After"] = str(error.seconds)
            return page
        if isinstance(error, OUT_OF_REACH):
            log.warning("The record was out of reach of %s: %s", request.path, one_line(error))
            # Without the request: whose page it is could not be asked either.
            return unavailable(HttpResponse(render_to_string("503.html")))
        return None


def unavailable(page: HttpResponse) -> HttpResponse:
    """The page as the answer to what could not be stored or read now: 503, and when to try again."""
    page.status_code = 503
    page["Retry-After"] = str(AGAIN)
    return page


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    """The fields of the form that was refused, so that it can be sent once more."""
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    return [(name, str(value)) for name, value in fields if name != "csrfmiddlewaretoken"]
