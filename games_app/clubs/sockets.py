from channels.sessions import CookieMiddleware
from django.urls import re_path

from games_app.clubs.live import ClubConsumer, RoundConsumer, SimulConsumer
from games_app.clubs.question_live import QuestionConsumer

websockets = [
    re_path(r"^ws/clubs/(?P<club>[2-9a-z]{10})$", CookieMiddleware(ClubConsumer.as_asgi())),
    re_path(r"^ws/clubs/(?P<club>[2-9a-z]{10})/question$", CookieMiddleware(QuestionConsumer.as_asgi())),
    re_path(r"^ws/clubs/(?P<club>[2-9a-z]{10})/round$", CookieMiddleware(RoundConsumer.as_asgi())),
    re_path(r"^ws/clubs/(?P<club>[2-9a-z]{10})/simul$", CookieMiddleware(SimulConsumer.as_asgi())),
]
