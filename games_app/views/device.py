"""How the reader holds the screen, as far as a request tells: what is drawn right at once need not move."""

from __future__ import annotations

from django.http import HttpRequest
from django.views.decorators.vary import vary_on_headers

differs_by_device = vary_on_headers("Sec-CH-UA-Mobile", "User-Agent")
"""For pages with a board on them that stands upright on phones."""


def is_phone(request: HttpRequest) -> bool:
    """A phone, which is mostly held upright. The browser's own word goes before its name."""
    said = request.headers.get("Sec-CH-UA-Mobile")
    return said == "?1" if said else "Mobi" in request.headers.get("User-Agent", "")
