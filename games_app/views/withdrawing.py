"""The page on which a player withdraws: their name and notes are removed from the site."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games_app.lib.names import WITHDRAWN
from games_app.lib.refusals import Refusal
from games_app.models import Player
from games_app.services.commands import withdrawal
from games_app.services.people import players
from games_app.store.writer import writer


@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest) -> HttpResponse:
    """Explain the withdrawal; on a confirmed POST, carry it out. After a failure it can be resumed."""
    person = players.current(request.session)
    if request.method != "POST" or person is None:
        return _page(request, known=person is not None)
    if request.POST.get("sure") != "yes":
        return _page(
            request, 422, known=True, problem=_("Tick the box first: nothing brings your name back.")
        )
    for one in withdrawal.guises(person):
        if not (failed := _carry_out(one)):
            withdrawal.erase(one)
            # Another page of theirs may have begun a match meanwhile; after erase() none can.
            failed = _carry_out(one)
        if failed:
            return _page(request, 503, known=True, problem=failed.message)
    request.session.flush()
    return _page(request, done=True)


def _carry_out(person: Player) -> Refusal | None:
    """End the player's matches and remove their names; return the refusal if a step failed."""
    for step in (withdrawal.endings, withdrawal.farewells):
        for answer in writer.ask_all(step(person)):
            if answer.refusal and answer.refusal.code not in withdrawal.ENDED:
                return answer.refusal
    return None


def _page(
    request: HttpRequest, status: int = 200, *, known: bool = False, done: bool = False, problem: str = ""
) -> HttpResponse:
    context = {"known": known, "done": done, "problem": problem, "withdrawn": WITHDRAWN}
    return render(request, "withdraw.html", context, status=status)
