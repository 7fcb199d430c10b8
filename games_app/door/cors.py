"""Headers of all answers of the API. CORS: pages of other sites may read answers to requests with a token."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import ceil

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers

from games_app.lib.rate_limit import Charge, RateLimit, whole_seconds

POLICY, LEFT = "RateLimit-Policy", "RateLimit"


def set_rate_limit(request: HttpRequest, response: HttpResponseBase) -> None:
    """Set the headers to the limit that has the fewest tokens left, of those that the request has charged."""
    charges: list[tuple[RateLimit, Charge]] = getattr(request, "charges", [])
    if not (charges and settings.RATE_LIMITS):
        return
    limit, charge = min(charges, key=lambda pair: pair[0].tokens(pair[1]))
    response[POLICY] = f'"{limit.name}";q={limit.burst};w={ceil(limit.capacity)}'
    response[LEFT] = f'"{limit.name}";r={limit.tokens(charge)};t={whole_seconds(charge.until_full)}'


API = "/api/v1/"
EXPOSED = f"ETag, Link, Location, {LEFT}, {POLICY}, Retry-After, WWW-Authenticate"
SENT = "Authorization, Content-Type, If-None-Match"
REMEMBERED_SECONDS = 2 * 60 * 60
"""Time for which a browser remembers the answer to a preflight; Chrome allows no more."""


class Cors:
    """Middleware that sets the headers of all answers of the API, those to errors too."""

    def __init__(self, respond: Callable[[HttpRequest], HttpResponse]) -> None:
        self.respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = with_cors(request, self.respond(request))
        if request.path_info.startswith(API):
            set_rate_limit(request, response)
        return response


def with_cors(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Set the headers of CORS on an answer of the API; return the answer.

    Without a token, other sites read nothing. Cookies never count: the API ignores them.
    """
    if not request.path_info.startswith(API):
        return response
    patch_vary_headers(response, ["Authorization"])
    if "Authorization" in request.headers or request.method == "OPTIONS":
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = EXPOSED
    return response


def preflight(methods: Iterable[str]) -> HttpResponse:
    """Return the answer to a browser that asks what another site's page may send."""
    answer = HttpResponse(status=204)
    answer["Access-Control-Allow-Methods"] = ", ".join(methods)
    answer["Access-Control-Allow-Headers"] = SENT
    answer["Access-Control-Max-Age"] = str(REMEMBERED_SECONDS)
    return answer
