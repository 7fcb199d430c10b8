"""Pages of a closed site: the one that strangers get, and the one by which people become members."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games_app.lib import clock
from games_app.services.people import membership, players
from games_app.views import limits
from games_app.views.http import form_view
from games_app.views.visitors import get_or_create_player

Page = Callable[..., HttpResponse]


def for_members(view: Page) -> Page:
    """Decorate a page that a closed site shows to its members only."""

    @wraps(view)
    def page(request: HttpRequest, **names: object) -> HttpResponse:
        return turned_away(request) or view(request, **names)

    return page


def turned_away(request: HttpRequest) -> HttpResponse | None:
    """Return the page for strangers; None if the site is open or the visitor is a member."""
    if not membership.is_closed_to(players.known(request.session)):
        return None
    return render(request, "members_only.html", status=403)


@form_view(limits.NEW_MATCHES)
def welcome(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for a press of a button, since programs open links by themselves; on POST, make a member."""
    now = clock.now()
    link = membership.find(token, now)
    if link is None:
        return render(request, "welcome.html", {"valid": False}, status=410)
    if request.method != "POST":
        return render(request, "welcome.html", {"valid": True})
    if not membership.join(link, get_or_create_player(request), now):
        return render(request, "welcome.html", {"valid": False}, status=410)
    return redirect("home")
