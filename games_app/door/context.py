"""Template context of every page: the player, their display preferences, and the site's own links."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games_app import site_settings
from games_app.door.visitors import Request
from games_app.lib import clock
from games_app.lib.outage_log import OUT_OF_REACH
from games_app.lists import attention as own_attention
from games_app.models import Player
from games_app.people import mail_addresses, owners

APPEARANCE: Mapping[str, tuple[str, ...]] = {
    "theme": ("auto", "light", "dark"),
    "board": ("teak", "ebony", "maple", "clay", "boat", "naga"),
    "people": ("named", "unnamed"),
}
"""Display preferences and their values, as in static/preferences.js; the first value is the default."""


def person(request: Request) -> dict[str, Any]:
    """Return the page's reader; nobody while nothing can be read, so that an error can be shown."""
    return {
        "person": SimpleLazyObject(lambda: _person(request)),
        "is_owner": SimpleLazyObject(lambda: _is_owner(request)),
    }


def _person(request: Request) -> Player | None:
    try:
        return request.visitor.player
    except OUT_OF_REACH:
        return None


def _is_owner(request: Request) -> bool:
    try:
        return request.visitor.player_id in owners.player_ids.value()
    except OUT_OF_REACH:
        return False


def attention(request: Request) -> dict[str, Any]:
    """Return what waits for the player on other pages; nothing while nothing can be read."""
    return {"waiting_for_you": SimpleLazyObject(lambda: _attention(request))}


def _attention(request: Request) -> dict[str, Any]:
    try:
        return _found(request)
    except OUT_OF_REACH:
        return {}


def _found(request: Request) -> dict[str, Any]:
    attention = own_attention.attention_of(request.visitor.player_id, clock.now())
    here = request.resolver_match.kwargs.get("public_id", "") if request.resolver_match else ""
    turns = [match for match in attention.turns if match != here]
    return {
        "turns": len(turns),
        "here": here if here in attention.turns else "",
        "invitations": attention.invitations,
        "offers": attention.offers,
        "asking": attention.asking,
    }


def appearance(request: HttpRequest) -> dict[str, Any]:
    """Return the display preferences of the browser."""
    kept = preferences(request)
    return {"appearance": {name: _chosen(kept.get(name), values) for name, values in APPEARANCE.items()}}


def preferences(request: HttpRequest) -> dict[str, str]:
    """Return the content of static/preferences.js's cookie; anything may be in it."""
    return {name: values[0] for name, values in parse_qs(request.COOKIES.get("preferences", "")).items()}


def site(request: HttpRequest) -> dict[str, Any]:
    return {
        "site": {
            "contact": settings.CONTACT,
            "source": settings.SOURCE_URL,
            "pages": settings.OWN_PAGES,
            "mail": mail_addresses.offered(),
            "push": settings.PUSH,
            "closed": site_settings.current().closed,
        }
    }


def _chosen(kept: str | None, values: tuple[str, ...]) -> str:
    return kept if kept in values else values[0]
