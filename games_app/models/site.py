"""The site itself: settings that its owner has changed, and the address that makes somebody its owner."""

from __future__ import annotations

from django.db import models


class SiteSetting(models.Model):
    """A setting that an owner has changed in the browser; see ``games_app.site_settings``."""

    name = models.CharField(max_length=32, unique=True)
    """Key of ``settings.CHANGEABLE``."""
    value = models.CharField(max_length=200, blank=True)
    """Text in the form of the environment variable."""
    changed_at = models.DateTimeField()
    by = models.CharField(max_length=80)
    """Account of the owner, as in the audit log."""

    def __str__(self) -> str:
        return f"{self.name} = {self.value}"


class OwnerKey(models.Model):
    """The key of the one-time address that makes an account the owner, at most one row: its hash."""

    digest = models.CharField(max_length=64)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"key of {self.made_at}"
