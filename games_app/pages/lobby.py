"""The lobby: somebody to play with. Visiting it takes no seat."""

from __future__ import annotations

import re
import secrets
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games_app.door import limits
from games_app.door.access import command_id
from games_app.door.context import preferences
from games_app.door.http import PublicId, answers_json, form_view
from games_app.door.visitors import Request, sender_of, unavailable
from games_app.games.rules import FAMILIES, GAMES, Game
from games_app.games.sheet import Text
from games_app.lib import clock
from games_app.lib.refusals import Refusal
from games_app.lists import appointments, attention, offers
from games_app.lists.terms_text import brief
from games_app.match.match_state import load
from games_app.match.messages import NO_ID, CommandId
from games_app.match.terms import CLOCK_PRESETS, rated_preset
from games_app.models import Match
from games_app.pages.forms.lobby import QUICK, QuickPlayForm
from games_app.people import bots, friends, presence, ratings, reliability, sanctions
from games_app.record import use_cases

USUAL_PRESET = "5+3"
LONGEST_CMD = 40


class RuleSetChoice(NamedTuple):
    """A button of the lobby: a rule set, the name of a preset, and whether the match is rated."""

    game: Game
    preset: str
    rated: bool = False

    @property
    def words(self) -> Text:
        terms = CLOCK_PRESETS[self.preset]
        return brief(rated_preset(terms, self.game.slug) if self.rated else terms, 1)

    @property
    def time(self) -> Text:
        return brief(CLOCK_PRESETS[self.preset], 1)


class Table(NamedTuple):
    """A game in the lobby, with its rule sets, the one that is chosen, and a button for each preset."""

    game: Game
    rule_sets: list[Game]
    chosen: Game
    presets: list[RuleSetChoice]


FASTER = frozenset({"wrong_phase", "invitation_expired", "no_such_match", "not_invited"})
"""Refusal codes of an offer that no longer waits."""


@require_safe
def lobby(request: Request) -> HttpResponse:
    """Show the open offers."""
    return _page(request)


@form_view(limits.NEW_MATCHES)
def take(request: Request) -> HttpResponse:
    """Take the offer in the form under the player's own name; a player who is too late stays in the lobby."""
    if request.method != "POST":
        return redirect("lobby")
    public_id = request.POST.get("match", "")
    if not re.fullmatch(PublicId.regex, public_id):
        return _page(request, Refusal("offer_taken"), status=409)
    refusal = use_cases.take_offer(sender_of(request, "looking_already"), public_id).refusal
    # The page of the match asks for another name, and shows one's own offer.
    if refusal is None or refusal.code in ("same_name", "already_seated"):
        return redirect("match", public_id)
    page = _page(request, Refusal("offer_taken") if refusal.code in FASTER else refusal, status=409)
    return unavailable(page) if refusal.code in ("unavailable", "failed") else page


@form_view(limits.NEW_MATCHES)
def play(request: Request) -> HttpResponse:
    """Play now, with the game and terms of the button: take a fitting offer, or make one and wait."""
    if request.method != "POST":
        return redirect("lobby")
    form = QuickPlayForm(request.POST)
    if not form.is_valid():
        return _page(request, status=422)
    sender = sender_of(request, "looking_already")
    answer = use_cases.play_now(sender, form.config(), cmd=_cmd(request, form))
    if answer.refusal:
        page = _page(request, answer.refusal, status=409)
        return unavailable(page) if answer.refusal.code in ("unavailable", "failed") else page
    return redirect("match", answer.match)


@require_safe
def own(request: Request) -> HttpResponse:
    """Lead to the player's latest waiting or running match; otherwise to the lobby."""
    me = request.visitor.player_id
    public_id = offers.latest_of(me) if me is not None else None
    return redirect("match", public_id) if public_id else redirect("lobby")


