"""Creation of a match."""

from __future__ import annotations

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe
from msgspec import ValidationError

from games_app.engine.levels import LEVELS
from games_app.forms.new_match import ANYBODY, NewMatchForm
from games_app.forms.one_screen import OneScreenForm
from games_app.games.catalogue import SHEETS
from games_app.lib.codec import converter
from games_app.rules import GAMES, Game
from games_app.services.commands.matches import BOTH
from games_app.services.commands.messages import NO_ID, CommandId, Create
from games_app.services.commands.registry import Command
from games_app.services.engine.from_here import Beginning
from games_app.services.people import accounts, players
from games_app.services.people.accounts import NameReserved, free_name
from games_app.services.queries.samples import glimpse, tables
from games_app.services.state.positions import open_position
from games_app.store.writer import writer
from games_app.views import limits, sharing
from games_app.views.from_here import from_here
from games_app.views.http import form_view
from games_app.views.matches import take_name
from games_app.views.visitors import address_of, browser_key, get_or_create_player, unavailable

_command_id = converter(CommandId)

REFUSED = ("too_many_waiting", "barred", "members_only", "left_too_often", "left_by_guests")
"""Codes of refusals that are about who asks; another means that nothing can be stored."""


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Ask which game: for two devices, or with ``?side=both`` for two people at one screen."""
    context = {
        "tables": tables(),
        "at_one_screen": request.GET.get("side") == BOTH,
        "sharing": sharing.of_site(request),
    }
    return render(request, "choose.html", context)


@form_view(limits.NEW_MATCHES)
@from_here
def new(request: HttpRequest, game: Game, begins: Beginning | None) -> HttpResponse:
    """Show the form of a new match; on POST, create it, once even if sent twice.

    ``?side=`` chooses a side beforehand, ``?to=anybody`` an open offer. Two at one screen have another page.
    """
    if request.method != "POST" and request.GET.get("side") == BOTH and begins is None:
        return redirect("one-screen", game)
    person = players.current(request.session)
    has_account = accounts.of(person) is not None
    if request.method == "POST":
        form = NewMatchForm(game, request.POST, has_account=has_account, begins=begins)
        if form.is_valid():
            return _make(request, form)
        return _form(request, game, form, status=422)
    form = NewMatchForm(
        game,
        name=person.name if person else free_name(),
        side=request.GET.get("side", ""),
        to_anybody=request.GET.get("to") == ANYBODY,
        has_account=has_account,
        begins=begins,
    )
    return _form(request, game, form)


@form_view(limits.NEW_MATCHES)
def one_screen(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the form of a match between two at this screen; on POST, begin it, once even if sent twice."""
    person = players.current(request.session)
    if request.method != "POST":
        name = person.name if person and person.chose_name else ""
        return _one_screen(request, OneScreenForm(game, name=name))
    form = OneScreenForm(game, request.POST)
    if not form.is_valid():
        return _one_screen(request, form, status=422)
    player = get_or_create_player(request)
    for field in form.name_fields:
        if (name := form.cleaned_data[field]) and accounts.is_reserved(name, player.pk):
            form.add_error(field, str(NameReserved(name)))
    if form.errors:
        return _one_screen(request, form, status=409)
    create = Create(form.config(), player.name, names=form.names(), cmd=command_id(request))
    answer = writer.ask(
        Command(create, "", player.pk, address=address_of(request), browser=browser_key(request)), first=False
    )
    if answer.refusal:
        form.add_error(None, answer.refusal.on_a_page)
        page = _one_screen(request, form, status=409)
        return page if answer.refusal.code in REFUSED else unavailable(page)
    return redirect("match", answer.match)


def _one_screen(request: HttpRequest, form: OneScreenForm, status: int = 200) -> HttpResponse:
    return render(request, "one_screen.html", _context(request, form.game, form), status=status)


def _form(request: HttpRequest, game: Game, form: NewMatchForm, status: int = 200) -> HttpResponse:
    context = _context(request, game, form) | {
        "to_anybody": "opponent" in form.fields and form["opponent"].value() == ANYBODY,
        "with_computer": game.slug in LEVELS,
    }
    return render(request, "new.html", context, status=status)


def _context(request: HttpRequest, game: Game, form: NewMatchForm) -> dict[str, Any]:
    return {
        "game": game,
        "games": GAMES.values(),
        "sheet": SHEETS[game.slug],
        "sharing": sharing.of_game(request, game),
        "position": open_position(form.begins.state) if form.begins else glimpse(game.slug)[1],
        "form": form,
        "cmd": secrets.token_urlsafe(12),
    }


def _make(request: HttpRequest, form: NewMatchForm) -> HttpResponse:
    player, name = get_or_create_player(request), form.cleaned_data["name"]
    try:
        take_name(player, name)
    except NameReserved as error:
        form.add_error("name", str(error))
        return _form(request, form.game, form, 409)
    create = Create(form.config(), name, cmd=command_id(request))
    answer = writer.ask(
        Command(create, "", player.pk, address=address_of(request), browser=browser_key(request)), first=False
    )
    if answer.refusal:
        form.add_error(None, answer.refusal.on_a_page)
        if answer.refusal.code in REFUSED:
            return _form(request, form.game, form, 409)
        return unavailable(_form(request, form.game, form))
    return redirect("match", answer.match)


def command_id(request: HttpRequest) -> str:
    """Return the command id in the form, or NO_ID if it is missing or invalid."""
    try:
        return _command_id(request.POST.get("cmd"))
    except ValidationError:
        return NO_ID
