"""Reports of the site's own errors to Sentry, if the host wants them."""

from __future__ import annotations

from importlib import import_module

from django.core.exceptions import ImproperlyConfigured


def report_errors(dsn: str, version: str) -> None:
    """Send what is logged as an error to ``dsn``, without anything that tells who the visitor was.

    Raises ImproperlyConfigured if sentry-sdk, which the requirements do not bring, is not installed.
    """
    try:
        sentry = import_module("sentry_sdk")
    except ImportError:
        raise ImproperlyConfigured(
            "SENTRY_DSN needs a package more: `python -m pip install sentry-sdk` in the site's environment"
        ) from None
    sentry.init(
        dsn=dsn,
        release=version,
        send_default_pii=False,
        # Forms hold names and passwords, and so do the variables of the functions that read them.
        max_request_body_size="never",
        include_local_variables=False,
        # Otherwise it also counts requests, and sends that once a minute.
        auto_session_tracking=False,
    )
