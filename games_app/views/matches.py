"""The page of a match: waiting room, invitation or board. A GET request never takes a seat."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec import to_builtins

from games_app.engine.levels import LEVELS
from games_app.forms.new_match import NameForm
from games_app.games.catalogue import SHEETS
from games_app.games.sheet import Text
from games_app.lib import clock
from games_app.lib.names import WITHDRAWN, look_alike
from games_app.lib.rate_limit import RateLimit
from games_app.lib.refusals import Refusal
from games_app.models import Match, Player
from games_app.rules import get_game
from games_app.services.commands import naming
from games_app.services.commands.deserted import is_deserted
from games_app.services.commands.matches import closed_to
from games_app.services.commands.messages import Abandon, Cancel, Join
from games_app.services.commands.registry import Command, turned_away
from games_app.services.people import blocks, players, sanctions
from games_app.services.people.accounts import NameReserved, free_name
from games_app.services.people.client_marks import Client
from games_app.services.people.computers import computers_at
from games_app.services.queries import attention, offers
from games_app.services.queries.match_ratings import ratings_at, why_not_to_count, why_uncounted
from games_app.services.queries.seat_names import engraved
from games_app.services.queries.sides import sides
from games_app.services.queries.terms_text import agreed
from games_app.services.state import series
from games_app.services.state.chat import talk
from games_app.services.state.match_state import MatchState, load
from games_app.services.state.positions import open_position
from games_app.services.state.rules_versions import rules
from games_app.services.state.visible import BEGUN, may_see, snapshot
from games_app.store.batch import Answer
from games_app.store.writer import writer
from games_app.views import limits, sharing
from games_app.views.device import differs_by_device
from games_app.views.http import View, form_view
from games_app.views.invitation import qr_code
from games_app.views.learn import offered
from games_app.views.visitors import address_of, browser_key, get_or_create_player, unavailable

GONE = {Match.Status.CANCELLED, Match.Status.EXPIRED}


@require_safe
@differs_by_device
def page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the waiting room, the invitation, the board or a refusal, as fits the match and the reader."""
    match = match_or_404(public_id)
    status = match.row.status_at(clock.now())
    person = players.current(request.session)
    if status in GONE:
        return render(request, "gone.html", _base_context(match) | {"status": status}, status=410)
    if status != Match.Status.WAITING:
        allowed = may_see(match.row, person.pk if person else None)
        return _board(request, match, person) if allowed else closed(request, match)
    if match.roles_of(person.pk if person else None):
        return _waiting_room(request, match)
    if not may_see(match.row, person.pk if person else None):
        return closed(request, match)
    return _invitation(request, match, NameForm({"name": _suggested_name(match, person)}))


def to_the_match(limit: RateLimit) -> Callable[[View], View]:
    """Decorate what a form is sent to; opening its address leads to the match's page.

    A refusal is shown at that address, and a browser opens it again when the language is switched there.
    """

    def decorate(view: View) -> View:
        @form_view(limit)
        @wraps(view)
        def posted(request: HttpRequest, public_id: str) -> HttpResponse:
            return view(request, public_id) if request.method == "POST" else redirect("match", public_id)

        return posted

    return decorate


@require_safe
def next_turn(request: HttpRequest) -> HttpResponse:
    """Lead to the match that has waited longest for the player's move, but for ``?after=``; else home."""
    me = players.known(request.session)
    waiting = attention.turns(me) if me is not None else []
    others = [match for match in waiting if match != request.GET.get("after")]
    return redirect("match", others[0]) if others else redirect("home")


