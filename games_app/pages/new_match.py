"""New matches: the forms, the computer as opponent, and the position that a match begins from."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from functools import partial, wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games_app.analysis.fairness import is_seated
from games_app.analysis.start_positions import Beginning, beginning, beginning_in
from games_app.door import limits
from games_app.door.access import command_id
from games_app.door.http import form_view, number, status_of
from games_app.door.visitors import Request, enforce_rate, sender_of, suggested_name, unavailable
from games_app.games.catalogue import SHEETS
from games_app.games.engine.levels import LEVELS
from games_app.games.rule_sets import rule_sets
from games_app.games.rules import GAMES, RULE_SETS, Game, InvalidOption
from games_app.lib import clock
from games_app.lib.refusals import OF_NAMES, Refusal, Refused
from games_app.lists.challenges import listed_bots
from games_app.lists.samples import glimpse, tables
from games_app.match.match_state import rules
from games_app.match.messages import BOTH
from games_app.match.visibility import may_see, open_position
from games_app.models import Match
from games_app.pages import sharing
from games_app.pages.forms.known_opponent import ComputerMatchForm
from games_app.pages.forms.new_match import ANYBODY, NewMatchForm, OneScreenForm
from games_app.record import use_cases

REFUSED = (
    *OF_NAMES,
    "bot_in_lobby",
    "too_many_waiting",
    "barred",
    "members_only",
    "left_too_often",
    "left_by_guests",
)
"""Codes of refusals about the sender; any other means that nothing can be stored."""


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Ask which game: for two devices, or with ``?side=both`` for two people at one screen."""
    context = {
        "tables": tables(),
        "at_one_screen": request.GET.get("side") == BOTH,
        "sharing": sharing.site_sharing(request),
    }
    return render(request, "choose.html", context)


@require_safe
def choose_for_computer(request: HttpRequest) -> HttpResponse:
    """Ask which game to play against the computer."""
    played = [table for table in tables() if table[0].slug in LEVELS]
    context = {
        "tables": played,
        "computer": True,
        "bots": listed_bots(clock.now()),
        "sharing": sharing.site_sharing(request),
    }
    return render(request, "choose.html", context)


def with_start_position(view: NewMatchView) -> Callable[[Request, Game], HttpResponse]:
    """Decorator for pages that make a match: they get its start position, or None for the usual one.

    Their address has ``moves``, or ``match``, ``ply`` and the ``moves`` after it; their form has ``moves``.
    """

    @wraps(view)
    def with_position(request: Request, game: Game) -> HttpResponse:
        if not (_sent(request).get("moves", "").strip() or "match" in request.GET):
            return view(request, game, None)
        enforce_rate(request, limits.START_POSITIONS, "too_many_forms")
        try:
            begins = _start_position(request, game)
        except Refused as error:
            return _no_start_page(request, game, str(error), status_of(error.refusal))
        except InvalidOption as error:
            return _no_start_page(request, game, str(error), 422)
        return view(request, game, begins)

    return with_position


@form_view(limits.NEW_MATCHES)
@with_start_position
def new(request: Request, game: Game, begins: Beginning | None) -> HttpResponse:
    """Show the form of a new match; on POST, create it, once even if sent twice.

    ``?side=`` preselects a side, ``?to=anybody`` an open offer. Two people at one screen have another page.
    """
    if request.method != "POST" and request.GET.get("side") == BOTH and begins is None:
        return redirect("one-screen", game)
    has_account = request.visitor.account is not None
    if request.method == "POST":
        form = NewMatchForm(game, request.POST, has_account=has_account, begins=begins)
        if form.is_valid():
            return _make(request, form)
        return _form(request, game, form, status=422)
    form = NewMatchForm(
        game,
        name=suggested_name(request),
        side=request.GET.get("side", ""),
        to_anybody=request.GET.get("to") == ANYBODY,
        has_account=has_account,
        begins=begins,
    )
    return _form(request, game, form)


@form_view(limits.NEW_MATCHES)
def one_screen(request: Request, game: Game) -> HttpResponse:
    """Show the form of a match of two people at this screen; on POST, begin it, once even if sent twice."""
    player = request.visitor.player
    if request.method != "POST":
        name = player.name if player and player.chose_name else ""
        return _one_screen(request, OneScreenForm(game, name=name))
    form = OneScreenForm(game, request.POST)
    if not form.is_valid():
        return _one_screen(request, form, status=422)
    sender, cmd = sender_of(request), command_id(request)
    answer = use_cases.make_match_at_one_screen(sender, form.config(), form.names(), cmd)
    if answer.refusal:
        form.refuse(answer.refusal)
        page = _one_screen(request, form, status=409)
        return page if answer.refusal.code in REFUSED else unavailable(page)
    return redirect("match", answer.match)


def _one_screen(request: HttpRequest, form: OneScreenForm, status: int = 200) -> HttpResponse:
    return render(
        request,
        "one_screen.html",
        form_context(request, form, partial(_address, "one-screen")),
        status=status,
    )


