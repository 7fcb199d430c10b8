"""Limits on the size and duration of what a client sends, applied before the application is called."""

from __future__ import annotations

HEAD_SECONDS = 10.0
"""Seconds for the head of a request, from its first byte or the opening of the connection."""
BODY_SECONDS, BODY_BYTES_PER_SECOND = 10.0, 10_000
"""Grace period for a body, in seconds, and the least average rate after it."""
LINGER_SECONDS = 2.0
"""Seconds for which a refused connection is kept open, so that the client can read the response."""

LARGEST_HEAD = 16 * 1024
"""Largest request line with all headers, in bytes."""
LARGEST_BODY = 4_000_000
"""Largest body, in bytes. The largest file that ``/import`` takes has 3 MiB."""
CONNECTIONS_PER_ADDRESS = 200
"""Most connections of one address that wait for a request, or for the rest of one."""

WAITING_MESSAGES = 8
"""Messages of one websocket that may wait for the application; beyond it reading is paused."""
