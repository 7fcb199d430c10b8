"""Settings that the owner changes in the browser: its name, colours, openness, chat and classes.

A variable of the environment is above what is stored, and this above the default. Each process keeps the
result in memory and follows a change within seconds, so reading a setting costs no query.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction

from games_app.lib.colours import Accent
from games_app.lib.kept import Kept
from games_app.models import SiteSetting


class SiteSettings(NamedTuple):
    """The settings in force, by the keys of ``settings.CHANGEABLE``."""

    site_name: str
    accent: Accent | None
    """None for the colours of the style sheets."""
    closed: bool
    """True if only invited people start matches and see the lists."""
    talk: str
    """Chat in matches: "words", "phrases" or "off"."""
    classes: bool
    """True if people may make classes: clubs whose teachers make accounts for children."""


def _in_force(stored: Mapping[str, str]) -> SiteSettings:
    return SiteSettings(
        **{name: setting.value(stored.get(name)) for name, setting in settings.CHANGEABLE.items()}
    )


def _read() -> SiteSettings:
    return _in_force(dict(SiteSetting.objects.values_list("name", "value")))


kept = Kept(_read, _in_force({}))


def current() -> SiteSettings:
    """Return the settings in force. Safe in the event loop."""
    return kept.value()


def given() -> set[str]:
    """Return the names of the settings that the environment has, and nobody can change in the browser."""
    return {name for name, setting in settings.CHANGEABLE.items() if setting.is_given}


def change(texts: Mapping[str, str], by: str, now: datetime) -> dict[str, tuple[str, str]]:
    """Store these settings, each as the text of its variable; return the changed ones: name -> (old, new).

    Those of the environment are left out. Raises ImproperlyConfigured, and stores nothing, if one is wrong.
    """
    allowed = {name: text for name, text in texts.items() if name not in given()}
    for name, text in allowed.items():
        settings.CHANGEABLE[name].read(text)
    with transaction.atomic():
        stored = {row.name: row.value for row in SiteSetting.objects.select_for_update()}
        changed = {}
        for name, text in allowed.items():
            before = stored.get(name, settings.CHANGEABLE[name].default_text)
            if before != text:
                changed[name] = (before, text)
                values: dict[str, Any] = {"value": text, "changed_at": now, "by": by}
                SiteSetting.objects.update_or_create(name=name, defaults=values)
    kept.renew()
    return changed
