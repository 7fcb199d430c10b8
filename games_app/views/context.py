"""Template context of every page: the player, their display preferences, and the site's own links."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games_app.services.people import players

LOOKS: Mapping[str, tuple[str, ...]] = {
    "theme": ("auto", "light", "dark"),
    "board": ("teak", "ebony", "maple"),
}
"""Display preferences and their values, as in static/preferences.js; the first value is the default."""


def person(request: HttpRequest) -> dict[str, Any]:
    return {"person": SimpleLazyObject(lambda: players.current(request.session))}


def looks(request: HttpRequest) -> dict[str, Any]:
    kept = parse_qs(request.COOKIES.get("preferences", ""))
    return {"looks": {name: _chosen(kept.get(name), values) for name, values in LOOKS.items()}}


def site(request: HttpRequest) -> dict[str, Any]:
    return {"site": {"contact": settings.CONTACT, "source": settings.SOURCE_URL}}


def _chosen(kept: list[str] | None, values: tuple[str, ...]) -> str:
    return kept[0] if kept and kept[0] in values else values[0]
