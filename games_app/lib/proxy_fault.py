"""A proxy that ends HTTPS and doesn't say so: every form then seems foreign, and is refused."""

from __future__ import annotations

import logging
import time
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest

log = logging.getLogger(__name__)

FAULT = (
    "A proxy passes HTTPS requests on as plain ones, so all forms are refused. Set HTTPS=1, and let the proxy"
    " send X-Forwarded-Proto: docs/deployment.md has recipes."
)
NOTED_SECONDS = 60 * 60
"""Seconds for which a refused form is a sign of the fault. Anybody can send one that looks like it."""


def is_cause(request: HttpRequest) -> bool:
    """Return whether the request comes from the site's own page over HTTPS, and seems to be a plain one."""
    return not request.is_secure() and request.headers.get("Origin") == f"https://{request.get_host()}"


def note() -> None:
    """Note the fault for the host, in the log too if it is new."""
    if not is_noted():
        log.error(FAULT)
    _note().touch()


def is_noted() -> bool:
    """Return whether the fault was noted lately, by any process with this data folder."""
    try:
        return time.time() - _note().stat().st_mtime < NOTED_SECONDS
    except FileNotFoundError:
        return False


def _note() -> Path:
    return Path(settings.DATA_DIR) / "proxy-fault"
