"""Confirmation by a player that they have read a moderator's warning."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from games_app.services.people import players, warnings


@require_POST
def confirm(request: HttpRequest) -> HttpResponse:
    """Show the warning no longer, and return to the page that showed it."""
    if person := players.current(request.session):
        warnings.confirm(person)
    back = request.POST.get("next", "")
    return redirect(back if url_has_allowed_host_and_scheme(back, None) else "home")
