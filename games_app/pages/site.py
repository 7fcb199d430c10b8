"""The site: front page, news, about, and addresses for crawlers and monitors."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.http import require_GET, require_safe

from games_app import site_settings
from games_app.analysis.pages.puzzles import daily_puzzle_board
from games_app.analysis.puzzles import daily
from games_app.door import limits
from games_app.door.http import answer, answers_json, json_view
from games_app.door.page_cache import is_stranger, placeholder, public_lines, strangers_page
from games_app.door.strangers import hides_name, remember_choice
from games_app.door.visitors import Request
from games_app.games.catalogue import COURSES, GUIDES, SAMPLES
from games_app.games.engine.levels import LEVELS
from games_app.games.rules import FAMILIES, GAMES, RULE_SETS
from games_app.games.sheet import Text
from games_app.lib import clock
from games_app.lists import attention, match_lists, news
from games_app.lists.samples import tables
from games_app.models import Puzzle
from games_app.pages import sharing
from games_app.people import devices, membership, sanctions

CMD = placeholder()
"""Stands for the command id in the front page that all strangers get."""


@require_safe
def home(request: Request) -> HttpResponse:
    player = request.visitor.player
    me = player.pk if player else None
    now = clock.now()
    closed = membership.is_closed_to(me)
    today = daily.shown_on_front_page(now)
    going_on = [] if closed else public_lines(match_lists.going_on(now, me), me)
    context = partial(_front, request, going_on, today, closed)
    cmd = secrets.token_urlsafe(12)
    if is_stranger(request):
        made_from = going_on, today and today.pk, closed
        return strangers_page(request, "home.html", made_from, lambda: context() | {"cmd": CMD}, {CMD: cmd})
    own = {
        "cmd": cmd,
        "mine": match_lists.unfinished_of(me, now) if me else [],
        "today_is_done": daily.is_done(player, now) if today else False,
        "streak": daily.streak(player, now) if today else 0,
    }
    return render(request, "home.html", context() | own)


def _front(
    request: HttpRequest, going_on: list[SafeString], today: Puzzle | None, closed: bool
) -> dict[str, Any]:
    return daily_puzzle_board(today) | {
        "closed": closed,
        "tables": tables(),
        "mine": [],
        "going_on": going_on,
        "sharing": sharing.site_sharing(request),
        "levels": LEVELS,
        "easiest": next(((game, LEVELS[game][0]) for game in GAMES if game in LEVELS), None),
        "today": today,
        "samples": [(game, SAMPLES[slug]) for slug, game in GAMES.items()],
    }


DAY = 24 * 60 * 60
OWN_PAGES: Mapping[str, Text] = {"imprint": gettext_lazy("Imprint"), "terms": gettext_lazy("Terms of use")}
"""Titles of the pages that only a host can write."""


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "about.html", {"games": GAMES.values()})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    context = {
        "cookie_days": settings.SESSION_COOKIE_AGE // DAY,
        "appeal_days": sanctions.TOLD_FOR.days,
        "network_days": devices.NETWORK_KEPT.days,
        "own_text": _own_text("privacy"),
    }
    return render(request, "privacy.html", context)


@require_safe
def own_page(request: HttpRequest, page: str) -> HttpResponse:
    """Show a page that the host has written, if there is one."""
    if page not in settings.OWN_PAGES:
        raise Http404
    return render(request, "own_page.html", {"title": OWN_PAGES[page], "own_text": _own_text(page)})


def _own_text(page: str) -> Sequence[object]:
    """Return the paragraphs of the host's text in the reader's language, or else for all others."""
    texts = settings.OWN_PAGES.get(page, {})
    return texts.get(get_language()) or texts.get("", ())


@answers_json
@require_GET
def own_news(request: Request) -> JsonResponse:
    """Return the news for this browser's player, in their language; nothing for a stranger."""
    me = request.visitor.player_id
    items = attention.news(me, clock.now()) if me is not None else []
    items = [news.without_name(item) if hides_name(request, item.player) else item for item in items]
    content = [
        {
            "match": item.subject.public_id,
            "kind": item.kind,
            "since": clock.ms(item.at),
            "words": news.words(item),
            "address": news.address(item),
        }
        for item in items
    ]
    return JsonResponse({"news": content})


@json_view(limits.FORMS)
def strangers(request: Request) -> HttpResponse:
    """Store the browser's choice about names of strangers for mails and webhooks."""
    remember_choice(request)
    return answer({})


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
    "/explorer/*?",
)
"""Paths that are expensive and show a search engine nothing new."""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    if site_settings.current().closed:
        return _plain_text(["User-agent: *", "Disallow: /"])
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in EXPENSIVE)]
    lines.append(f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}")
    return _plain_text(lines)


def _plain_text(lines: Sequence[str]) -> HttpResponse:
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


class Pages(Sitemap):  # type: ignore[type-arg]  # generic in its stubs only
    """The pages that are open to everybody; the lists lead to matches."""

    def items(self) -> list[tuple[str, ...]]:
        of_games = [(name, slug) for name in ("rules", "new", "statistics", "explorer") for slug in RULE_SETS]
        of_games += [("new-computer", slug) for slug in LEVELS]
        of_games += [("rule-sets", slug) for slug, family in FAMILIES.items() if len(family) > 1]
        lessons = [("learn", slug) for slug in GUIDES] + [("course", slug) for slug in COURSES]
        return [
            ("home",),
            ("computer",),
            ("choose",),
            ("lobby",),
            ("watch",),
            ("history",),
            ("about",),
            ("privacy",),
            ("api",),
            *((page,) for page in OWN_PAGES if page in settings.OWN_PAGES),
            *of_games,
            *lessons,
        ]

    def location(self, item: tuple[str, ...]) -> str:
        name, *args = item
        return reverse(name, args=args)
