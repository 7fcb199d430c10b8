"""Pages of appointments: the form of a new one, one with its forms, and its calendar file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from games_app.appointments import changes
from games_app.appointments.calendar import MEDIA_TYPE, calendar_file
from games_app.appointments.forms import AppointmentForm, TimeForm
from games_app.door import limits
from games_app.door.access import command_id, person_or_404
from games_app.door.http import answers_json, form_view, status_of
from games_app.door.visitors import Request, sender_of
from games_app.games.rules import Game, get_game
from games_app.lib import clock
from games_app.lib.names import isolated
from games_app.lib.refusals import Refusal, Refused
from games_app.lists import appointments
from games_app.lists.appointments import Shown
from games_app.lists.match_ratings import why_not_rated
from games_app.lists.samples import glimpse
from games_app.models import Player
from games_app.pages.forms.known_opponent import Invited
from games_app.pages.inviting import match_to_repeat, not_invited_page
from games_app.pages.new_match import form_context
from games_app.people import bots, friends
from games_app.record.commands.invitations import know_each_other
from games_app.record.use_cases import Sender
from games_app.tournaments import games


@require_safe
def show_list(request: Request) -> HttpResponse:
    """Show the reader's open appointments."""
    me = request.visitor.player_id
    context = {"appointments": appointments.open_of(me, clock.now()) if me is not None else []}
    return render(request, "appointments/list.html", context)


@form_view(limits.NEW_MATCHES)
def propose(request: Request, public_id: str, game: Game) -> HttpResponse:
    """Show the form of a match with this person at a time; on POST, propose it, once even if sent twice."""
    other, me = person_or_404(public_id), request.visitor.player
    if refusal := _refused_at_once(me, other):
        return not_invited_page(request, other, refusal)
    invited = Invited(other, None, why_not_rated(game, (me, other) if me else None, clock.now()))
    if request.method != "POST":
        form = AppointmentForm(game, invited, last=match_to_repeat(request, other))
        return _form(request, form)
    form = AppointmentForm(game, invited, request.POST)
    if not form.is_valid():
        return _form(request, form, status=422)
    sender, cmd, now = sender_of(request), command_id(request), clock.now()
    try:
        made = changes.propose(sender, other, form.config(), form.moment, cmd, now)
    except Refused as error:
        form.add_error("at" if error.refusal.code == "appointment_time" else None, str(error))
        return _form(request, form, status=status_of(error.refusal))
    return redirect("appointment", made.public_id)


@form_view(limits.NEW_MATCHES)
def arrange(request: Request, key: int) -> HttpResponse:
    """Show the form of a time for a game of a tournament; on POST, propose it."""
    me = request.visitor.player
    if me is None:
        raise Http404
    pairing, opponent = games.owed(me, key)
    made = next(
        (each for each in appointments.open_of(me.pk, clock.now()) if each.row.pairing == pairing), None
    )
    if made:
        return redirect("appointment", made.row.public_id)
    form, refusal = TimeForm(request.POST if request.method == "POST" else None), None
    if form.is_valid():
        try:
            row = changes.propose_for_pairing(sender_of(request), key, form.moment, clock.now())
            return redirect("appointment", row.public_id)
        except Refused as error:
            refusal = error.refusal
    context: dict[str, Any] = {
        "form": form,
        "refusal": refusal,
        "opponent": opponent,
        "tournament": pairing.tournament,
        "game": get_game(pairing.tournament.game),
    }
    status = status_of(refusal) if refusal else 422 if form.errors else 200
    return render(request, "appointments/pairing.html", context, status=status)


def _refused_at_once(me: Player | None, other: Player) -> Refusal | None:
    """Return why the reader can't arrange any game with this person."""
    if me is None or bots.is_bot(other.pk) or not know_each_other(me.pk, other.pk):
        return Refusal("appointment_with_stranger")
    return Refusal("blocked_by_you") if friends.has_blocked(me.pk, other.pk) else None


