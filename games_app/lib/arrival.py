"""How a request from outside arrives behind the proxies, told to `manage.py status --url`.

Only the host can ask: the question is signed with the site's key and expires after a minute.
"""

from __future__ import annotations

import msgspec
from django.core import signing
from django.http import HttpRequest

from games_app.lib.client_ip import is_trusted_proxy

PARAMETER = "arrival"
SALT = "games_app.arrival"
SECONDS = 60


class Arrival(msgspec.Struct):
    """The address, scheme and host of a request, as the site sees them."""

    secure: bool
    """True if it counts as HTTPS."""
    host: str
    peer: str
    """Address of the other end of the connection: the nearest proxy."""
    trusted: bool
    """Whether that address is in TRUSTED_PROXIES."""
    forwarded: bool
    """Whether it has X-Forwarded-For."""


def question() -> str:
    """Return the value of PARAMETER that asks for the arrival."""
    return signing.dumps("", salt=SALT)


def arrival(request: HttpRequest) -> Arrival | None:
    """Return how a request arrives that asks for it; otherwise None."""
    if not (asked := request.GET.get(PARAMETER)):
        return None
    try:
        signing.loads(asked, salt=SALT, max_age=SECONDS)
    except signing.BadSignature:
        return None
    peer = request.META.get("REMOTE_ADDR", "")
    return Arrival(
        secure=request.is_secure(),
        host=request.get_host(),
        peer=peer,
        trusted=is_trusted_proxy(peer),
        forwarded="HTTP_X_FORWARDED_FOR" in request.META,
    )
