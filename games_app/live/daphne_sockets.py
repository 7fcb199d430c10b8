"""Detection of Daphne, which queues messages itself where other servers make the application wait."""

from __future__ import annotations

import sys


def in_use() -> bool:
    """Return whether Daphne is the server of this process."""
    return "daphne.ws_protocol" in sys.modules
