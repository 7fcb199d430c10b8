"""The first page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from .. import clock
from ..rulebook import SHEETS
from ..rules import GAMES
from ..samples import SAMPLES
from ..services import lists, players
from . import sharing


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    person = players.current(request.session)
    now = clock.now()
    context = {
        "tables": [(game, SHEETS[slug], SAMPLES[slug].glimpse) for slug, game in GAMES.items()],
        "mine": lists.unfinished_of(person.pk, now) if person else [],
        "going_on": lists.going_on(now, person.pk if person else None),
        "sharing": sharing.of_site(request),
        "samples": [(GAMES[slug], sample) for slug, sample in SAMPLES.items()],
    }
    return render(request, "home.html", context)
