from django.apps import AppConfig
from django.utils.translation import gettext_lazy

from games_app.rules import GAMES


class GamesAppConfig(AppConfig):
    name = "games_app"

    def ready(self) -> None:
        """Let the games be called as the reader calls them. The rules know nothing of translation."""
        for game in GAMES.values():
            vars(game)["name"] = gettext_lazy(game.name)
