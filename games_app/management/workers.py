"""Set-up of a command's worker processes. This module must not import anything that needs Django set up."""

from __future__ import annotations

import os

import django


def set_up_django() -> None:
    """Set up Django in a new worker process."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boardgames.settings")
    django.setup()
