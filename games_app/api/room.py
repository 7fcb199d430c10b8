"""Registration of the room of the API, which adds pages only."""

from games_app.lib.rooms import Room

ROOM = Room()
