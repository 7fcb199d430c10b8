"""Pages of simuls: the invitation of a guest, and the way to the giver's next board."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from games_app.clubs import simuls
from games_app.door import limits
from games_app.door.http import form_view, status_of
from games_app.door.visitors import Request, enforce_rate, sender_of, suggested_name
from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.models import Club, ClubRound
from games_app.pages.forms.accounts import NameForm
from games_app.record import use_cases


@require_safe
def next_board(request: Request, public_id: str) -> HttpResponse:
    """Lead the giver of a simul to the next board that waits, and others to the round."""
    club = get_object_or_404(Club, public_id=public_id)
    simul = simuls.given_by(club, request.visitor.player_id)
    match = simuls.next_board(simul, request.GET.get("after", ""), clock.now()) if simul else ""
    return redirect("match", match) if match else redirect("club-round", public_id)


@form_view(limits.JOINS)
def accept(request: Request, token: str) -> HttpResponse:
    """Ask a guest for a name, since programs open links by themselves; on POST, begin the simul."""
    enforce_rate(request, limits.CLUB_LINKS, "too_many_forms")
    simul = simuls.invited_to(token)
    if simul is None:
        return render(request, "clubs/simul.html", {}, status=410)
    limits.CLUB_LINKS.give_back(request.visitor.client.address)
    if request.method != "POST":
        return _invited(request, simul, NameForm(initial={"name": suggested_name(request)}))
    form = NameForm(request.POST)
    if not form.is_valid():
        return _invited(request, simul, form, status=422)
    sender, name = sender_of(request), form.cleaned_data["name"]
    try:
        if sender.takes(name):
            use_cases.take_name(sender.player, name)
        simuls.accept(token, sender.player, sender.client, clock.now())
    except Refused as error:
        form.add_error("name", str(error))
        return _invited(request, simul, form, status=status_of(error.refusal))
    return redirect("club-simul", simul.club.public_id)


def _invited(request: Request, simul: ClubRound, form: NameForm, status: int = 200) -> HttpResponse:
    context = {
        "simul": simul,
        "club": simul.club,
        "game": get_game(simul.game),
        "boards": simul.boards.count(),
        "form": form,
    }
    return render(request, "clubs/simul.html", context, status=status)
