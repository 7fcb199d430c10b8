"""How much, and for how long, a client may send before the application has a say."""

from __future__ import annotations

WAITING_MESSAGES = 8
"""Messages of one websocket that wait for the application. Beyond them its socket is not read."""
CONTROL_BURST_PER_ADDRESS, CONTROL_PER_SECOND_PER_ADDRESS = 400, 100.0
"""Control frames of all websockets of one address. Browsers send none unasked, programs one in 20 s."""