@to_the_match(limits.JOINS)
def join(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take the free seat under the name in the form."""
    match = match_or_404(public_id)
    form = NameForm(request.POST)
    if not form.is_valid():
        return _form_again(request, match, form, status=422)
    player = get_or_create_player(request)
    name = form.cleaned_data["name"]
    answer = ask(
        match,
        Command(Join(name), public_id, player.pk, address=address_of(request), browser=browser_key(request)),
    )
    if answer.refusal:
        match = match_or_404(public_id)
        allowed = may_see(match.row, player.pk)
        return _not_joined(request, match, form, answer.refusal) if allowed else closed(request, match)
    with suppress(NameReserved):  # somebody has just opened an account under it; the seat is taken already
        take_name(player, name)
    return redirect("match", public_id)


@to_the_match(limits.FORMS)
def cancel(request: HttpRequest, public_id: str) -> HttpResponse:
    """Cancel a waiting match."""
    match, person = match_or_404(public_id), players.known(request.session)
    answer = ask(match, Command(Cancel(), public_id, person))
    if answer.refusal:
        match = match_or_404(public_id)
        allowed = may_see(match.row, person)
        return refused(request, match, answer.refusal) if allowed else closed(request, match)
    return redirect("match", public_id)


@to_the_match(limits.FORMS)
def abandon(request: HttpRequest, public_id: str) -> HttpResponse:
    """End a deserted match."""
    match = visible_or_404(request, public_id)
    answer = ask(match, Command(Abandon(), public_id, players.known(request.session)))
    return refused(request, match, answer.refusal) if answer.refusal else redirect("match", public_id)


def ask(match: MatchState, command: Command) -> Answer:
    """Send the command to the writer and return its answer, or the refusal that is certain without it.

    People who sit at the match go first: nobody else's forms make them wait.
    """
    if refusal := turned_away(match, command, clock.now()):
        return Answer(command.match, command.cmd, match.row.seq, refusal=refusal)
    return writer.ask(command, first=bool(match.roles_of(command.person)))


def match_or_404(public_id: str) -> MatchState:
    """Return the match. Raises Http404 and UnknownRules."""
    match = load([public_id]).get(public_id)
    if match is not None:
        return match
    if row := Match.objects.filter(public_id=public_id).first():
        rules(row.game, row.rules_version)
    raise Http404(_("There is no match at this address."))


def visible_or_404(request: HttpRequest, public_id: str) -> MatchState:
    """Return the match; raise Http404 if there is none or the reader may not see it."""
    match = match_or_404(public_id)
    if not may_see(match.row, players.known(request.session)):
        raise Http404(_("There is no match at this address."))
    return match


def row_or_404(request: HttpRequest, public_id: str) -> Match:
    """Return the match's row; raise Http404 if there is none or the reader may not see it.

    Raises UnknownRules too.
    """
    match = Match.objects.filter(public_id=public_id).first()
    if match is None or not may_see(match, players.known(request.session)):
        raise Http404(_("There is no match at this address."))
    rules(match.game, match.rules_version)
    return match


def must_have_begun(match: Match) -> None:
    """Raise Http404 if the match has not begun, so that there is no record to show."""
    if match.status not in BEGUN:
        raise Http404(_("There is nothing to see yet."))


def closed(request: HttpRequest, match: MatchState) -> HttpResponse:
    """Return the page for readers who may not see the match; it shows nothing of the match."""
    return render(request, "closed.html", {"game": get_game(match.row.game)}, status=403)


def take_name(player: Player, name: str) -> None:
    """Rename the player, also in their matches that still wait for an opponent. Raises NameReserved."""
    if name != player.name or not player.chose_name:
        writer.ask_all(naming.rename(player, name))


def refused(request: HttpRequest, match: MatchState, refusal: Refusal) -> HttpResponse:
    """Return the page that explains a refusal."""
    answer = render(request, "refused.html", _base_context(match) | {"refusal": refusal}, status=409)
    return unavailable(answer) if refusal.code in ("unavailable", "failed") else answer


def _base_context(match: MatchState, uncounted: str = "") -> dict[str, Any]:
    row = match.row
    sheet = SHEETS[row.game]
    return {
        "match": match,
        "game": get_game(row.game),
        "sheet": sheet,
        "card": sheet.card(row.options),
        "agreed": [*sheet.agreed(row.options), *agreed(match.terms, uncounted)],
        "uncounted": uncounted,
        "way": urlencode({"moves": match.terms.start, **row.options}) if match.terms.start else "",
    }


def _board(request: HttpRequest, match: MatchState, person: Player | None) -> HttpResponse:
    me = person.pk if person else None
    roles = match.roles_of(me)
    context = _base_context(match, why_uncounted(match, me)) | {
        "guide": offered(request, match.row.game),
        "from_here": reverse("new-computer" if match.row.game in LEVELS else "new", args=[match.row.game]),
        "explained": _explained(match),
        "waits": _waits(match, person),
        "games": series.games(match),
        "ratings": ratings_at(match),
        "snapshot": to_builtins(snapshot(match, roles, [], clock.now())),
        "roles": roles,
        "talks": talk(match) != "off",
        "blocked": blocks.blocked_by(person) if person else [],
        "people": players.at(match),
        "engraved": engraved(match.seats, roles),
        "invitable": _invitable(match, person),
        "deserted": person is not None and bool(roles) and _may_abandon(match, person.pk),
        "makes": person is not None and match.row.maker_id == person.pk,
        "title": sharing.title(match),
        "sharing": sharing.of_match(request, match),
    }
    return render(request, "match.html", context)


def _explained(match: MatchState) -> dict[str, Any]:
    """Return the computer's roles, and whether its moves are explained unless a reader chooses otherwise."""
    levels = computers_at(match)
    lowest = {each[0].slug for slug, each in LEVELS.items() if slug == match.row.game}
    return {"roles": " ".join(levels), "usual": set(levels.values()) <= lowest} if levels else {}


def _waits(match: MatchState, person: Player | None) -> str:
    """Return the reader's own waiting matches, if they play the computer here meanwhile."""
    meanwhile = person is not None and match.roles_of(person.pk) and computers_at(match)
    return " ".join(offers.waiting_of(person.pk, clock.now())) if person and meanwhile else ""


def _invitable(match: MatchState, person: Player | None) -> str:
    """Return the other player's name if the match is over, without a rematch, and they are still here."""
    if person is None or match.row.status != Match.Status.OVER or match.row.successor or match.hotseat:
        return ""
    others = [seat for seat in match.seats.values() if seat.player_id not in (None, person.pk)]
    mine = match.roles_of(person.pk)
    return others[0].name if mine and others and others[0].name != WITHDRAWN else ""


def _may_abandon(match: MatchState, person: int) -> bool:
    return match.row.status == Match.Status.PLAYING and is_deserted(match, person, clock.now())


def _waiting_room(request: HttpRequest, match: MatchState) -> HttpResponse:
    link = request.build_absolute_uri(request.path)
    maker = match.host
    context = _base_context(match) | {
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
    }
    return render(request, "waiting.html", context)


def _invitation(request: HttpRequest, match: MatchState, form: NameForm, status: int = 200) -> HttpResponse:
    maker = match.host
    free = next(seat for seat in match.seats.values() if not seat.player_id)
    context = _base_context(match, _would_not_count(request, match)) | {
        "guide": offered(request, match.row.game),
        "maker": maker,
        "side": free.role,
        "sheet_side": _side(match, free.role),
        "sharing": sharing.of_match(request, match),
        "left": _ms_left(match),
        "levels": LEVELS,
        "position": open_position(match.state),
        "form": form,
        "rating": ratings_at(match).get(maker.role),
        "closed": _closed_to(request, match),
    }
    return render(request, "invitation.html", context, status=status)


def _closed_to(request: HttpRequest, match: MatchState) -> Refusal | None:
    """Return why the reader can't take the seat, which they read instead of being asked for a name."""
    me = players.known(request.session)
    barred = sanctions.refusal(me, address_of(request), clock.now())
    return barred or closed_to(match, me)


def _would_not_count(request: HttpRequest, match: MatchState) -> str:
    """Return why the match would not count for the ratings if the reader took the seat; empty if it may."""
    me, client = players.known(request.session), Client(address_of(request), browser_key(request))
    return why_not_to_count(match, me, client, clock.now()) if me else ""


def _side(match: MatchState, role: str) -> Text:
    return sides(get_game(match.row.game), match.state if match.terms.start else None)[role]


def _ms_left(match: MatchState) -> int:
    """Return the milliseconds until the invitation expires: pages don't rely on the device's clock."""
    assert match.row.deadline  # noqa: S101  (every match that waits has one)
    return max(0, (match.row.deadline - clock.now()) // timedelta(milliseconds=1))


def _form_again(request: HttpRequest, match: MatchState, form: NameForm, status: int) -> HttpResponse:
    """Return the invitation with the form's errors, or a redirect if the match waits no longer."""
    if match.row.status_at(clock.now()) != Match.Status.WAITING:
        return redirect("match", match.row.public_id)
    return _invitation(request, match, form, status)


def _not_joined(request: HttpRequest, match: MatchState, form: NameForm, refusal: Refusal) -> HttpResponse:
    if refusal.code in ("same_name", "name_reserved"):
        form.add_error("name", refusal.message)
        return _form_again(request, match, form, status=409)
    if match.row.status == Match.Status.PLAYING and refusal.code == "wrong_phase":
        refusal = Refusal("seat_taken")
    return refused(request, match, refusal)


def _suggested_name(match: MatchState, person: Player | None) -> str:
    """Return the player's name, or a random one if there is none or it looks like the maker's."""
    maker = match.host
    if person and not look_alike(person.name, maker.name):
        return person.name
    return free_name(maker.name)
