"""Past matches: the list with its filters, and the open data published about them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games_app.forms.match_search import HistoryForm
from games_app.lib.page_threads import page_threads
from games_app.lists import match_search
from games_app.models import Player
from games_app.services.archive import open_data
from games_app.views import limits
from games_app.views.access import members_only_page, person_or_404
from games_app.views.page_cache import public_lines
from games_app.views.pictures import retry_later
from games_app.views.visitors import Request, wait_ms

LISTS = {"mine", "of", "before"}
"""Parameters of an address that choose the list and the page; all others belong to the filter."""
NOBODY = 0
"""Player id to search for when the reader has no player yet: it matches no row."""

CONTENT_TYPES = {".gz": "application/gzip", ".json": "application/json"}
"""Content types by the end of a file's name; others are text."""
CHUNK_BYTES = 1 << 16


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
    wanted = form.wanted(reader.pk if reader else None, _key(whose) if of_one else None)
    before = request.GET.get("before", "")
    found = match_search.search(wanted, before)
    own = {name: request.GET[name] for name in ("mine", "of") if of_one and name in request.GET}
    asked = own | {name: str(value) for name, value in form.chosen().items()}
    context: dict[str, Any] = {
        "form": form,
        "game": form.of_game,
        "mine": of_one and whose == reader,
        "whose": whose,
        "own": own,
        "asked_nothing": not set(request.GET) - LISTS,
        "lines": found.lines if of_one else public_lines(found.ids, reader.pk if reader else None),
        "filtered": bool(form.chosen()),
        "later_pages": bool(before),
        "earlier": urlencode(asked | {"before": found.earlier}) if found.earlier else "",
        "start": urlencode(asked),
    }
    return render(request, "history.html", context)


def _whose(request: HttpRequest, reader: Player | None) -> tuple[Player | None, bool]:
    """Return the player whose matches are listed, and whether the list is one player's. Raises Http404."""
    if request.GET.get("mine") == "1":
        return reader, True
    if of := request.GET.get("of"):
        return person_or_404(of), True
    return None, False


def _key(whose: Player | None) -> int:
    return whose.pk if whose else NOBODY


@require_safe
def open_data_months(request: Request) -> HttpResponse:
    return render(request, "open_data.html", {"months": open_data.published()})


@require_safe
def open_data_file(request: Request, month: str, name: str) -> HttpResponseBase:
    """Stream a published file."""
    size = dict(open_data.published()).get(month, {}).get(name)
    if size is None:
        raise Http404
    if wait := wait_ms(request, limits.OPEN_DATA):
        return retry_later(_("Too many downloads at once. Try again in a moment."), 429, wait)
    path = open_data.root() / month / name
    answer = StreamingHttpResponse(
        _chunks(path), content_type=CONTENT_TYPES.get(path.suffix, "text/plain; charset=utf-8")
    )
    answer["Content-Length"] = size
    answer["Content-Disposition"] = f'attachment; filename="{month}-{name}"'
    return answer


async def _chunks(path: Path) -> AsyncIterator[bytes]:
    with path.open("rb") as opened:
        while chunk := await page_threads.run(opened.read, CHUNK_BYTES):
            yield chunk
