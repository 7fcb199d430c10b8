"""The site's icon in the formats that browsers and phones request beside the SVG linked in pages."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games_app.drawing.picture import PAPER
from games_app.drawing.png import png
from games_app.drawing.render_queue import Busy

ICON = settings.BASE_DIR / "static" / "icons" / "favicon.svg"


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect from the default path /favicon.ico to the icon."""
    return redirect(static("icons/favicon.svg"))


@require_safe
@cache_control(public=True, max_age=24 * 60 * 60)
def as_png(request: HttpRequest, size: int) -> HttpResponse:
    """Return the icon as PNG on an opaque background: home screens crop it and don't accept SVG."""
    try:
        return HttpResponse(_painted(size), content_type="image/png")
    except Busy:
        return HttpResponse(status=503, headers={"Retry-After": "5"})


@require_safe
@cache_control(public=True, max_age=24 * 60 * 60)
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest, with which phones add the site to the home screen."""
    large = {"src": reverse("large-icon"), "sizes": "512x512", "type": "image/png"}
    described = {
        "name": settings.SITE_NAME,
        "description": _("Board games for two, by a link."),
        "start_url": reverse("home"),
        "display": "minimal-ui",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {"src": static("icons/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
            large,
            large | {"purpose": "maskable"},
        ],
    }
    return JsonResponse(described, content_type="application/manifest+json")


@lru_cache(maxsize=4)
def _painted(size: int) -> bytes:
    """Render the icon with a margin: a maskable icon may lose a tenth of its width at each side."""
    inner = f'<svg x="{0.18 * size:g}" y="{0.18 * size:g}" width="{0.66 * size:g}" height="{0.66 * size:g}"'
    icon = ICON.read_text(encoding="utf-8").replace("<svg", inner, 1)
    paper = f'<rect width="{size}" height="{size}" fill="{PAPER}"/>'
    return png(f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}">{paper}{icon}</svg>')
