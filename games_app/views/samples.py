"""Sample games, shown where no match is being played."""

from __future__ import annotations

from functools import cache

import msgspec
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games_app.games.catalogue import SAMPLES
from games_app.rules import Game
from games_app.services.queries import samples
from games_app.views.http import answers_json


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
