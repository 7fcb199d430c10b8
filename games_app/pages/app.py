"""The site as an app: its manifest, its service worker, and pages without a network."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

import msgspec
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games_app import site_settings
from games_app.drawing.picture import PAPER
from games_app.games.rules import GAMES

LASTS_HEADER = "Lasts"
"""Header of answers that the service worker may show later, when there is no network."""

V = TypeVar("V", bound=Callable[..., HttpResponseBase])


def lasting(view: V) -> V:
    """Decorate a page that stays right: browsers may show it again without a network."""

    @wraps(view)
    def marked(*args: Any, **kwargs: Any) -> HttpResponseBase:
        return lasts(view(*args, **kwargs))

    return cast("V", marked)


R = TypeVar("R", bound=HttpResponseBase)


def lasts(response: R) -> R:
    """Mark an answer that stays right; return it."""
    response[LASTS_HEADER] = "1"
    return response


@require_safe
@cache_control(public=True, max_age=24 * 60 * 60)
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest, with which browsers install the site."""
    large = {"src": reverse("large-icon"), "sizes": "512x512", "type": "image/png"}
    shortcuts = ((_("Play"), "lobby"), (_("Your turn"), "next"), (_("Puzzle of the day"), "puzzles"))
    described = {
        "id": reverse("home"),
        "name": site_settings.current().site_name,
        "short_name": site_settings.current().site_name,
        "description": _("Board games for two, by a link."),
        "start_url": reverse("home"),
        "scope": reverse("home"),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games"],
        "icons": [
            {"src": static("icons/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
            {"src": reverse("small-icon"), "sizes": "192x192", "type": "image/png"},
            large,
            large | {"purpose": "maskable"},
        ],
        "shortcuts": [{"name": name, "url": reverse(page)} for name, page in shortcuts],
        "screenshots": [
            {
                "src": reverse("site-picture"),
                "sizes": "1200x630",
                "type": "image/png",
                "form_factor": "wide",
                "label": _("The boards of the games"),
            },
            *(
                {
                    "src": reverse("screenshot", args=[slug]),
                    "sizes": "540x960",
                    "type": "image/png",
                    "form_factor": "narrow",
                    "label": str(game.name),
                }
                for slug, game in GAMES.items()
            ),
        ],
    }
    return JsonResponse(described, content_type="application/manifest+json")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the script that browsers keep running; it changes with each release."""
    site = {
        "name": site_settings.current().site_name,
        "offline": reverse("offline"),
        "icon": reverse("small-icon"),
        "static": settings.STATIC_URL,
        "chunks": _chunks(),
    }
    text = f"globalThis.SITE = {msgspec.json.encode(site).decode()};\n{_source()}"
    return HttpResponse(text, content_type="text/javascript; charset=utf-8")


def _chunks() -> list[str]:
    """Return the addresses of all bundled scripts of this release; none if modules are served unbundled."""
    names: list[str] = getattr(staticfiles_storage, "chunks", [])
    return [static(name) for name in names]


@lru_cache(maxsize=1)
def _source() -> str:
    """Return the text of the service worker."""
    stored = cast("Any", staticfiles_storage)
    if hasattr(stored, "stored_name") and stored.hashed_files:
        with stored.open(stored.stored_name("service_worker.js")) as file:
            text: bytes = file.read()
            return text.decode()
    path = finders.find("service_worker.js") or settings.BASE_DIR / "static" / "service_worker.js"
    with open(str(path), encoding="utf-8") as source:
        return source.read()


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Return the page that stands in for all others without a network. It is nobody's."""
    return render(request, "offline.html", {"person": None, "waiting_for_you": {}, "csrf_token": ""})


@require_safe
def install(request: HttpRequest) -> HttpResponse:
    """Say how to put the site on the home screen."""
    return render(request, "install.html")
