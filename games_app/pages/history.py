"""Past matches: the list with its filters."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games_app.door.access import members_only_page, person_or_404
from games_app.door.page_cache import public_lines
from games_app.door.visitors import Request
from games_app.explorer.search import FoundPosition, find_position
from games_app.lib.refusals import Refused
from games_app.lists import match_search
from games_app.models import Player
from games_app.pages.forms.match_search import HistoryForm

LISTS = {"mine", "of", "before"}
"""Parameters of an address that choose the list and the page; all others belong to the filter."""
NOBODY = 0
"""Player id to search for when the reader has no player yet: it matches no row."""


@require_safe
def history(request: Request) -> HttpResponse:
    """List public matches, the reader's own with ``mine=1``, or visible ones of the player ``of``.

    Filters and the page are in the query string.
    """
    if request.GET.get("mine") != "1" and (strangers := members_only_page(request)):
        return strangers
    reader = request.visitor.player
    whose, of_one = _whose(request, reader)
    form = HistoryForm(request.GET, of_one=of_one)
    problem, lines, earlier = "", list[Any](), ""
    before = request.GET.get("before", "")
    try:
        query = form.wanted(reader.pk if reader else None, _key(whose) if of_one else None)
        page = match_search.search(query, before)
        lines = page.lines if of_one else public_lines(page.ids, reader.pk if reader else None)
        earlier = page.earlier
    except Refused as refused:
        problem = str(refused)
    own = {name: request.GET[name] for name in ("mine", "of") if of_one and name in request.GET}
    parameters = own | {name: str(value) for name, value in form.chosen().items()}
    context: dict[str, Any] = {
        "form": form,
        "game": form.of_game,
        "mine": of_one and whose == reader,
        "whose": whose,
        "own": own,
        "asked_nothing": not set(request.GET) - LISTS,
        "lines": lines,
        "problem": problem,
        "position": None if problem else _position(form.position_key),
        "filtered": bool(form.chosen()),
        "later_pages": bool(before),
        "earlier": urlencode(parameters | {"before": earlier}) if earlier else "",
        "start": urlencode(parameters),
        "without_position": urlencode(
            {name: value for name, value in parameters.items() if name != "position"}
        ),
    }
    return render(request, "history.html", context)


def _whose(request: HttpRequest, reader: Player | None) -> tuple[Player | None, bool]:
    """Return the player whose matches are listed, and whether the list is one player's. Raises Http404."""
    if request.GET.get("mine") == "1":
        return reader, True
    if of := request.GET.get("of"):
        return person_or_404(of), True
    return None, False


def _position(key: int | None) -> FoundPosition | None:
    """Return where the position that is searched for occurred, to show it."""
    found = find_position(key) if key is not None else None
    return found if found and found.state else None


def _key(whose: Player | None) -> int:
    return whose.pk if whose else NOBODY
