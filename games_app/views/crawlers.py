"""Files for search engines: robots.txt and the site map."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from games_app.engine.levels import LEVELS
from games_app.games.catalogue import GUIDES
from games_app.rules import GAMES

EXPENSIVE = (
    "/m/*.gif",
    "/m/*.webp",
    "/m/*/events",
    "/m/*/summary",
    "/m/*/print",
    "/history?",
    "/download",
    "/try",
    "/analyse",
    "/m/*/review",
    "/board/*?",
)
"""Paths that cost much and show a search engine nothing that other pages don't."""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    if settings.CLOSED:
        return _text(["User-agent: *", "Disallow: /"])
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in EXPENSIVE)]
    lines.append(f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}")
    return _text(lines)


def _text(lines: Sequence[str]) -> HttpResponse:
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


class Pages(Sitemap):  # type: ignore[type-arg]  # generic in its stubs only
    """The pages that are there for everybody; matches are found from the lists."""

    def items(self) -> list[tuple[str, ...]]:
        of_games = [(name, slug) for name in ("rules", "new", "statistics") for slug in GAMES]
        of_games += [("new-computer", slug) for slug in LEVELS]
        guides = [("learn", slug) for slug in GUIDES]
        return [
            ("home",),
            ("computer",),
            ("choose",),
            ("lobby",),
            ("watch",),
            ("history",),
            ("about",),
            ("privacy",),
            *of_games,
            *guides,
        ]

    def location(self, item: tuple[str, ...]) -> str:
        name, *args = item
        return reverse(name, args=args)
