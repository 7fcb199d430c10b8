"""Who may open a socket: pages of this site, and not too many from one address."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from games_app.lib import session_cookie
from games_app.lib.client_ip import client_ip, rate_limit_key

FOREIGN_ORIGIN = 4403
TOO_MANY = 4429
"""Close codes: a page of another site; too many open pages or too many messages from this address (try again
later).
"""

SOCKETS_PER_ADDRESS = 400
"""In one process: a school behind one address fits in."""


def headers(scope: dict[str, Any]) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def address_of(scope: dict[str, Any]) -> str:
    """The address that this socket is counted for."""
    peer = scope.get("client") or ("", 0)
    return rate_limit_key(client_ip(peer[0], headers(scope).get("x-forwarded-for", "")))


def origin_allowed(scope: dict[str, Any]) -> bool:
    """Is the page that opens this socket one of ours?

    Its Origin must be a trusted one, or the very scheme, host and port that the socket was opened at. Without
    an Origin it is no browser's page: fine for a program that brings no session, refused with one.
    """
    sent = headers(scope)
    origin, host = sent.get("origin"), sent.get("host", "")
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    if origin is None:
        return session_cookie.key_in(scope["cookies"]) is None
    scheme = "https" if settings.HTTPS else "http"
    return origin == f"{scheme}://{host}" or origin in settings.CSRF_TRUSTED_ORIGINS


class OpenSockets:
    """How many sockets each address has open in this process."""

    def __init__(self, limit: int = SOCKETS_PER_ADDRESS) -> None:
        self._limit = limit
        self._open: Counter[str] = Counter()

    def admit(self, address: str) -> bool:
        """Count one more, if there is room."""
        if self._open[address] >= self._limit:
            return False
        self._open[address] += 1
        return True

    def release(self, address: str) -> None:
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


open_sockets = OpenSockets()
