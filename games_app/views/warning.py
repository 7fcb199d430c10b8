"""Confirmation by a player that they have read a moderator's warning."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games_app.services.people import players, warnings
from games_app.views import limits
from games_app.views.http import form_view
from games_app.views.own_path import own_path


@require_POST
@form_view(limits.FORMS)
def confirm(request: HttpRequest) -> HttpResponse:
    """Show the warning no longer, and return to the page that showed it."""
    if person := players.current(request.session):
        warnings.confirm(person)
    return redirect(own_path(request, request.POST.get("next", "")) or "home")
