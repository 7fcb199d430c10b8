"""Settings of the site that an owner has changed, stored for a test."""

from __future__ import annotations

from games_app import site_settings
from games_app.lib import clock


def set_site(**texts: str) -> None:
    """Store settings by their names, each as the text of its variable: ``set_site(closed="1")``."""
    site_settings.change(texts, "alice", clock.now())
