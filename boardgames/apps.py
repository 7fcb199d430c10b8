from django.apps import AppConfig
from django.conf import settings

from boardgames import catalogues


class SiteConfig(AppConfig):
    name = "boardgames"

    def ready(self) -> None:
        catalogues.prepare(settings.COMPILED_CATALOGUES)
