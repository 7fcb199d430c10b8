"""The page on which a person reads why their chat or account is paused, and appeals against it once."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games_app.forms.appeal import AppealForm
from games_app.lib import clock
from games_app.models import Player
from games_app.services.people import appeals, players
from games_app.services.people.warnings import REASONS
from games_app.views import limits
from games_app.views.http import form_view


@form_view(limits.APPEALS)
def appeal(request: HttpRequest) -> HttpResponse:
    """Show the person's sanctions; on POST, store the appeal against the one of the kind ``against``."""
    person, now = players.current(request.session), clock.now()
    if person is None:
        return redirect("name")
    if request.method != "POST":
        return _page(request, person, now)
    against = request.POST.get("against", "")
    form = AppealForm(against, request.POST)
    if not form.is_valid():
        return _page(request, person, now, 422, sent=(against, form))
    if not appeals.file(person, against, form.cleaned_data["words"], now):
        problem = _("You have appealed against that already, or it is over.")
        return _page(request, person, now, 409, problem=problem)
    return redirect("appeal")


def _page(
    request: HttpRequest,
    person: Player,
    now: datetime,
    status: int = 200,
    *,
    sent: tuple[str, AppealForm] | None = None,
    problem: str = "",
) -> HttpResponse:
    """Return the page, with the form that was ``sent`` in the place of an empty one."""
    forms = dict([sent] if sent else [])
    imposed = [
        (one, _(REASONS[one.reason]), forms.get(one.kind) or AppealForm(one.kind))
        for one in appeals.sanctions_of(person, now)
    ]
    context = {"imposed": imposed, "problem": problem}
    return render(request, "appeal.html", context, status=status)
