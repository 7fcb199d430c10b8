"""Pages of classes for everybody: sign in by a card, become a teacher, and read what one should know."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games_app.clubs import classes, teachers
from games_app.clubs.invitations import find_invited
from games_app.clubs.record import Record
from games_app.door import limits
from games_app.door.http import form_view, status_of
from games_app.door.visitors import Request, enforce_rate
from games_app.lib import clock
from games_app.lib.refusals import Refusal, Refused
from games_app.models import ClubMember
from games_app.pages.devices import become_player
from games_app.people import devices

LONGEST_SHOWN = 100


@form_view(limits.JOINS)
def sign_in(request: Request) -> HttpResponse:
    """Ask for the words of a card, which its code has after "#"; on POST, sign its child in here."""
    if request.method != "POST":
        return render(request, "clubs/card.html", {})
    enforce_rate(request, limits.CARDS, "too_many_forms")
    typed = request.POST.get("words", "")
    here, child = request.visitor.player, classes.owner_of_card(typed)
    context: dict[str, Any] = {"words": typed[:LONGEST_SHOWN]}
    if child is None:
        context["problem"] = _(
            "No card has these words. Look at each letter, or ask your teacher for a new card."
        )
        return render(request, "clubs/card.html", context, status=422)
    limits.CARDS.give_back(request.visitor.client.address)
    is_guest = here is not None and here != child and not here.locked_in_id and here.account_or_none is None
    going_on = devices.unfinished_matches(here) if here and is_guest else 0
    if going_on and request.POST.get("sure") != "yes":
        return render(request, "clubs/card.html", context | {"left_behind": going_on}, status=409)
    become_player(request, child)
    place = ClubMember.objects.select_related("club").filter(player=child, left_at=None).first()
    return redirect("club", place.club.public_id) if place else redirect("home")


@form_view(limits.JOINS)
def teach(request: Request, token: str) -> HttpResponse:
    """Show the invitation to teach a class, since programs open links by themselves; on POST, accept it."""
    club, player = find_invited(request, teachers.invited_to, token), request.visitor.player
    if club is None:
        return render(request, "clubs/teach.html", {}, status=410)
    record = Record(club)
    if record.member(request.visitor.player_id):
        return redirect("club", club.public_id)
    context: dict[str, Any] = {"record": record, "club": club}
    if request.method == "POST":
        try:
            if player is None:
                raise Refused(Refusal("club_needs_account.teacher"))
            teachers.join(token, player, request.visitor.client, clock.now())
            return redirect("club", club.public_id)
        except Refused as error:
            context["refusal"] = error.refusal
            return render(request, "clubs/teach.html", context, status=status_of(error.refusal))
    return render(request, "clubs/teach.html", context)


@require_safe
def for_parents(request: HttpRequest) -> HttpResponse:
    """Say what is stored about a child, for how long, and who deletes it."""
    return render(request, "clubs/parents.html")


@require_safe
def for_teachers(request: HttpRequest) -> HttpResponse:
    """Say how a teacher makes a class, on a page to print."""
    return render(request, "clubs/teachers.html", {"limit": classes.CHILDREN_LIMIT})
