"""Checks of the websocket handshake: origin, and number of sockets per address."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.utils.translation import get_language_from_request

from games_app.lib import session_cookie
from games_app.lib.client_ip import client_ip, rate_limit_key

FOREIGN_ORIGIN = 4403
TOO_MANY = 4429
"""Close codes: an origin that isn't allowed; too many sockets or messages from this address."""

NO_SUCH_MATCH = 4404
"""Close code: there is no match at this URL."""

SOCKETS_PER_ADDRESS = 400
"""Most sockets of one address in one process: enough for a school behind one address."""


def headers(scope: dict[str, Any]) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def address_of(scope: dict[str, Any]) -> str:
    """Return the rate limit key under which this socket is counted."""
    peer = scope.get("client") or ("", 0)
    return rate_limit_key(client_ip(peer[0], headers(scope).get("x-forwarded-for", "")))


def origin_allowed(scope: dict[str, Any]) -> bool:
    """Return whether a page of this site, or a client without a session, opens this socket.

    The Origin must be a trusted one, or the scheme, host and port at which the socket is opened. Without an
    Origin the client is no browser, and is accepted only without a session cookie.
    """
    sent = headers(scope)
    origin, host = sent.get("origin"), sent.get("host", "")
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    if origin is None:
        return session_cookie.key_in(scope["cookies"]) is None
    scheme = "https" if settings.HTTPS else "http"
    return origin == f"{scheme}://{host}" or origin in settings.CSRF_TRUSTED_ORIGINS


def language_of(scope: dict[str, Any]) -> str:
    """Return the language of the page that opens this socket, chosen as for the page itself."""
    request = HttpRequest()
    request.COOKIES = scope["cookies"]
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers(scope).get("accept-language", "")
    return get_language_from_request(request)


class OpenSockets:
    """Number of open sockets per address in this process."""

    def __init__(self, limit: int = SOCKETS_PER_ADDRESS) -> None:
        self._limit = limit
        self._open: Counter[str] = Counter()

    def __len__(self) -> int:
        """Return their number; any thread may ask."""
        return sum(list(self._open.values()))

    def admit(self, address: str) -> bool:
        """Count one more socket and return True; return False at the limit."""
        if self._open[address] >= self._limit:
            return False
        self._open[address] += 1
        return True

    def release(self, address: str) -> None:
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


open_sockets = OpenSockets()
