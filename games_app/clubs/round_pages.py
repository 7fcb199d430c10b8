"""Pages of a club's rounds: the newest one with its boards, the form of the next one, and the big screen."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games_app.clubs import round_control, rounds, simul_score, simuls
from games_app.clubs.pages import visible_or_404
from games_app.clubs.record import Record, Sight
from games_app.clubs.round_forms import RoundForm
from games_app.clubs.round_wall import boards_context, own_round
from games_app.door import limits
from games_app.door.access import command_id
from games_app.door.http import form_view, status_of
from games_app.door.visitors import Request
from games_app.games.rules import Game, get_game
from games_app.lib import clock
from games_app.lib.refusals import Refusal, Refused
from games_app.models import Club, ClubRound, Player
from games_app.pages import sharing
from games_app.people import presence


@form_view(limits.NEW_MATCHES)
def show(request: Request, public_id: str) -> HttpResponse:
    """Show the newest round, and the form of the next one to those who run the club; on POST, begin it."""
    record, player_id = _visible_or_404(request, public_id), request.visitor.player_id
    if request.method != "POST":
        return _page(request, record)
    if not record.runs(player_id):
        return _page(request, record, refusal=Refusal("not_in_club.helper"), status=403)
    form = _form(request, record)
    if not form.is_valid():
        return _page(request, record, form, status=422)
    try:
        rounds.begin(public_id, player_id, form.plan(), command_id(request), clock.now())
    except Refused as error:
        form.add_error(None, str(error))
        return _page(request, record, form, status=status_of(error.refusal))
    return redirect("club-round", public_id)


def _visible_or_404(request: Request, public_id: str) -> Record:
    """Return a club; raise Http404 if the reader may not know of it. The giver of a simul sees its round."""
    club = Club.objects.filter(public_id=public_id).first()
    if club and simuls.is_giver(rounds.newest(club), request.visitor.player_id):
        return Record(club)
    return visible_or_404(request, public_id)


Deed = Callable[[str, int | None], None]
DEEDS: Mapping[str, Deed] = {
    "pause": lambda public_id, by: round_control.pause(public_id, by, clock.now()),
    "go_on": round_control.go_on,
    "end": round_control.end,
}
"""Decisions about all games of the newest round, by the field ``do`` of the form."""


@form_view(limits.FORMS)
def act(request: Request, public_id: str) -> HttpResponse:
    """Carry out a decision about all games of the newest round."""
    if request.method != "POST":
        return redirect("club-round", public_id)
    record, player_id = visible_or_404(request, public_id), request.visitor.player_id
    try:
        if (deed := DEEDS.get(request.POST.get("do", ""))) is None:
            raise Refused(Refusal("not_done"))
        deed(public_id, player_id)
    except Refused as error:
        return _page(request, record, refusal=error.refusal, status=status_of(error.refusal))
    return redirect("club-round", public_id)


def _form(request: Request, record: Record) -> RoundForm:
    """Return the form of the next round, with the members who are here first."""
    shown = [member.player_id for member in record.members if _shows_presence(member.player)]
    return RoundForm(
        record,
        presence.present(shown, clock.now()),
        rounds.playing(record.club),
        request.POST if request.method == "POST" else None,
        rounds.newest(record.club),
        request.visitor.player,
    )


def _shows_presence(player: Player) -> bool:
    account = player.account_or_none
    return account is None or account.shows_presence


def _page(
    request: Request,
    record: Record,
    form: RoundForm | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    """Return the page of the newest round; people who may not see the club's games see its name."""
    player_id, club = request.visitor.player_id, record.club
    if not simuls.may_watch(record, player_id):
        closed = {"record": record, "club": club, "refusal": refusal}
        return render(request, "clubs/closed.html", closed, status=status)
    context = {
        **round_context(record, player_id),
        **_invitation(request, record),
        "role": record.role(player_id),
        "runs": record.runs(player_id),
        "form": form or (_form(request, record) if record.runs(player_id) else None),
        "sees_club": record.sight(player_id) > Sight.NOTHING,
        "refusal": refusal,
        "cmd": secrets.token_urlsafe(12),
    }
    return render(request, "clubs/round.html", context, status=status)


def _invitation(request: Request, record: Record) -> dict[str, Any]:
    """Return the link for the guest for whom a simul waits, to those who run the club."""
    newest = rounds.newest(record.club)
    if newest is None or not newest.awaits_guest or not record.runs(request.visitor.player_id):
        return {}
    shared = sharing.link_for_others(request, reverse("join-simul", args=[simuls.invitation(newest)]))
    return {**shared._asdict(), "qr": sharing.qr_code(shared.link)}


def round_context(record: Record, player_id: int | None) -> dict[str, Any]:
    """Return the newest round, its boards, the people without a game, and the reader's running game."""
    club = record.club
    own = own_round(club, player_id)
    newest = own["round"]
    without = newest.boards.filter(match=None).select_related("first", "second") if newest else []
    return {
        "record": record,
        "club": club,
        "game": get_game(newest.game) if newest else None,
        "games": _games(newest) if newest else {},
        "without": without,
        **own,
        "score": simul_score.of_round(newest) if newest else "",
        "is_paused": newest is not None and round_control.is_paused(newest, clock.now()),
        **boards_context(club),
    }


def _games(newest: ClubRound) -> dict[str, Game]:
    """Return the rule sets of a round and its boards."""
    others = newest.boards.exclude(game="").values_list("game", flat=True)
    return {slug: get_game(slug) for slug in (newest.game, *others)}


@require_safe
def screen(request: Request, public_id: str) -> HttpResponse:
    """Show the boards of the newest round on the screen of a hall."""
    record = _visible_or_404(request, public_id)
    if not simuls.may_watch(record, request.visitor.player_id):
        return redirect("club", public_id)
    context = round_context(record, request.visitor.player_id) | {
        "address": reverse("club-round", args=[public_id])
    }
    return render(request, "clubs/round_screen.html", context)