def _form(request: Request, form: AppointmentForm, status: int = 200) -> HttpResponse:
    other = form.invited.player
    context: dict[str, Any] = form_context(
        request, form, lambda game: reverse("propose-appointment", args=[other.public_id, game])
    )
    context |= {"whose": other, "arranges": True}
    return render(request, "appointments/new.html", context, status=status)


@require_safe
def show(request: Request, public_id: str) -> HttpResponse:
    """Show an appointment to one of its two people."""
    return _page(request, _own_or_404(request, public_id))


def _own_or_404(request: Request, public_id: str) -> Shown:
    shown = appointments.find(public_id, request.visitor.player_id, clock.now())
    if shown is None:
        raise Http404(_("You have no arranged game at this address."))
    return shown


def _page(
    request: HttpRequest,
    shown: Shown,
    form: TimeForm | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "shown": shown,
        "game": shown.game,
        "form": form or TimeForm(),
        "refusal": refusal,
        "is_open": shown.status in appointments.OPEN and shown.row.begun_at is None,
        "needs_both": appointments.has_clock(shown.row),
        "shown_state": state_of(shown),
        "position": glimpse(shown.game.slug)[1],
    }
    return render(request, "appointments/appointment.html", context, status=status)


Deed = Callable[[str, Sender, Mapping[str, str]], object]
"""Function of the appointment's public id, the sender of the form, and its fields. Raises Refused."""

DEEDS: Mapping[str, Deed] = {
    "agree": lambda public_id, sender, sent: changes.agree(public_id, sender, _number(sent), clock.now()),
    "decline": lambda public_id, sender, sent: changes.decline(public_id, sender, clock.now()),
    "cancel": lambda public_id, sender, sent: changes.cancel(public_id, sender, clock.now()),
    "play": lambda public_id, sender, sent: changes.play(public_id, sender, clock.now()),
}
"""Actions on the page of an appointment, by the field ``do`` of its forms; "change" has a form of its own."""


@form_view(limits.FORMS)
def act(request: Request, public_id: str) -> HttpResponse:
    """Carry out what a form of the page asks for."""
    if request.method != "POST":
        return redirect("appointment", public_id)
    shown, do = _own_or_404(request, public_id), request.POST.get("do", "")
    form = TimeForm(request.POST) if do == "change" else None
    if form and not form.is_valid():
        return _page(request, shown, form, status=422)
    try:
        sender = sender_of(request)
        if form:
            changes.propose_again(public_id, sender, form.moment, clock.now())
        elif do in DEEDS:
            DEEDS[do](public_id, sender, request.POST.dict())
        else:
            raise Refused(Refusal("not_done"))
    except Refused as error:
        shown = _own_or_404(request, public_id)
        return _page(request, shown, form, error.refusal, status=status_of(error.refusal))
    shown = _own_or_404(request, public_id)
    return redirect("match", shown.match.public_id) if shown.match else redirect("appointment", public_id)


def _number(sent: Mapping[str, str]) -> int | None:
    text = sent.get("number", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None


@answers_json
@require_GET
def state(request: Request, public_id: str) -> JsonResponse:
    """Return what an open page must know: what it should show, and the match once it has begun."""
    shown = _own_or_404(request, public_id)
    match = shown.match
    return JsonResponse(
        {
            "shown": state_of(shown),
            "address": reverse("match", args=[match.public_id]) if match else "",
        }
    )


def state_of(shown: Shown) -> str:
    """Return a text that changes whenever the page does."""
    return f"{shown.row.number} {shown.said} {shown.is_time}"


@require_safe
def calendar(request: Request, public_id: str) -> HttpResponse:
    """Return the appointment as a file for calendars."""
    shown = _own_or_404(request, public_id)
    summary = _("{game} against {name}").format(game=shown.game.name, name=isolated(shown.opponent.name))
    address = request.build_absolute_uri(reverse("appointment", args=[public_id]))
    content = calendar_file(shown, summary, address, request.get_host().partition(":")[0])
    response = HttpResponse(content, content_type=MEDIA_TYPE)
    response["Content-Disposition"] = 'attachment; filename="game.ics"'
    patch_cache_control(response, private=True, no_store=True)
    return response
