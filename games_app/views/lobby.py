"""The lobby: somebody to play with. Looking at it seats nobody."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from games_app.lib import clock
from games_app.lib.refusals import Refusal
from games_app.services.commands.messages import Join
from games_app.services.commands.registry import Command
from games_app.services.people import players
from games_app.services.queries import offers
from games_app.store.writer import writer
from games_app.views.url_converters import MatchId
from games_app.views.visitors import MAKING, enforce_rate, get_or_create_player, unavailable

FASTER = frozenset({"wrong_phase", "invitation_expired", "no_such_match"})
"""Refusal codes of an offer that waits no longer."""


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the open offers."""
    return _page(request)


@require_http_methods(["GET", "HEAD", "POST"])
def take(request: HttpRequest) -> HttpResponse:
    """Take the offer in the form under the player's own name; whoever comes too late stays in the lobby."""
    if request.method != "POST":
        return redirect("lobby")
    public_id = request.POST.get("match", "")
    if not re.fullmatch(MatchId.regex, public_id):
        return _page(request, Refusal("offer_taken"), status=409)
    enforce_rate(request, MAKING, "too_many_forms")
    player = get_or_create_player(request)
    answer = writer.ask(Command(Join(player.name), public_id, player.pk))
    refusal = answer.refusal
    # The page of the match asks for another name, and shows one's own offer.
    if refusal is None or refusal.code in ("same_name", "already_seated"):
        return redirect("match", public_id)
    page = _page(request, Refusal("offer_taken") if refusal.code in FASTER else refusal, status=409)
    return unavailable(page) if refusal.code in ("unavailable", "failed") else page


def _page(request: HttpRequest, refusal: Refusal | None = None, status: int = 200) -> HttpResponse:
    person = players.current(request.session)
    context = {
        "offers": offers.waiting(clock.now()),
        "reader": person,
        "refusal": refusal,
    }
    return render(request, "lobby.html", context, status=status)
