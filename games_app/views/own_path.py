"""Paths to which a form leads back: only those of this site."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def own_path(request: HttpRequest, path: str) -> str:
    """Return ``path`` if it is one of this site, else an empty text."""
    own = path.startswith("/") and url_has_allowed_host_and_scheme(
        path, None, require_https=request.is_secure()
    )
    return path if own else ""
