"""The home page."""

from __future__ import annotations

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games_app.engine.levels import LEVELS
from games_app.games.catalogue import SAMPLES
from games_app.lib import clock
from games_app.rules import GAMES
from games_app.services.people import membership, players
from games_app.services.puzzles import daily
from games_app.services.queries import match_lists
from games_app.services.queries.samples import tables
from games_app.views import sharing
from games_app.views.puzzles import drawn


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    person = players.current(request.session)
    now = clock.now()
    closed = membership.is_closed_to(person.pk if person else None)
    today = daily.shown_on_front_page(now)
    context = {
        "closed": closed,
        "tables": tables(),
        "mine": match_lists.unfinished_of(person.pk, now) if person else [],
        "going_on": [] if closed else match_lists.going_on(now, person.pk if person else None),
        "sharing": sharing.of_site(request),
        "levels": LEVELS,
        "easiest": next(((game, LEVELS[game][0]) for game in GAMES if game in LEVELS), None),
        "cmd": secrets.token_urlsafe(12),
        "today": today,
        "today_is_done": daily.is_done(person, now) if today else False,
        "streak": daily.streak(person, now) if today else 0,
        "samples": [(GAMES[slug], sample) for slug, sample in SAMPLES.items()],
    }
    return render(request, "home.html", context | drawn(today))
