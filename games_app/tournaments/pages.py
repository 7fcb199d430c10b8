"""Pages of tournaments: the list, the form of a new one, and one tournament with its forms."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games_app.door import limits
from games_app.door.access import command_id
from games_app.door.http import form_view, status_of
from games_app.door.visitors import Request, sender_of, suggested_name
from games_app.games.rules import GAMES, Game
from games_app.lib import clock
from games_app.lib.names import cleaned
from games_app.lib.refusals import Refusal, Refused
from games_app.models import Match, Player, Tournament
from games_app.pages import sharing
from games_app.pages.forms.accounts import NameForm
from games_app.pages.join_by_name import empty_form, join_by_name
from games_app.pages.new_match import form_context
from games_app.people import accounts, client_marks
from games_app.record import use_cases
from games_app.tournaments import games, members
from games_app.tournaments.forms import TournamentForm
from games_app.tournaments.own import own_context, own_games
from games_app.tournaments.record import Record, System
from games_app.tournaments.running import running_games
from games_app.tournaments.table import Table

LISTED = 30
"""Maximum number of tournaments in a list."""


@require_safe
def show_list(request: Request) -> HttpResponse:
    """Show the reader's tournaments, and the public ones."""
    player_id, now = request.visitor.player_id, clock.now()
    newest = Tournament.objects.select_related("maker").order_by("-created_at")
    public = newest.filter(visibility=Match.Visibility.PUBLIC)
    own = newest.filter(entries__player=player_id) | newest.filter(maker=player_id)
    mine = list(own.distinct()[:LISTED]) if player_id is not None else []
    others = [row for row in public[:LISTED] if row not in mine]
    context = {
        "mine": [Table(Record(row), now) for row in mine],
        "others": [Table(Record(row), now) for row in others],
        "first_game": next(iter(GAMES)),
    }
    return render(request, "tournaments/list.html", context)


@form_view(limits.NEW_MATCHES)
def new(request: Request, game: Game) -> HttpResponse:
    """Show the form of a new tournament; on POST, make it, once even if sent twice."""
    if request.method != "POST":
        return _form(request, TournamentForm(game, name=suggested_name(request)))
    form = TournamentForm(game, request.POST)
    if not form.is_valid():
        return _form(request, form, status=422)
    try:
        made = make_by_form(request, form)
    except Refused as error:
        form.refuse(error.refusal)
        return _form(request, form, status=status_of(error.refusal))
    return redirect("tournament", made.public_id)


def make_by_form(request: Request, form: TournamentForm) -> Tournament:
    """Make the tournament of a valid form for its sender. Raises Refused."""
    sender, name, now = sender_of(request), form.cleaned_data["name"], clock.now()
    use_cases.take_name(sender.player, name)
    made = members.make(sender.player, form.config(), form.plan(), name, command_id(request), now)
    client_marks.record([(sender.player.pk, sender.client)], now)
    return made


def _form(request: HttpRequest, form: TournamentForm, status: int = 200) -> HttpResponse:
    context = form_context(request, form, lambda game: reverse("new-tournament", args=[game]))
    return render(request, "tournaments/new.html", context, status=status)


@require_safe
def show(request: Request, public_id: str) -> HttpResponse:
    return _page(request, tournament_or_404(public_id))


def tournament_or_404(public_id: str) -> Table:
    tournament = Tournament.objects.select_related("maker").filter(public_id=public_id).first()
    if tournament is None:
        raise Http404(_("There is no tournament at this address."))
    return Table(Record(tournament), clock.now())


def visible_or_404(request: Request, public_id: str) -> Table:
    """Return a tournament; raise Http404 if there is none or the reader may not see it."""
    table = tournament_or_404(public_id)
    if not table.may_see(request.visitor.player_id):
        raise Http404(_("There is no tournament at this address."))
    return table


