"""What the API tells the site."""

from games_app.lib.rooms import Room

ROOM = Room()
