"""Reports of the site's own errors to Sentry, if the host wants them."""

from __future__ import annotations

from importlib import import_module

from django.core.exceptions import ImproperlyConfigured


def report_errors(dsn: str, version: str) -> None:
    """Send logged errors to ``dsn``, without anything that identifies the visitor.

    Raises ImproperlyConfigured if sentry-sdk is not installed; the requirements don't contain it.
    """
    try:
        sentry = import_module("sentry_sdk")
    except ImportError:
        raise ImproperlyConfigured(
            "SENTRY_DSN needs one more package: `python -m pip install sentry-sdk` in the site's environment"
        ) from None
    sentry.init(
        dsn=dsn,
        release=version,
        send_default_pii=False,
        # Forms contain names and passwords, and so do the variables of the functions that read them.
        max_request_body_size="never",
        include_local_variables=False,
        # Otherwise it also counts requests, and sends the counts once a minute.
        auto_session_tracking=False,
    )
