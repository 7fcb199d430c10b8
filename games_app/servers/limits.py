"""How much, and for how long, a client may send before the application has a say."""

from __future__ import annotations

HEAD_SECONDS = 10.0
"""For the head of a request, since its first byte or the opening of the connection."""
BODY_SECONDS, BODY_BYTES_PER_SECOND = 10.0, 10_000
"""For its body: at first, and how fast it must come on average from then on."""
LINGER_SECONDS = 2.0
"""How long a connection is kept whose request was refused, so that the client can read why."""

LARGEST_HEAD = 16 * 1024
"""Bytes of a request line with all headers."""
LARGEST_BODY = 4_000_000
"""Bytes. The largest file that ``/import`` takes has 3 MiB."""
CONNECTIONS_PER_ADDRESS = 200
"""Connections of one address that wait for a request, or for the rest of one."""

WAITING_MESSAGES = 8
"""Messages of one websocket that wait for the application. Beyond them its socket is not read."""
CONTROL_BURST_PER_ADDRESS, CONTROL_PER_SECOND_PER_ADDRESS = 400, 100.0
"""Control frames of all websockets of one address. Browsers send none unasked, programs one in 20 s."""
