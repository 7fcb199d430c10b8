from django.apps import AppConfig


class JobsConfig(AppConfig):
    """The app has its label, which its tables and migrations bear, from before it stood here."""

    name = "games_app.analysis.jobs"
    label = "engine_jobs"
