from channels.sessions import CookieMiddleware
from django.urls import re_path

from games_app.lib.rooms import room_sockets
from games_app.live.consumers import MatchConsumer
from games_app.live.lobby import LobbyConsumer
from games_app.live.me import MeConsumer
from games_app.live.watch import WatchConsumer

# Any other path goes to the consumer too, whose close code tells the client that there is no such match.
websockets = [
    re_path(r"^ws/m/(?P<match>[2-9a-z]{10})$", CookieMiddleware(MatchConsumer.as_asgi())),
    re_path(r"^ws/lobby$", CookieMiddleware(LobbyConsumer.as_asgi())),
    re_path(r"^ws/me$", CookieMiddleware(MeConsumer.as_asgi())),
    re_path(r"^ws/watch$", CookieMiddleware(WatchConsumer.as_asgi())),
    *room_sockets(),
    re_path(r"^(?P<match>)", CookieMiddleware(MatchConsumer.as_asgi())),
]
