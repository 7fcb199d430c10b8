"""Screen orientation guessed from a request, so that boards need not be redrawn after loading."""

from __future__ import annotations

from django.http import HttpRequest
from django.views.decorators.vary import vary_on_headers

differs_by_device = vary_on_headers("Sec-CH-UA-Mobile", "User-Agent")
"""View decorator for pages with a board that is drawn upright on phones."""


def is_phone(request: HttpRequest) -> bool:
    """Return whether the client is a phone, which is mostly held upright.

    The Sec-CH-UA-Mobile header takes precedence over User-Agent.
    """
    said = request.headers.get("Sec-CH-UA-Mobile")
    return said == "?1" if said else "Mobi" in request.headers.get("User-Agent", "")
