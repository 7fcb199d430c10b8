"""Registration of the room of the explorer: its index follows the record."""

from __future__ import annotations

from games_app.explorer import progress
from games_app.lib.rooms import Room

ROOM = Room(rounds=(progress.follow,))
