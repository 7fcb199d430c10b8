"""What moderation tells the site."""

from games_app.moderation import reports
from games_app.rooms import Room

ROOM = Room(sweeps=(reports.sweep,))