@require_safe
def next_turn(request: Request) -> HttpResponse:
    """Lead to the match that has waited longest for the player's move, except ``?after=``; otherwise home."""
    me = request.visitor.player_id
    waiting = attention.matches_to_move(me, clock.now()) if me is not None else []
    others = [match for match in waiting if match != request.GET.get("after")]
    return redirect("match", others[0]) if others else redirect("home")


@answers_json
@require_POST
@form_view(limits.NEW_MATCHES)
def again(request: Request) -> HttpResponse:
    """Play now again for the player's rated offer: by now, somebody farther away may be near enough."""
    public_id, player = request.POST.get("match", ""), request.visitor.player
    match = load([public_id]).get(public_id) if re.fullmatch(PublicId.regex, public_id) else None
    if match is None or player is None or match.row.maker_id != player.pk or not match.terms.rated:
        raise Http404
    next_id = public_id
    if match.row.open_offer and match.row.status_at(clock.now()) == Match.Status.WAITING:
        answer = use_cases.play_now(sender_of(request), offers.config_of(match), match.host.name)
        next_id = public_id if answer.refusal else answer.match
    return HttpResponse(status=204) if next_id == public_id else JsonResponse({"match": _address(next_id)})


def _address(public_id: str) -> str:
    return reverse("match", args=[public_id])


def _cmd(request: HttpRequest, form: QuickPlayForm) -> CommandId:
    """Return the command id of this choice: all buttons of a page share one id."""
    cmd, place = command_id(request), list(CLOCK_PRESETS).index(form.cleaned_data["preset"])
    kind = "r" if form.cleaned_data["rated"] else ""
    return f"{cmd}-{form.cleaned_data['game']}-{place}{kind}"[:LONGEST_CMD] if cmd else NO_ID


def _page(request: Request, refusal: Refusal | None = None, status: int = 200) -> HttpResponse:
    chosen, now, reader = _last_choice(request), clock.now(), request.visitor.player
    me, address = reader.pk if reader else None, request.visitor.client.address
    barred = sanctions.refusal(me, address, now) or (
        Refusal("bot_in_lobby") if me and bots.is_bot(me) else None
    )
    refusal = refusal or barred
    has_account = request.visitor.account is not None
    own = ratings.rounded_ratings(reader.pk) if reader and has_account else {}
    waiting = offers.waiting(now, friends.blocked_or_blocking(reader.pk) if reader else ())
    rated = "rated" in request.GET or request.POST.get("rated") == "1"
    context = {
        "offers": [(offer, offers.outside(offer, own)) for offer in waiting],
        "own_ratings": own,
        "invitations": offers.invitations(reader.pk, now) if reader else [],
        "appointments": appointments.open_of(reader.pk, now) if reader else [],
        "people": max(1, presence.people_here(now)),
        "reader": reader,
        "refusal": refusal,
        "barred": barred,
        "waits": None if refusal else reliability.refusal(me, address, now),
        "tables": [_table(game, chosen.game, rated) for game in GAMES.values()],
        "chosen": chosen,
        "rated": rated,
        "has_account": has_account,
        "cmd": secrets.token_urlsafe(12),
    }
    return render(request, "lobby.html", context, status=status)


def _table(game: Game, last: Game, rated: bool) -> Table:
    rule_sets = [rule_set for rule_set in FAMILIES[game.slug] if rule_set.slug in QUICK]
    presets = [RuleSetChoice(game, name, rated) for name in CLOCK_PRESETS]
    return Table(game, rule_sets, last if last in rule_sets else game, presets)


def _last_choice(request: HttpRequest) -> RuleSetChoice:
    """Return this device's last choice; without one, the first game with the usual preset."""
    kept = preferences(request).get("play", "").split(" ")
    if len(kept) in (2, 3) and kept[0] in QUICK and kept[1] in CLOCK_PRESETS:
        return RuleSetChoice(QUICK[kept[0]], kept[1], kept[2:] == ["rated"])
    return RuleSetChoice(next(iter(GAMES.values())), USUAL_PRESET)
