"""The page of a match: waiting room, invitation or board. A GET request never takes a seat."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from msgspec import to_builtins

from games_app.door import limits
from games_app.door.access import (
    NEVER_BEGAN,
    match_context,
    match_or_404,
    no_access_page,
    refusal_page,
    to_the_match,
    visible_or_404,
)
from games_app.door.page_cache import columns_of, is_stranger, placeholder, strangers_page
from games_app.door.visitors import Request, address_of, browser_key, differs_by_device, sender_of
from games_app.games import text
from games_app.games.engine.levels import LEVELS
from games_app.games.rules import get_game
from games_app.games.sheet import Text
from games_app.lib import clock
from games_app.lib.names import WITHDRAWN, look_alike
from games_app.lib.refusals import OF_NAMES, Refusal
from games_app.lists import attention, offers
from games_app.lists.challenges import declined, reasons
from games_app.lists.match_ratings import ratings_at, why_not_to_count, why_uncounted
from games_app.lists.result_text import engraved, sides
from games_app.match import series
from games_app.match.chat import talk
from games_app.match.match_state import MatchState
from games_app.match.visibility import may_see, open_position, snapshot
from games_app.match.wire import DeclineReason
from games_app.models import Match, Player
from games_app.pages import sharing
from games_app.pages.app import lasts
from games_app.pages.forms.accounts import NameForm
from games_app.pages.learn import offered
from games_app.pages.sharing import qr_code
from games_app.people import bots, friends, players, sanctions
from games_app.people.accounts import free_name
from games_app.people.client_marks import Client
from games_app.people.players import computers_at
from games_app.record import use_cases
from games_app.record.commands.absence import is_deserted
from games_app.record.commands.matches import closed_to
from games_app.record.commands.play import allows_tips


@require_safe
@differs_by_device
def page(request: Request, public_id: str) -> HttpResponse:
    """Show the waiting room, the invitation, the board or a refusal, by the match and the reader."""
    match = match_or_404(public_id)
    status = match.row.status_at(clock.now())
    player = request.visitor.player
    if status in NEVER_BEGAN:
        told = declined(match.row, player.pk if player else None)
        context = match_context(match) | {"status": status, "declined": told}
        return render(request, "gone.html", context, status=410)
    if status != Match.Status.WAITING:
        allowed = may_see(match.row, player.pk if player else None)
        if not allowed:
            return no_access_page(request, match)
        board = _board(request, match, player)
        return lasts(board) if status == Match.Status.OVER else board
    if match.roles_of(player.pk if player else None):
        return _waiting_room(request, match)
    if not may_see(match.row, player.pk if player else None):
        return no_access_page(request, match)
    return _invitation(request, match, NameForm({"name": _suggested_name(match, player)}))


@require_safe
def next_turn(request: Request) -> HttpResponse:
    """Lead to the match that has waited longest for the player's move, except ``?after=``; otherwise home."""
    me = request.visitor.player_id
    waiting = attention.matches_to_move(me) if me is not None else []
    others = [match for match in waiting if match != request.GET.get("after")]
    return redirect("match", others[0]) if others else redirect("home")


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


@to_the_match(limits.FORMS)
def abandon(request: Request, public_id: str) -> HttpResponse:
    """End a deserted match."""
    match = visible_or_404(request, public_id)
    answer = use_cases.abandon(match, request.visitor.player_id)
    return refusal_page(request, match, answer.refusal) if answer.refusal else redirect("match", public_id)


NOW = placeholder()
"""Stands for the time in the page that all strangers get."""


def _board(request: Request, match: MatchState, player: Player | None) -> HttpResponse:
    me = player.pk if player else None
    ratings, games, uncounted = ratings_at(match), series.games_of_series(match), why_uncounted(match, me)
    context = partial(_board_context, request, match, player, uncounted)
    found = {"ratings": ratings, "games": games}
    if not is_stranger(request):
        return render(request, "match.html", context() | found)
    rows = columns_of([match.row, *match.seats.values(), *(seat.player for seat in match.seats.values())])
    made_from = rows, found, uncounted, offered(request, match.row.game) is None
    now = {f'"{NOW}"': str(clock.ms(clock.now()))}
    return strangers_page(request, "match.html", made_from, lambda: _timeless(context() | found), now)