def _form(request: HttpRequest, game: Game, form: NewMatchForm, status: int = 200) -> HttpResponse:
    to_anybody = "opponent" in form.fields and form["opponent"].value() == ANYBODY
    query = f"?to={ANYBODY}" if to_anybody else ""
    context = form_context(request, form, lambda other: _address("new", other) + query) | {
        "to_anybody": to_anybody,
        "other": "new-computer",
        "with_computer": game.slug in LEVELS,
    }
    return render(request, "new.html", context, status=status)


def form_context(
    request: HttpRequest,
    form: NewMatchForm,
    address: Callable[[Game], str],
    played: Collection[str] = RULE_SETS,
) -> dict[str, Any]:
    """Return what all forms of a match show.

    ``address`` is that of the form for another game; ``played``: the rule sets to choose from.
    """
    game = form.game
    families = {RULE_SETS[slug].family for slug in played}
    return {
        "game": game,
        "games": [(each, address(each)) for each in GAMES.values() if each.slug in families],
        "rule_sets": [
            (rule_set, address(rule_set.game))
            for rule_set in rule_sets(game.family)
            if rule_set.game.slug in played
        ],
        "sheet": SHEETS[game.slug],
        "sharing": sharing.game_sharing(request, game),
        "position": open_position(form.begins.state) if form.begins else glimpse(game.slug)[1],
        "form": form,
        "cmd": secrets.token_urlsafe(12),
    }


def _address(page: str, game: Game) -> str:
    return reverse(page, args=[game])


def _make(request: Request, form: NewMatchForm) -> HttpResponse:
    name, cmd = form.cleaned_data["name"], command_id(request)
    answer = use_cases.make_match(sender_of(request), form.config(), name, cmd)
    if answer.refusal:
        form.refuse(answer.refusal)
        if answer.refusal.code in REFUSED:
            return _form(request, form.game, form, 409)
        return unavailable(_form(request, form.game, form))
    return redirect("match", answer.match)


@form_view(limits.NEW_MATCHES)
@with_start_position
def new_with_computer(request: Request, game: Game, begins: Beginning | None) -> HttpResponse:
    """Show the form of a match against the computer; on POST, begin it, once even if sent twice."""
    if game.slug not in LEVELS:
        raise Http404
    player = request.visitor.player
    if begins and player and is_seated(game.slug, player.pk):
        refusal = Refusal("seated.start")
        return _no_start_page(request, game, refusal.message, status_of(refusal))
    name = suggested_name(request)
    if request.method != "POST":
        return _computer_form(request, ComputerMatchForm(game, name=name, begins=begins))
    form = ComputerMatchForm(game, request.POST, name, begins)
    if form.is_valid():
        return _begin_with_computer(request, form)
    return _computer_form(request, form, status=422)


def _computer_form(request: HttpRequest, form: ComputerMatchForm, status: int = 200) -> HttpResponse:
    context = form_context(request, form, partial(_address, "new-computer"), LEVELS) | {
        "other": "new",
        "bots": [] if form.begins else listed_bots(clock.now(), form.game.slug),
    }
    return render(request, "computer.html", context, status=status)


def _begin_with_computer(request: Request, form: ComputerMatchForm) -> HttpResponse:
    cleaned_data, cmd = form.cleaned_data, command_id(request)
    answer = use_cases.make_match(
        sender_of(request), form.config(), cleaned_data["name"], cmd, level=cleaned_data["level"]
    )
    if answer.refusal:
        form.refuse(answer.refusal)
        page = _computer_form(request, form, status=409)
        return unavailable(page) if answer.refusal.code in ("unavailable", "failed") else page
    return redirect("match", answer.match)


LONGEST_LINE = 4000

MOST_PLIES = 2**20

NewMatchView = Callable[[Request, Game, Beginning | None], HttpResponse]


def _sent(request: HttpRequest) -> dict[str, str]:
    return (request.POST if request.method == "POST" else request.GET).dict()


def _start_position(request: Request, game: Game) -> Beginning | None:
    """Return the position in the address or form; None for the usual one. Raises InvalidOption, Refused."""
    sent = _sent(request)
    moves, match = sent.get("moves", "")[:LONGEST_LINE], request.GET.get("match")
    if request.method == "POST" or match is None:
        begins = beginning(game, sent, moves)
    else:
        row = Match.objects.filter(public_id=match, game=game.slug).first()
        if row is None or not may_see(row, request.visitor.player_id):
            raise Refused(Refusal("no_such_match"))
        rules(row.game, row.rules_version)
        begins = beginning_in(game, row, number(request, "ply", MOST_PLIES) or 0, moves)
    return begins if begins.moves else None


def _no_start_page(request: HttpRequest, game: Game, why: str, status: int) -> HttpResponse:
    return render(request, "no_beginning.html", {"game": game, "why": why}, status=status)
