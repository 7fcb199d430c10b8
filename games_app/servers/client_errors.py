"""What clients do wrong, in the log: a line says it. A traceback would show only how the site noticed."""

from __future__ import annotations

import logging


class ClientErrors(logging.Filter):
    """Takes the traceback from what Django logs of requests that no code here can mend."""

    def filter(self, record: logging.LogRecord) -> bool:
        by_client = record.name == "django.request" and getattr(record, "status_code", 500) < 500
        if by_client or record.name.startswith("django.security."):
            record.exc_info = record.exc_text = None
        return True
