"""Mail settings of Django, from the address of a server."""

from __future__ import annotations

from email.utils import formataddr
from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

PORTS = {"smtp": 25, "smtps": 465}
TIMEOUT = 20
"""Seconds to wait for an answer of the mail server."""
ENCRYPTED_PORT = 587
"""Port on which servers expect STARTTLS. On other ports `smtp://` is for a server on the same machine."""


def mail_settings(url: str, site: str, sender: str, name: str = "") -> dict[str, Any]:
    """Return Django's settings for mail. Raises ImproperlyConfigured for an address that can't be read."""
    own = sender or formataddr((name, f"noreply@{urlsplit(site).hostname or 'localhost'}"))
    if not url:
        backend = "django.core.mail.backends.console.EmailBackend"
        return {"EMAIL_BACKEND": backend, "DEFAULT_FROM_EMAIL": own}
    try:
        parts = urlsplit(url)
        port = parts.port or PORTS[parts.scheme]
    except (ValueError, KeyError):
        raise ImproperlyConfigured("SMTP_URL must be like smtp://user:password@mail.example:587") from None
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname or "",
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and port == ENCRYPTED_PORT,
        "EMAIL_TIMEOUT": TIMEOUT,
        "DEFAULT_FROM_EMAIL": own,
    }
