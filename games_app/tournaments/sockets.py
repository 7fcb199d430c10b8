from channels.sessions import CookieMiddleware
from django.urls import re_path

from games_app.tournaments.live import TournamentConsumer

websockets = [
    re_path(r"^ws/tournaments/(?P<tournament>[2-9a-z]{10})$", CookieMiddleware(TournamentConsumer.as_asgi())),
]