def _timeless(context: dict[str, Any]) -> dict[str, Any]:
    return context | {"snapshot": context["snapshot"] | {"now": NOW}}


def _board_context(
    request: HttpRequest, match: MatchState, player: Player | None, uncounted: str
) -> dict[str, Any]:
    roles = match.roles_of(player.pk if player else None)
    shown = snapshot(match, roles, [], clock.now())
    playing = match.row.status == Match.Status.PLAYING
    return match_context(match, uncounted) | {
        "guide": offered(request, match.row.game),
        "from_here": reverse("new-computer" if match.row.game in LEVELS else "new", args=[match.row.game]),
        "explained": _explained(match),
        "tips": allows_tips(match),
        "waits": _waits(match, player),
        "snapshot": to_builtins(shown),
        "course": text.course(match.row.game, shown.position.facts) if playing else "",
        "roles": roles,
        "talks": talk(match) != "off",
        "blocked": friends.blocked_by(player) if player else [],
        "people": players.players_at(match),
        "engraved": engraved(match.seats, roles),
        "invitable": _invitable(match, player),
        "befriendable": _befriendable(match, player),
        "deserted": player is not None and bool(roles) and _may_abandon(match, player.pk),
        "makes": player is not None and match.row.maker_id == player.pk,
        "title": sharing.title(match),
        "sharing": sharing.match_sharing(request, match),
    }


def _explained(match: MatchState) -> dict[str, Any]:
    """Return the computer's roles, and whether its moves are explained unless a reader chooses otherwise."""
    levels = computers_at(match)
    lowest = {each[0].slug for slug, each in LEVELS.items() if slug == match.row.game}
    return {"roles": " ".join(levels), "usual": set(levels.values()) <= lowest} if levels else {}


def _waits(match: MatchState, player: Player | None) -> str:
    """Return the reader's own waiting matches, if they play the computer here meanwhile."""
    meanwhile = player is not None and match.roles_of(player.pk) and computers_at(match)
    return " ".join(offers.waiting_of(player.pk, clock.now())) if player and meanwhile else ""


def _invitable(match: MatchState, player: Player | None) -> str:
    """Return the other player's name if the match is over, without a rematch, and they are still here."""
    if player is None or match.row.status != Match.Status.OVER or match.row.successor or match.hotseat:
        return ""
    others = [seat for seat in match.seats.values() if seat.player_id not in (None, player.pk)]
    mine = match.roles_of(player.pk)
    return others[0].name if mine and others and others[0].name != WITHDRAWN else ""


def _befriendable(match: MatchState, player: Player | None) -> dict[str, str]:
    """Return the other player of a match that is over, if the reader may ask or answer them to be friends."""
    if player is None or match.row.status != Match.Status.OVER or player.account_or_none is None:
        return {}
    others = {sitter for sitter in match.sitters.values() if sitter is not None} - {player.pk}
    if not match.roles_of(player.pk) or len(others) != 1:
        return {}
    other = Player.objects.filter(pk__in=others, account__isnull=False).first()
    tie = friends.tie(player.pk, other.pk, clock.now()) if other else friends.Tie.FRIENDS
    if (
        other is None
        or tie not in (friends.Tie.NONE, friends.Tie.ASKS)
        or friends.has_blocked(player.pk, other.pk)
    ):
        return {}
    return {"name": other.name, "player": other.public_id, "tie": tie}


def _may_abandon(match: MatchState, player: int) -> bool:
    return match.row.status == Match.Status.PLAYING and is_deserted(match, player, clock.now())


