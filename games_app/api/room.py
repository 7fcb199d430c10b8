"""What the API tells the site."""

from games_app.rooms import Room

ROOM = Room()
