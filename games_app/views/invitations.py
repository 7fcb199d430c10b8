"""Inviting people one has played with or who are open to it, and blocking people.

Opening these addresses does nothing.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games_app.forms.lobby import QuickPlayForm
from games_app.lib.refusals import Refusal
from games_app.models import Player
from games_app.services.commands.matches import RANDOM, have_played
from games_app.services.commands.messages import Create, MatchConfig, TurnDown
from games_app.services.commands.registry import Command
from games_app.services.people import blocks
from games_app.store.writer import writer
from games_app.views import limits
from games_app.views.access import command_id, person_or_404, submit_command, to_the_match, visible_or_404
from games_app.views.http import form_view
from games_app.views.visitors import Request, address_of, browser_key, enforce_rate, unavailable


@form_view(limits.NEW_MATCHES)
def invite(request: Request, public_id: str) -> HttpResponse:
    """Invite the person to a match with the game and preset of the form."""
    form = QuickPlayForm(request.POST)
    if request.method != "POST" or not form.is_valid():
        return redirect("player", public_id)
    return _invite(request, person_or_404(public_id), form.config(open_offer=False))


@to_the_match(limits.NEW_MATCHES)
def again(request: Request, public_id: str) -> HttpResponse:
    """Invite the other player of a match to another one like it."""
    match, me = visible_or_404(request, public_id), request.visitor.player_id
    others = {sitter for sitter in match.sitters.values() if sitter is not None} - {me}
    if not match.roles_of(me) or len(others) != 1:
        raise Http404
    row = match.row
    config = MatchConfig(row.game, row.options, RANDOM, row.visibility, match.terms)
    return _invite(request, Player.objects.get(pk=others.pop()), config)


@to_the_match(limits.FORMS)
def turn_down(request: Request, public_id: str) -> HttpResponse:
    """Decline an invitation."""
    match = visible_or_404(request, public_id)
    submit_command(match, Command(TurnDown(), public_id, request.visitor.player_id))
    return redirect("lobby")


@form_view(limits.NAMES)
def block(request: Request, public_id: str) -> HttpResponse:
    """Block the person, or with ``undo`` in the form no longer."""
    me = request.visitor.player
    if request.method == "POST" and me:
        change = blocks.unblock if request.POST.get("undo") else blocks.block
        change(me, person_or_404(public_id))
    return redirect("player", public_id)


def _invite(request: Request, invited: Player, config: MatchConfig) -> HttpResponse:
    me = request.visitor.player
    if me is None or invited.withdrawn:
        return _refused(request, invited, Refusal("not_played_with"))
    if not have_played(me.pk, invited.pk):
        enforce_rate(request, limits.STRANGERS_INVITED, "too_many_forms")
    create = Create(config=config, name=me.name, invited=invited.pk, cmd=command_id(request))
    answer = writer.ask(
        Command(create, "", me.pk, address=address_of(request), browser=browser_key(request)), first=False
    )
    return _refused(request, invited, answer.refusal) if answer.refusal else redirect("match", answer.match)


def _refused(request: HttpRequest, invited: Player, refusal: Refusal) -> HttpResponse:
    page = render(request, "not_invited.html", {"whose": invited, "refusal": refusal}, status=409)
    return unavailable(page) if refusal.code in ("unavailable", "failed") else page