def _waiting_room(request: HttpRequest, match: MatchState) -> HttpResponse:
    link = request.build_absolute_uri(request.path)
    maker = match.host
    context = match_context(match) | {
        "guide": offered(request, match.row.game),
        "maker": maker,
        "side": maker.role,
        "sheet_side": _side(match, maker.role),
        "link": link,
        "only_here": request.get_host().split(":")[0] in ("localhost", "127.0.0.1"),
        "qr": qr_code(link),
        "left": _ms_left(match),
        "levels": LEVELS,
        "position": open_position(match.state),
        "form": NameForm({"name": maker.name}),
        "to_bot": bots.is_bot(match.row.invited_id or 0),
    }
    return render(request, "waiting.html", context)


def _invitation(request: Request, match: MatchState, form: NameForm, status: int = 200) -> HttpResponse:
    maker = match.host
    free = next(seat for seat in match.seats.values() if not seat.player_id)
    context = match_context(match, _would_not_count(request, match)) | {
        "guide": offered(request, match.row.game),
        "maker": maker,
        "side": free.role,
        "sheet_side": _side(match, free.role),
        "sharing": sharing.match_sharing(request, match),
        "left": _ms_left(match),
        "levels": LEVELS,
        "position": open_position(match.state),
        "form": form,
        "rating": ratings_at(match).get(maker.role),
        "closed": _closed_to(request, match),
        "reasons": _reasons(match, request.visitor.player_id),
    }
    return render(request, "invitation.html", context, status=status)


def _reasons(match: MatchState, reader: int | None) -> dict[DeclineReason, Text]:
    """Return the reasons for which the reader, if invited, may decline."""
    row = match.row
    if row.invited_id is None or row.invited_id != reader:
        return {}
    known = bots.bots_among((row.maker_id, row.invited_id))
    return reasons(match, bot_made_it=row.maker_id in known, to_bot=row.invited_id in known)


def _closed_to(request: Request, match: MatchState) -> Refusal | None:
    """Return why the reader can't take the seat; they read this instead of being asked for a name."""
    me = request.visitor.player_id
    barred = sanctions.refusal(me, address_of(request), clock.now())
    return barred or closed_to(match, me)


def _would_not_count(request: Request, match: MatchState) -> str:
    """Return why the match would not count for the ratings if the reader took the seat; empty if it may."""
    me, client = request.visitor.player_id, Client(address_of(request), browser_key(request))
    return why_not_to_count(match, me, client, clock.now()) if me else ""


def _side(match: MatchState, role: str) -> Text:
    return sides(get_game(match.row.game), match.state if match.terms.start else None)[role]


def _ms_left(match: MatchState) -> int:
    """Return the milliseconds until the invitation expires: pages don't rely on the device's clock."""
    assert match.row.deadline  # noqa: S101  (every match that waits has one)
    return max(0, (match.row.deadline - clock.now()) // timedelta(milliseconds=1))


def _form_again(request: Request, match: MatchState, form: NameForm, status: int) -> HttpResponse:
    """Return the invitation with the form's errors, or a redirect if the match waits no longer."""
    if match.row.status_at(clock.now()) != Match.Status.WAITING:
        return redirect("match", match.row.public_id)
    return _invitation(request, match, form, status)


def _not_joined(request: Request, match: MatchState, form: NameForm, refusal: Refusal) -> HttpResponse:
    if refusal.code in ("same_name", *OF_NAMES):
        form.add_error("name", refusal.message)
        return _form_again(request, match, form, status=409)
    if match.row.status == Match.Status.PLAYING and refusal.code == "wrong_phase":
        refusal = Refusal("seat_taken")
    return refusal_page(request, match, refusal)


def _suggested_name(match: MatchState, player: Player | None) -> str:
    """Return the player's name, or a random one if there is none or it looks like the maker's."""
    maker = match.host
    if player and not look_alike(player.name, maker.name):
        return player.name
    return free_name(maker.name)
