"""The Django app of the engine's jobs, and the router of its tables.

If the record is a file of SQLite, they are in a separate database. Such a file has one writer at a time. With
a separate file, the workers wait for nobody and nobody waits for them.
"""

from __future__ import annotations

from django.apps import AppConfig
from django.db import models

DATABASE = "engine"
APP = "engine_jobs"
"""Label of the app, which its tables and migrations bear from before it stood here."""


class JobsConfig(AppConfig):
    name = "games_app.analysis.jobs"
    label = APP


class EngineRouter:
    def db_for_read(self, model: type[models.Model], **_: object) -> str | None:
        return DATABASE if model._meta.app_label == APP else None

    def db_for_write(self, model: type[models.Model], **_: object) -> str | None:
        return self.db_for_read(model)

    def allow_migrate(self, db: str, app_label: str, **_: object) -> bool:
        return (db == DATABASE) == (app_label == APP)
