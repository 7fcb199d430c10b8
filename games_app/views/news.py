"""News for pages that are open and hidden, which show them as notifications."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_GET

from games_app.lib import clock
from games_app.services.people import news, players
from games_app.services.queries import attention
from games_app.views.http import answers_json


@answers_json
@require_GET
def own_news(request: HttpRequest) -> JsonResponse:
    """Return what waits for this browser's player, in their language; nothing for a stranger."""
    me = players.known(request.session)
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
