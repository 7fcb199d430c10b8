"""Log filter for client errors: one line each. A traceback would only show how the site noticed."""

from __future__ import annotations

import logging


class ClientErrors(logging.Filter):
    """Remove the traceback from what Django logs about client errors (status below 500)."""

    def filter(self, record: logging.LogRecord) -> bool:
        by_client = record.name == "django.request" and getattr(record, "status_code", 500) < 500
        if by_client or record.name.startswith("django.security."):
            record.exc_info = record.exc_text = None
        return True
