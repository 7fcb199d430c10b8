from importlib import import_module

from django.apps import AppConfig
from django.conf import settings
from django.contrib.contenttypes.management import create_contenttypes
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy

from games_app.games.rules import RULE_SETS


class GamesAppConfig(AppConfig):
    name = "games_app"
    verbose_name = "Board games"

    def ready(self) -> None:
        for room in settings.ROOMS:  # connects the receivers of signals
            import_module(f"{room}.room")
        translate_names()
        keep_no_permissions()


def translate_names() -> None:
    """Translate the games' names for the reader. The rules know nothing of translation."""
    for game in RULE_SETS.values():
        vars(game)["name"] = gettext_lazy(game.name)


def keep_no_permissions() -> None:
    """Store no permission for each model, because roles are only groups.

    Otherwise every ``migrate``, and every test that empties the database, would look for all of them.
    """
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)