def _page(
    request: Request,
    table: Table,
    form: NameForm | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    """Return the page of a tournament; of a private one, others see the terms and may join."""
    player_id = request.visitor.player_id
    moderates = accounts.role_of_account(request.visitor.account) is not None
    context: dict[str, Any] = own_context(table, player_id, moderates=moderates) | {
        "closed_to": table.closed_to(player_id),
        "form": form or empty_form(request),
        "added": NameForm(prefix="added"),
        "refusal": refusal,
        "cmd": secrets.token_urlsafe(12),
        **_shown_to_all(request, table),
    }
    visible = table.may_see(player_id)
    template = "tournaments/tournament.html" if visible else "tournaments/private.html"
    return render(request, template, context, status=status)


def _shown_to_all(request: Request, table: Table) -> dict[str, Any]:
    """Return the context of what everybody sees: the boards, and the link unless nobody else can join."""
    shared = sharing.link_for_others(request, reverse("tournament", args=[table.tournament.public_id]))
    return {
        "table": table,
        "tournament": table.tournament,
        "game": table.game,
        "has_boards": running_games(table.tournament) is not None,
        "closed_to_all": table.closed_to(None),
        **shared._asdict(),
        "qr": sharing.qr_code(shared.link),
    }


@require_safe
def screen(request: Request, public_id: str) -> HttpResponse:
    """Show the standings and the running games of a tournament on the screen of a hall."""
    table = visible_or_404(request, public_id)
    return render(request, "tournaments/screen.html", _shown_to_all(request, table))


@form_view(limits.JOINS)
def join(request: Request, public_id: str) -> HttpResponse:
    """Take part under the name in the form."""
    tournament_or_404(public_id)
    if request.method != "POST":
        return redirect("tournament", public_id)
    rejected = join_by_name(
        request,
        lambda sender, name: members.join(public_id, sender.player, name, sender.client, clock.now()),
    )
    if rejected:
        return _page(request, tournament_or_404(public_id), rejected.form, status=rejected.status)
    return redirect("tournament", public_id)


Deed = Callable[[str, Player, Mapping[str, str]], object]
"""Function of the tournament's public id, the person who sends the form, and its fields. Raises Refused."""

DEEDS: Mapping[str, Deed] = {
    "start": lambda public_id, player, sent: games.start(public_id, player.pk, clock.now()),
    "end": lambda public_id, player, sent: games.end(public_id, player.pk, clock.now()),
    "close": lambda public_id, player, sent: members.close(public_id, player.pk, closed=True),
    "open": lambda public_id, player, sent: members.close(public_id, player.pk, closed=False),
    "add": lambda public_id, player, sent: members.add(
        public_id, player.pk, cleaned(sent.get("added-name", "")), clock.now()
    ),
    "remove": lambda public_id, player, sent: members.remove(
        public_id, player.pk, _number(sent, "number"), clock.now()
    ),
    "settle": lambda public_id, player, sent: games.settle(
        public_id, player.pk, _number(sent, "pairing"), sent.get("outcome", ""), clock.now()
    ),
    "play": lambda public_id, player, sent: games.play(
        public_id, player, _number(sent, "pairing"), clock.now()
    ),
    "screen": lambda public_id, player, sent: games.play_at_one_screen(
        public_id, player, _number(sent, "pairing"), clock.now()
    ),
    "leave": lambda public_id, player, sent: members.leave(public_id, player.pk, clock.now()),
    "pause": lambda public_id, player, sent: members.pause(public_id, player.pk, paused=True),
    "resume": lambda public_id, player, sent: members.pause(public_id, player.pk, paused=False),
    "again": lambda public_id, player, sent: members.make_again(public_id, player, clock.now()),
}
"""Actions on the page of a tournament, by the field ``do`` of its forms."""
BEGINS = ("play", "screen")
"""Deeds that may lead to a match."""
NUMBER_LIMIT = 2**31


@form_view(limits.FORMS)
def act(request: Request, public_id: str) -> HttpResponse:
    """Carry out what a form of the page asks for."""
    if request.method != "POST":
        return redirect("tournament", public_id)
    table = tournament_or_404(public_id)
    what, _space, which = request.POST.get("do", "").partition(" ")
    sent = request.POST.dict() | ({"pairing": which} if which else {})
    player = request.visitor.player
    try:
        if player is None:
            raise Refused(Refusal("nobody"))
        if what not in DEEDS:
            raise Refused(Refusal("not_done"))
        if table.record.entry_of(player.pk):
            client_marks.record([(player.pk, request.visitor.client)], clock.now())
        done = DEEDS[what](public_id, player, sent)
    except Refused as error:
        table = tournament_or_404(public_id)
        return _page(request, table, refusal=error.refusal, status=status_of(error.refusal))
    if what in BEGINS and (match := games.match_of(_number(sent, "pairing"))):
        return redirect("match", match)
    if what == "start" and table.tournament.system == System.EVENING:
        begun = tournament_or_404(public_id)
        own = own_games(begun.record, player.pk, begun.now)
        return redirect(own[0].address) if own and own[0].address else redirect("tournament", public_id)
    return redirect("tournament", done if isinstance(done, str) else public_id)


def _number(sent: Mapping[str, str], field: str) -> int:
    text = sent.get(field, "")
    return int(text) if text.isascii() and text.isdecimal() and int(text[:12]) < NUMBER_LIMIT else 0
