"""Close codes that Daphne would not send by itself."""

from __future__ import annotations

import sys
from typing import Any


def let_daphne_send_them_all() -> None:
    """Autobahn, beneath Daphne, lets applications send 1000 and 3000 to 4999 only, and raises otherwise.

    But 1013, try again later, is a server's to send.
    """
    if daphne := sys.modules.get("daphne.ws_protocol"):
        daphne.WebSocketProtocol.serverClose = _close


def _close(protocol: Any, code: int | None = None) -> None:
    protocol.sendCloseFrame(code=code or 1000)
