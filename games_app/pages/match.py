"""The page of a match: waiting room, invitation or board. A GET request never takes a seat."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games_app.door import limits
from games_app.door.access import (
    NEVER_BEGAN,
    match_or_404,
    no_access_page,
    refusal_page,
    to_the_match,
    visible_or_404,
)
from games_app.door.page_cache import columns_of, is_stranger, placeholder, strangers_page
from games_app.door.visitors import Request, differs_by_device
from games_app.lib import clock
from games_app.lists.match_page import BoardPage
from games_app.match.visibility import may_see
from games_app.models import Match
from games_app.pages import invitation
from games_app.pages.app import lasts
from games_app.pages.learn import offered
from games_app.pages.sharing import match_sharing
from games_app.record import use_cases


@require_safe
@differs_by_device
def page(request: Request, public_id: str) -> HttpResponse:
    """Show the waiting room, the invitation, the board or a refusal, by the match and the reader."""
    match, reader, now = match_or_404(public_id), request.visitor.player, clock.now()
    status = match.row.status_at(now)
    if status in NEVER_BEGAN:
        return invitation.gone(request, match)
    if not may_see(match.row, reader.pk if reader else None):
        return no_access_page(request, match)
    if status == Match.Status.WAITING:
        return invitation.invitation(request, match)
    board = _board(request, BoardPage(match, reader, now))
    return lasts(board) if status == Match.Status.OVER else board


@to_the_match(limits.FORMS)
def abandon(request: Request, public_id: str) -> HttpResponse:
    """End a deserted match."""
    match = visible_or_404(request, public_id)
    answer = use_cases.abandon(match, request.visitor.player_id)
    return refusal_page(request, match, answer.refusal) if answer.refusal else redirect("match", public_id)


NOW = placeholder()
"""Stands for the time in the page that all strangers get."""


def _board(request: Request, page: BoardPage) -> HttpResponse:
    match, guide = page.match, offered(request, page.game.slug)

    def context(snapshot: dict[str, Any]) -> dict[str, Any]:
        return {
            "match": match,
            "game": page.game,
            "page": page,
            "snapshot": snapshot,
            "guide": guide,
            "sharing": match_sharing(request, match),
        }

    if not is_stranger(request):
        return render(request, "match.html", context(page.snapshot))
    rows = columns_of([match.row, *match.seats.values(), *(seat.player for seat in match.seats.values())])
    made_from = rows, page.ratings, page.games, page.uncounted, guide is None
    now = {f'"{NOW}"': str(clock.ms(page.now))}
    return strangers_page(
        request, "match.html", made_from, lambda: context(page.snapshot | {"now": NOW}), now
    )
