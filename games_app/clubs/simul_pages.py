"""Pages of simuls: the invitation of a guest, and the way to the giver's next board."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from games_app.clubs import simuls
from games_app.clubs.invitations import accept_by_name, find_invited
from games_app.door import limits
from games_app.door.http import form_view
from games_app.door.visitors import Request
from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.models import Club


@require_safe
def next_board(request: Request, public_id: str) -> HttpResponse:
    """Lead the giver of a simul to the next board that waits, and others to the round."""
    club = get_object_or_404(Club, public_id=public_id)
    simul = simuls.given_by(club, request.visitor.player_id)
    match = simuls.next_board(simul, request.GET.get("after", ""), clock.now()) if simul else ""
    return redirect("match", match) if match else redirect("club-round", public_id)


@form_view(limits.JOINS)
def accept(request: Request, token: str) -> HttpResponse:
    """Show the invitation of a guest; on POST, begin the simul."""
    simul = find_invited(request, simuls.invited_to, token)
    if simul is None:
        return render(request, "clubs/simul.html", {}, status=410)
    context = {
        "simul": simul,
        "club": simul.club,
        "game": get_game(simul.game),
        "boards": simul.boards.count(),
    }
    return accept_by_name(
        request,
        "clubs/simul.html",
        context,
        lambda sender: simuls.accept(token, sender.player, sender.client, clock.now()),
        ("club-simul", simul.club.public_id),
    )
