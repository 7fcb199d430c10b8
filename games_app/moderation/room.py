"""Registration of the room of moderation."""

from games_app.lib.rooms import Room
from games_app.moderation import reports

ROOM = Room(sweeps=(reports.sweep,))
