"""The site: front page, rules, samples, news, about, and addresses for crawlers and monitors."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import cache

import msgspec
from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_GET, require_safe

from games_app.engine.levels import LEVELS
from games_app.games.catalogue import GUIDES, SAMPLES, SHEETS
from games_app.lib import clock
from games_app.lib.shutdown import leaving
from games_app.rules import GAMES, Game
from games_app.services.people import devices, membership, news, sanctions
from games_app.services.puzzles import daily
from games_app.services.queries import attention, match_lists, samples
from games_app.services.queries.samples import tables
from games_app.services.queries.statistics import openings
from games_app.services.state.visibility import open_position
from games_app.store.writer import writer
from games_app.views import sharing
from games_app.views.app import lasting
from games_app.views.http import answers_json
from games_app.views.puzzles import daily_puzzle_board
from games_app.views.visitors import Request, differs_by_device, is_phone


@require_safe
def home(request: Request) -> HttpResponse:
    person = request.visitor.player
    now = clock.now()
    closed = membership.is_closed_to(person.pk if person else None)
    today = daily.shown_on_front_page(now)
    context = {
        "closed": closed,
        "tables": tables(),
        "mine": match_lists.unfinished_of(person.pk, now) if person else [],
        "going_on": [] if closed else match_lists.going_on(now, person.pk if person else None),
        "sharing": sharing.site_sharing(request),
        "levels": LEVELS,
        "easiest": next(((game, LEVELS[game][0]) for game in GAMES if game in LEVELS), None),
        "cmd": secrets.token_urlsafe(12),
        "today": today,
        "today_is_done": daily.is_done(person, now) if today else False,
        "streak": daily.streak(person, now) if today else 0,
        "samples": [(GAMES[slug], sample) for slug, sample in SAMPLES.items()],
    }
    return render(request, "home.html", context | daily_puzzle_board(today))


DAY = 24 * 60 * 60


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "about.html", {"games": GAMES.values()})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    context = {
        "cookie_days": settings.SESSION_COOKIE_AGE // DAY,
        "appeal_days": sanctions.TOLD_FOR.days,
        "network_days": devices.NETWORK_KEPT.days,
        "own_text": settings.PRIVACY_TEXT,
    }
    return render(request, "privacy.html", context)


@require_safe
@lasting
@differs_by_device
def rules(request: HttpRequest, game: Game) -> HttpResponse:
    context = {
        "game": game,
        "games": GAMES.values(),
        "sheet": SHEETS[game.slug],
        "sharing": sharing.game_sharing(request, game),
        "openings": openings(game),
        "on_phone": is_phone(request),
        "beginning": open_position(SAMPLES[game.slug].beginning),
    }
    return render(request, "rules.html", context)


@answers_json
@require_safe
@cache_control(public=True, max_age=3600)
def sample(request: HttpRequest, game: Game) -> HttpResponse:
    """Return {"game", "options", "frames": [{"plies", "position"}, ...]}, a frame for each decision."""
    return HttpResponse(_encoded(game.slug), content_type="application/json")


@cache
def _encoded(slug: str) -> bytes:
    told = {"game": slug, "options": SAMPLES[slug].options, "frames": samples.frames(slug)}
    return msgspec.json.encode(told)


@answers_json
@require_GET
def own_news(request: Request) -> JsonResponse:
    """Return the news for this browser's player, in their language; nothing for a stranger."""
    me = request.visitor.player_id
    found = attention.news(me, clock.now()) if me is not None else []
    told = [
        {
            "match": one.match.public_id,
            "kind": one.kind,
            "since": clock.ms(one.at),
            "words": news.words(one),
            "address": reverse("match", args=[one.match.public_id]),
        }
        for one in found
    ]
    return JsonResponse({"news": told})


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
"""Paths that are expensive and show a search engine nothing new."""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    if settings.CLOSED:
        return _plain_text(["User-agent: *", "Disallow: /"])
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in EXPENSIVE)]
    lines.append(f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}")
    return _plain_text(lines)


def _plain_text(lines: Sequence[str]) -> HttpResponse:
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


class Pages(Sitemap):  # type: ignore[type-arg]  # generic in its stubs only
    """The pages that are open to everybody; the lists lead to matches."""

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


LONGEST_SILENCE = 12.0
"""Maximum seconds without a sign of life: more than a wait for a database lock may take."""


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Return 200 while commands can be stored, otherwise 503.

    It makes no database query, since the check would wait for it. A failed attempt, such as on a full disk,
    counts at once; one that still waits for a lock counts later.
    """
    silence = writer.silence()
    if writer.is_failing() or silence > LONGEST_SILENCE:
        said = f"nothing could be stored for {silence:.0f} s"
        return HttpResponse(said, content_type="text/plain", status=503)
    return HttpResponse("ok", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Return 200 while proxies may send visitors here, 503 once this process is ending."""
    if leaving.is_set():
        return HttpResponse("ending", content_type="text/plain", status=503)
    return healthz(request)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics of this process; a client without the token gets 404."""
    expected = f"Bearer {settings.METRICS_TOKEN}"
    given = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not constant_time_compare(given, expected):
        raise Http404
    from games_app.servers import metrics as own  # noqa: PLC0415  (loads a library that most sites don't need)

    return HttpResponse(own.exposition(), content_type=own.CONTENT_TYPE)
