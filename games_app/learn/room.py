"""Registration of the room of learning, which adds nothing but pages."""

from __future__ import annotations

from games_app.lib.rooms import Room

ROOM = Room()
