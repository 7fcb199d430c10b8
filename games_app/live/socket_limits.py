"""Rate limits of websockets. Those of requests are in ``door/limits.py``.

A person's own limits of chat messages are in ``record.commands.chat``; that of commands that are not moves
is in ``record.commands.command_quota``.
"""

from __future__ import annotations

from games_app.lib.loop_limit import LoopLimit
from games_app.lib.rate_limit import RateLimit

ONE_SOCKET = RateLimit("socket", burst=40, per_second=10.0)
"""Messages of one socket; and its control frames, counted apart."""
UNSEATED = LoopLimit(RateLimit("messages", burst=400, per_second=40))
"""Messages of one address from sockets without a seat. An honest one sends one every 15 seconds."""
SEATED = LoopLimit(RateLimit("messages-seated", burst=4000, per_second=1000))
"""Messages of one address from players: enough for a whole school that plays fast."""
PLAYER = LoopLimit(RateLimit("messages-person", burst=120, per_second=30))
"""Messages of one player, over all tabs."""
CHAT = LoopLimit(RateLimit("chat", burst=60, per_second=4))
"""Chat messages of one address."""
OPENING = LoopLimit(RateLimit("sockets", burst=500, per_second=10))
"""Sockets that one address opens. After a restart all pages of a school reconnect at once."""
REFUSING = LoopLimit(RateLimit("messages-refused", burst=600, per_second=20))
"""Refusals ``too_fast`` to one address. With more, the connection is closed."""
CONTROL = LoopLimit(RateLimit("control-frames", burst=400, per_second=100))
"""Control frames of one address. Browsers send none, programs one per 20 s."""
