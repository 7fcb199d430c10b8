"""Access to pages: lookups that answer 404, pages for people without access, and the members' door."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from msgspec import ValidationError

from games_app.door import limits
from games_app.door.http import View, form_view
from games_app.door.visitors import Request, get_or_create_player, unavailable
from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.lib.codec import converter
from games_app.lib.rate_limit import RateLimit
from games_app.lib.refusals import Refusal
from games_app.match.match_state import MatchState, match_states, rules
from games_app.match.messages import NO_ID, CommandId
from games_app.match.visibility import BEGUN, may_see
from games_app.models import Match, Player, Seat
from games_app.people import membership, players

Page = Callable[..., HttpResponseBase]


def for_members(view: Page) -> Page:
    """Decorate a page that a closed site shows only to its members."""

    @wraps(view)
    def page(request: Request, **names: object) -> HttpResponseBase:
        return members_only_page(request) or view(request, **names)

    return page


def members_only_page(request: Request) -> HttpResponse | None:
    """Return the page for strangers; None if the site is open or the visitor is a member."""
    if not membership.is_closed_to(request.visitor.player_id):
        return None
    return render(request, "members_only.html", status=403)


@form_view(limits.NEW_MATCHES)
def welcome(request: Request, token: str) -> HttpResponse:
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


def own_path(request: HttpRequest, path: str) -> str:
    """Return ``path`` if it is on this site, otherwise an empty text."""
    own = path.startswith("/") and url_has_allowed_host_and_scheme(
        path, None, require_https=request.is_secure()
    )
    return path if own else ""


def person_or_404(public_id: str) -> Player:
    """Return a player; raise Http404 if there is none, or it is a child of a class, whom nobody finds."""
    player = players.find_player(public_id)
    if player is None or player.locked_in_id:
        raise Http404(_("There is nobody at this address."))
    return player


_command_id = converter(CommandId)


def command_id(request: HttpRequest) -> str:
    """Return the command id in the form, or NO_ID if it is missing or invalid."""
    try:
        return _command_id(request.POST.get("cmd"))
    except ValidationError:
        return NO_ID


NEVER_BEGAN = {Match.Status.CANCELLED, Match.Status.EXPIRED}


def to_the_match(limit: RateLimit) -> Callable[[View], View]:
    """Decorate a form's target; opening its address leads to the match's page.

    A refusal is shown at that address, and a browser opens it again if the language is switched there.
    """

    def decorate(view: View) -> View:
        @form_view(limit)
        @wraps(view)
        def posted(request: HttpRequest, public_id: str) -> HttpResponse:
            return view(request, public_id) if request.method == "POST" else redirect("match", public_id)

        return posted

    return decorate


def match_or_404(public_id: str) -> MatchState:
    """Return the match. Raises Http404, and Refused under unknown rules."""
    with_players = Prefetch("seats", Seat.objects.select_related("player"))
    rows = Match.objects.filter(public_id=public_id).prefetch_related(with_players)
    match = match_states(rows).get(public_id)
    if match is not None:
        return match
    if row := Match.objects.filter(public_id=public_id).first():
        rules(row.game, row.rules_version)
    raise Http404(_("There is no match at this address."))


def visible_or_404(request: Request, public_id: str) -> MatchState:
    """Return the match; raise Http404 if there is none or the reader may not see it."""
    match = match_or_404(public_id)
    if not may_see(match.row, request.visitor.player_id):
        raise Http404(_("There is no match at this address."))
    return match


def row_or_404(request: Request, public_id: str) -> Match:
    """Return the match's row; raise Http404 if there is none or the reader may not see it.

    Raises Refused under unknown rules.
    """
    match = Match.objects.filter(public_id=public_id).first()
    if match is None or not may_see(match, request.visitor.player_id):
        raise Http404(_("There is no match at this address."))
    rules(match.game, match.rules_version)
    return match


def must_have_begun(match: Match) -> None:
    """Raise Http404 if the match has not begun, so that there is no record to show."""
    if match.status not in BEGUN:
        raise Http404(_("There is nothing to see yet."))


def no_access_page(request: HttpRequest, match: MatchState) -> HttpResponse:
    """Return the page for readers who may not see the match; it shows nothing of the match."""
    return render(request, "closed.html", {"game": get_game(match.row.game)}, status=403)


def refusal_page(request: HttpRequest, match: MatchState, refusal: Refusal) -> HttpResponse:
    """Return the page that explains a refusal."""
    context = {"match": match, "game": get_game(match.row.game), "refusal": refusal}
    answer = render(request, "refused.html", context, status=409)
    return unavailable(answer) if refusal.code in ("unavailable", "failed") else answer
