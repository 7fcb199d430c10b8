"""Checks of a request's head, before its body is read."""

from __future__ import annotations

import json
from typing import NamedTuple

from games_app.servers.limits import LARGEST_BODY

JSON = "application/json"
WEBSOCKETS = "/ws/"
"""Path prefix of websockets."""


class Refusal(NamedTuple):
    """A response of the server itself, after which the connection is closed."""

    status: str
    words: str
    header: str = ""

    def encode(self, content_type: str = "") -> bytes:
        """Return the response as bytes: JSON if the request has the content type of JSON, else plain text."""
        plain, kind = f"{self.words}\n", "text/plain; charset=utf-8"
        if content_type.startswith(JSON):
            # In the shape of views/http.py.
            code = "too_large" if self is TOO_LARGE else "bad_request"
            plain, kind = json.dumps({"code": code, "message": self.words}), JSON
        body = plain.encode()
        head = [
            f"HTTP/1.1 {self.status}",
            f"Content-Type: {kind}",
            f"Content-Length: {len(body)}",
            "Connection: close",
            *([self.header] if self.header else []),
        ]
        return "\r\n".join([*head, "", ""]).encode() + body


TOO_LARGE = Refusal(
    "413 Content Too Large", f"That is too much: a request may bring {LARGEST_BODY // 1_000_000} MB at most."
)
HEAD_TOO_LARGE = Refusal(
    "431 Request Header Fields Too Large",
    "The head of this request is too long. Delete this site's cookies and try again.",
)
NO_PAGE = Refusal(
    "426 Upgrade Required", "This is the address of a websocket, not of a page.", "Upgrade: websocket"
)
NO_BODY = Refusal("400 Bad Request", "A request that opens a websocket has no body.")


def objection(path: str, length: int | None, *, upgrade: bool) -> Refusal | None:
    """Return the refusal of the request, or None. ``length`` is 0 without a body, None if it is chunked."""
    if upgrade:
        return None if length == 0 else NO_BODY
    if path.startswith(WEBSOCKETS):
        return NO_PAGE
    return TOO_LARGE if length is not None and length > LARGEST_BODY else None
