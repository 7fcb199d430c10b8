from django.apps import AppConfig


class GamesAppConfig(AppConfig):
    name = "games_app"
