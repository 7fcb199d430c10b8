"""The headers RateLimit-Policy and RateLimit: how many calls a client has left.

The form is that of the IETF's draft "RateLimit header fields for HTTP", version 10.
"""

from __future__ import annotations

from math import ceil

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from games_app.lib.rate_limit import Charge, RateLimit, whole_seconds

POLICY, LEFT = "RateLimit-Policy", "RateLimit"


def set_rate_limit(request: HttpRequest, response: HttpResponseBase) -> None:
    """Set the headers to the limit that has the fewest tokens left, of those that the request has charged."""
    charges: list[tuple[RateLimit, Charge]] = getattr(request, "charges", [])
    if not (charges and settings.RATE_LIMITS):
        return
    limit, charge = min(charges, key=lambda one: one[0].tokens(one[1]))
    response[POLICY] = f'"{limit.name}";q={limit.burst};w={ceil(limit.capacity)}'
    response[LEFT] = f'"{limit.name}";r={limit.tokens(charge)};t={whole_seconds(charge.until_full)}'
