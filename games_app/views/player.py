"""The page of a person: their score, their figures, their latest matches."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from ..models import Player
from ..services import players, searching


@require_safe
def player(request: HttpRequest, public_id: str) -> HttpResponse:
    whose = get_object_or_404(Player, public_id=public_id)
    reader = players.current(request.session)
    wanted = searching.Wanted(reader=reader.pk if reader else None, person=whose.pk)
    context = {"whose": whose, "lines": searching.search(wanted).lines}
    return render(request, "player.html", context)
