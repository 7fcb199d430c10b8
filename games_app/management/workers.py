"""Processes that take part of a command's work. Nothing here may need the site before it is set up."""

from __future__ import annotations

import os

import django


def become_the_site() -> None:
    """The first thing that a new process does."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boardgames.settings")
    django.setup()
