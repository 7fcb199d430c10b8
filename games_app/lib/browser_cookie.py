"""The cookie by which a browser is known, whoever is signed in there: the one that protects forms."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b

from django.conf import settings


def browser_key(cookies: Mapping[str, str]) -> str:
    """Return the key of the client's browser; empty if it has sent no cookie to know it by."""
    sign = cookies.get(settings.CSRF_COOKIE_NAME, "")
    return blake2b(sign.encode(), digest_size=12).hexdigest() if sign else ""
