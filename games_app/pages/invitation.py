"""Pages of a match that has not begun: the waiting room, the invitation, and their ends."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games_app.door import limits, strangers
from games_app.door.access import match_or_404, no_access_page, refusal_page, to_the_match
from games_app.door.visitors import Request, sender_of, suggested_name
from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.lib.refusals import OF_NAMES, Refusal
from games_app.lists.challenges import declined
from games_app.lists.invitation_page import InvitationPage
from games_app.match.match_state import MatchState
from games_app.match.visibility import may_see
from games_app.models import Match
from games_app.pages import sharing
from games_app.pages.forms.accounts import NameForm
from games_app.pages.rulebook import offered
from games_app.people import sanctions
from games_app.record import use_cases
from games_app.record.commands.matches import closed_to


def invitation(request: Request, match: MatchState) -> HttpResponse:
    """Return the waiting room for the maker, and the invitation for others."""
    page = _page(request, match)
    if page.roles:
        return _waiting_room(request, page)
    return _invitation(request, page, NameForm({"name": suggested_name(request, match.host.name)}))


def gone(request: Request, match: MatchState) -> HttpResponse:
    """Return the page of an invitation that was cancelled, declined or has expired."""
    context = {
        "match": match,
        "game": get_game(match.row.game),
        "status": match.row.status_at(clock.now()),
        "declined": declined(match.row, request.visitor.player_id),
    }
    return render(request, "gone.html", context, status=410)


@to_the_match(limits.JOINS)
def join(request: Request, public_id: str) -> HttpResponse:
    """Take the free seat under the name in the form."""
    match = match_or_404(public_id)
    form = NameForm(request.POST)
    if not form.is_valid():
        return _form_again(request, match, form, status=422)
    sender = sender_of(request)
    answer = use_cases.join(sender, match, form.cleaned_data["name"])
    if answer.refusal:
        match = match_or_404(public_id)
        allowed = may_see(match.row, sender.player.pk)
        return (
            _not_joined(request, match, form, answer.refusal) if allowed else no_access_page(request, match)
        )
    return redirect("match", public_id)


@to_the_match(limits.FORMS)
def cancel(request: Request, public_id: str) -> HttpResponse:
    """Cancel a waiting match."""
    match, player = match_or_404(public_id), request.visitor.player_id
    answer = use_cases.cancel(match, player)
    if answer.refusal:
        match = match_or_404(public_id)
        allowed = may_see(match.row, player)
        return refusal_page(request, match, answer.refusal) if allowed else no_access_page(request, match)
    return redirect("match", public_id)


def _page(request: Request, match: MatchState) -> InvitationPage:
    return InvitationPage(match, request.visitor.player, clock.now(), request.visitor.client)


def _waiting_room(request: HttpRequest, page: InvitationPage) -> HttpResponse:
    shared = sharing.link_for_others(request, request.path)
    context = {
        "match": page.match,
        "game": page.game,
        "page": page,
        "guide": offered(request, page.game.slug),
        **shared._asdict(),
        "qr": sharing.qr_code(shared.link),
        "form": NameForm({"name": page.maker.name}),
    }
    return render(request, "waiting.html", context)


def _invitation(request: Request, page: InvitationPage, form: NameForm, status: int = 200) -> HttpResponse:
    host = page.maker.player
    maker = strangers.name_for(request, host) if host else page.maker.name
    context = {
        "match": page.match,
        "game": page.game,
        "page": page,
        "guide": offered(request, page.game.slug),
        "sharing": sharing.match_sharing(request, page.match),
        "heading": sharing.invitation(page.match, maker),
        "maker": maker,
        "form": form,
        "closed": _closed_to(page),
    }
    return render(request, "invitation.html", context, status=status)


def _closed_to(page: InvitationPage) -> Refusal | None:
    """Return why the reader can't take the seat; they read this instead of being asked for a name."""
    me = page.reader_id
    return sanctions.refusal(me, page.client.address, page.now) or closed_to(page.match, me)


def _form_again(request: Request, match: MatchState, form: NameForm, status: int) -> HttpResponse:
    """Return the invitation with the form's errors, or a redirect if the match waits no longer."""
    if match.row.status_at(clock.now()) != Match.Status.WAITING:
        return redirect("match", match.row.public_id)
    return _invitation(request, _page(request, match), form, status)


def _not_joined(request: Request, match: MatchState, form: NameForm, refusal: Refusal) -> HttpResponse:
    if refusal.code in ("same_name", *OF_NAMES):
        form.add_error("name", refusal.message)
        return _form_again(request, match, form, status=409)
    if match.row.status == Match.Status.PLAYING and refusal.code == "wrong_phase":
        refusal = Refusal("seat_taken")
    return refusal_page(request, match, refusal)
