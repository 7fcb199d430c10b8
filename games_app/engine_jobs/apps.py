from django.apps import AppConfig


class EngineJobsConfig(AppConfig):
    name = "games_app.engine_jobs"
