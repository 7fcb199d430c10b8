from channels.sessions import CookieMiddleware
from django.urls import re_path

from .consumers import MatchConsumer

websockets = [
    re_path(r"^ws/m/(?P<match>[2-9a-z]{10})$", CookieMiddleware(MatchConsumer.as_asgi())),
]
