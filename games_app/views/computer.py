"""Matches against the computer."""

from __future__ import annotations

import secrets

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games_app import use_cases
from games_app.engine.levels import LEVELS
from games_app.forms.new_match import ComputerMatchForm
from games_app.games.catalogue import SHEETS
from games_app.lib import clock
from games_app.rules import GAMES, Game
from games_app.services.engine.fairness import is_seated
from games_app.services.engine.start_positions import Beginning, NoBeginning
from games_app.services.people.accounts import free_name
from games_app.services.queries.challenges import listed_bots
from games_app.services.queries.samples import glimpse, tables
from games_app.services.state.visibility import open_position
from games_app.views import limits, sharing
from games_app.views.access import command_id
from games_app.views.http import form_view
from games_app.views.new_match import with_start_position
from games_app.views.visitors import Request, sender_of, unavailable


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Ask which game to play against the computer."""
    played = [table for table in tables() if table[0].slug in LEVELS]
    context = {
        "tables": played,
        "computer": True,
        "bots": listed_bots(clock.now()),
        "sharing": sharing.site_sharing(request),
    }
    return render(request, "choose.html", context)


@form_view(limits.NEW_MATCHES)
@with_start_position
def new(request: Request, game: Game, begins: Beginning | None) -> HttpResponse:
    """Show the form of a match against the computer; on POST, begin it, once even if sent twice."""
    if game.slug not in LEVELS:
        raise Http404
    player = request.visitor.player
    if begins and player and is_seated(game.slug, player.pk):
        raise NoBeginning("seated")
    name = player.name if player else free_name()
    if request.method != "POST":
        return _form(request, ComputerMatchForm(game, name=name, begins=begins))
    form = ComputerMatchForm(game, request.POST, name, begins)
    return _begin(request, form) if form.is_valid() else _form(request, form, status=422)


def _form(request: HttpRequest, form: ComputerMatchForm, status: int = 200) -> HttpResponse:
    game = form.game
    context = {
        "game": game,
        "games": [each for each in GAMES.values() if each.slug in LEVELS],
        "sheet": SHEETS[game.slug],
        "sharing": sharing.game_sharing(request, game),
        "position": open_position(form.begins.state) if form.begins else glimpse(game.slug)[1],
        "form": form,
        "bots": [] if form.begins else listed_bots(clock.now(), game.slug),
        "cmd": secrets.token_urlsafe(12),
    }
    return render(request, "computer.html", context, status=status)


def _begin(request: Request, form: ComputerMatchForm) -> HttpResponse:
    given, cmd = form.cleaned_data, command_id(request)
    answer = use_cases.make_match(sender_of(request), form.config(), given["name"], cmd, level=given["level"])
    if answer.refusal:
        form.refuse(answer.refusal)
        page = _form(request, form, status=409)
        return unavailable(page) if answer.refusal.code in ("unavailable", "failed") else page
    return redirect("match", answer.match)
