"""Matches that were played."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ..forms import HistoryForm
from ..services import lists, players


@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """Everybody's public matches, or with ``mine=1`` one's own; filters and the page are in the address."""
    person = players.current(request.session)
    mine = request.GET.get("mine") == "1"
    form = HistoryForm(request.GET)
    form.is_valid()
    chosen = {name: value for name, value in form.cleaned_data.items() if value}
    before = request.GET.get("before", "")
    wanted = lists.Wanted(person=(person.pk if person else 0) if mine else None, **chosen)
    found = lists.history(wanted, before)
    own = {"mine": "1"} if mine else {}
    context = {
        "form": form,
        "mine": mine,
        "lines": found.lines,
        "filtered": bool(chosen),
        "later_pages": bool(before),
        "earlier": urlencode(own | chosen | {"before": found.earlier}) if found.earlier else "",
        "start": urlencode(own | chosen),
    }
    return render(request, "history.html", context)
