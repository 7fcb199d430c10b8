"""A note in ``STATIC_ROOT`` of what was collected there, so that no start collects the same files again."""

from __future__ import annotations

import hashlib
from importlib.metadata import version
from pathlib import Path

from django.conf import settings

from boardgames import bundle
from boardgames.private_data import public

NOTE = "collected.txt"
PACKAGES = ("django", "servestatic")
"""Packages that contain static files or decide how they are stored."""


def is_collected() -> bool:
    """Return whether ``collectstatic`` would find the same as last time."""
    note = Path(settings.STATIC_ROOT) / NOTE
    return note.exists() and note.read_text("utf-8") == _sources()


def note_collected() -> None:
    with public():
        (Path(settings.STATIC_ROOT) / NOTE).write_text(_sources(), "utf-8")


def _sources() -> str:
    """Return a digest of everything that decides what is collected."""
    parts = (
        bundle.fingerprint(),
        f"bundled {bundle.is_current()}, may be bundled {bundle.is_installed()}, debug {settings.DEBUG}",
        *(f"{name} {version(name)}" for name in PACKAGES),
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
