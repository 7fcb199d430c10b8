"""Proxies in front of the site: how a request arrives behind them, and one that hides HTTPS.

`manage.py status --url` asks for the arrival of its request. Only the host can ask: the question is signed
with the site's key and expires after a minute. If a proxy ends HTTPS and doesn't say so, every form seems
foreign and is refused.
"""

from __future__ import annotations

import logging
import time
from pathlib import Path

import msgspec
from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.utils.translation import gettext_noop

from games_app.lib.client_ip import is_trusted_proxy

ARRIVAL_PARAMETER = "arrival"
ARRIVAL_SALT = "games_app.arrival"
ARRIVAL_SECONDS = 60


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


def arrival_question() -> str:
    """Return the value of ARRIVAL_PARAMETER that asks for the arrival."""
    return signing.dumps("", salt=ARRIVAL_SALT)


def arrival(request: HttpRequest) -> Arrival | None:
    """Return how a request arrives that asks for it; otherwise None."""
    if not (signed := request.GET.get(ARRIVAL_PARAMETER)):
        return None
    try:
        signing.loads(signed, salt=ARRIVAL_SALT, max_age=ARRIVAL_SECONDS)
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


log = logging.getLogger(__name__)

HTTPS_FAULT = gettext_noop(
    "A proxy passes HTTPS requests on as plain ones, so all forms are refused. Set HTTPS=1, and let the proxy"
    " send X-Forwarded-Proto: docs/deployment.md has recipes."
)
FAULT_SECONDS = 60 * 60
"""Seconds for which a refused form is a sign of the fault. Anybody can send one that looks like it."""


def hides_https(request: HttpRequest) -> bool:
    """Return whether the request comes from the site's own page over HTTPS, and seems to be a plain one."""
    return not request.is_secure() and request.headers.get("Origin") == f"https://{request.get_host()}"


def note_fault() -> None:
    """Note the fault for the host, in the log too if it is new."""
    if not is_fault_noted():
        log.error(HTTPS_FAULT)
    _fault_note().touch()


def is_fault_noted() -> bool:
    """Return whether the fault was noted lately, by any process with this data folder."""
    try:
        return time.time() - _fault_note().stat().st_mtime < FAULT_SECONDS
    except FileNotFoundError:
        return False


def _fault_note() -> Path:
    return Path(settings.DATA_DIR) / "proxy-fault"
