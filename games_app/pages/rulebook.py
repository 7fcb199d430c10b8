"""Pages about the rules of a game: the rules, rule sets compared, a sample, and the offer of its guide."""

from __future__ import annotations

from functools import cache
from urllib.parse import parse_qsl

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games_app.door.http import answers_json
from games_app.door.visitors import differs_by_device, is_phone
from games_app.games import rule_sets
from games_app.games.catalogue import GUIDES, SAMPLES, SHEETS
from games_app.games.engine.levels import LEVELS
from games_app.games.guide import Guide
from games_app.games.rules import FAMILIES, GAMES, Game
from games_app.lists import samples
from games_app.lists.statistics import openings
from games_app.match.visibility import open_position
from games_app.pages import sharing
from games_app.pages.app import lasting

COOKIE = "guides"
"""Cookie with this browser's progress in each guide, written by static/learn/guide_cookie.js."""


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
        "levels": LEVELS,
        "on_phone": is_phone(request),
        "beginning": open_position(SAMPLES[game.slug].beginning) if game.slug in SAMPLES else None,
        "start": samples.glimpse(game.slug)[1],
    }
    return render(request, "rules.html", context)


@require_safe
def compared(request: HttpRequest, game: Game) -> HttpResponse:
    """Compare the rule sets of a game; answers to the questions in the address find the known ones."""
    if game.slug not in FAMILIES:
        return redirect("rule-sets", game.family)
    context = {
        "game": game,
        "sets": rule_sets.rule_sets(game.slug),
        "questions": rule_sets.questions(game.slug),
        "found": rule_sets.fitting(game.slug, request.GET.dict()),
        "levels": LEVELS,
    }
    return render(request, "rule_sets.html", context)


@answers_json
@require_safe
@cache_control(public=True, max_age=3600)
def sample(request: HttpRequest, game: Game) -> HttpResponse:
    """Return {"game", "options", "frames": [{"plies", "position"}, ...]}, a frame for each decision."""
    if game.slug not in SAMPLES:
        raise Http404
    return HttpResponse(_encoded(game.slug), content_type="application/json")


@cache
def _encoded(slug: str) -> bytes:
    sample = {"game": slug, "options": SAMPLES[slug].options, "frames": samples.frames(slug)}
    return msgspec.json.encode(sample)


def offered(request: HttpRequest, slug: str) -> Guide | None:
    """Return the guide to a game, or None if this browser has opened or declined it."""
    seen = dict(parse_qsl(request.COOKIES.get(COOKIE, "")[:1000]))
    return None if slug in seen else GUIDES.get(slug)
