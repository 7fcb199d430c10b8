"""Pages of clubs: the list, the form of a club, the invitation, and one club with its forms."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games_app import site_settings
from games_app.clubs import classes, members, notices, running, teachers, tournaments
from games_app.clubs.classes import Card
from games_app.clubs.forms import ClubForm, NoticeForm
from games_app.clubs.invitations import accept_by_name, find_invited
from games_app.clubs.ladder import ladder_of
from games_app.clubs.record import Record, Role, Sight
from games_app.clubs.round_wall import own_round
from games_app.door import limits
from games_app.door.access import command_id
from games_app.door.http import form_view, status_of
from games_app.door.visitors import Request, suggested_name
from games_app.games.rules import GAMES, Game, get_game
from games_app.lib import clock
from games_app.lib.refusals import Refusal, Refused
from games_app.models import Club, ClubMember, Match, Player
from games_app.pages import sharing
from games_app.pages.forms.terms_form import choice_field
from games_app.pages.new_match import form_context
from games_app.pages.watch import cards_context
from games_app.tournaments.forms import AUDIENCES, TournamentForm
from games_app.tournaments.pages import make_by_form

LISTED = 50
"""Maximum number of clubs in a list."""


@require_safe
def show_list(request: Request) -> HttpResponse:
    """Show the reader's clubs, and those that everybody can see."""
    player_id = request.visitor.player_id
    places = ClubMember.objects.filter(player=player_id, left_at=None).select_related("club")
    mine = sorted((place.club for place in places), key=lambda club: club.name.casefold())
    seen = Club.objects.exclude(visibility=Club.Visibility.HIDDEN).exclude(pk__in=[club.pk for club in mine])
    context = {
        "mine": mine,
        "others": seen.order_by("-created_at")[:LISTED],
        "allows_classes": site_settings.current().classes,
        "first_game": next(iter(GAMES)),
    }
    return render(request, "clubs/list.html", context)


@form_view(limits.NEW_MATCHES)
def new(request: Request, *, is_class: bool = False) -> HttpResponse:
    """Show the form of a new club or class; on POST, make it, once even if sent twice."""
    if is_class and not site_settings.current().classes:
        raise Http404(_("This site allows no classes. Its owner can change that on the host's page."))
    owner = request.visitor.player
    if owner is None or request.visitor.account is None:
        return render(request, "clubs/needs_account.html")
    form = ClubForm(request.POST if request.method == "POST" else None)
    if is_class:
        form.for_class()
    if form.is_valid():
        try:
            made = members.make(owner, *form.chosen, command_id(request), clock.now(), is_class=is_class)
            return redirect("club", made.public_id)
        except Refused as error:
            form.add_error(None, str(error))
            return _form(request, form, is_class=is_class, status=status_of(error.refusal))
    return _form(request, form, is_class=is_class, status=422 if form.errors else 200)


@form_view(limits.FORMS)
def change(request: Request, public_id: str) -> HttpResponse:
    """Show the form of the club to its owner; on POST, store it."""
    record = visible_or_404(request, public_id)
    club, player_id = record.club, request.visitor.player_id
    if record.role(player_id) != Role.OWNER:
        refusal = Refusal("not_in_club.owner", {"name": record.owner.name})
        return _page(request, record, refusal=refusal, status=403)
    stored = {"name": club.name, "colour": club.colour, "visibility": club.visibility}
    form = ClubForm(request.POST if request.method == "POST" else None, initial=stored)
    if club.is_class:
        form.for_class()
    if form.is_valid():
        members.change(public_id, player_id, *form.chosen)
        return redirect("club", public_id)
    return _form(request, form, club, is_class=club.is_class, status=422 if form.errors else 200)


def _form(
    request: Request, form: ClubForm, club: Club | None = None, *, is_class: bool, status: int = 200
) -> HttpResponse:
    context = {"form": form, "club": club, "is_class": is_class, "cmd": secrets.token_urlsafe(12)}
    return render(request, "clubs/form.html", context, status=status)


@require_safe
def show(request: Request, public_id: str) -> HttpResponse:
    """Show a club, as far as the reader may see it."""
    return _page(request, visible_or_404(request, public_id))


def visible_or_404(request: Request, public_id: str) -> Record:
    """Return a club; raise Http404 if there is none or the reader may not know of it."""
    club = Club.objects.filter(public_id=public_id).first()
    if club is not None:
        record = Record(club)
        if record.sight(request.visitor.player_id) > Sight.NOTHING:
            return record
    raise Http404(_("There is no club at this address."))


def _page(
    request: Request,
    record: Record,
    notice: NoticeForm | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    """Return the page of a club, or for people who may not see more its name."""
    player_id, now, club = request.visitor.player_id, clock.now(), record.club
    sight = record.sight(player_id)
    context: dict[str, Any] = {"record": record, "club": club, "refusal": refusal}
    if sight < Sight.PAGE:
        return render(request, "clubs/closed.html", context, status=status)
    games = running.games_of(club)
    ladders = {get_game(slug): lines for slug, lines in ladder_of(club, record.members).items()}
    context |= {
        "role": record.role(player_id),
        "runs": record.runs(player_id),
        "notices": notices.shown(club, player_id) if sight == Sight.ALL and player_id else None,
        "notice": notice or NoticeForm(),
        "tournaments": tournaments.shown(record, player_id, now),
        "ladders": sorted(ladders.items(), key=lambda ladder: -len(ladder[1])),
        "first_game": next(iter(GAMES)),
        **cards_context(games.picked(now), games.also or Match.Visibility.PUBLIC),
        **own_round(club, player_id),
        **_invitation(request, record),
        **(_class_context(record, player_id) if club.is_class else {}),
    }
    return render(request, "clubs/club.html", context, status=status)


def _invitation(request: Request, record: Record) -> dict[str, Any]:
    """Return the link that this reader may send, and its code: for members, in a class for teachers."""
    club, role = record.club, record.role(request.visitor.player_id)
    if club.is_class and role == Role.OWNER:
        path = reverse("teach-class", args=[teachers.invitation(club)])
    elif record.runs(request.visitor.player_id) and not club.is_class:
        path = reverse("join-club", args=[club.invitation])
    else:
        return {}
    shared = sharing.link_for_others(request, path)
    return {**shared._asdict(), "qr": sharing.qr_code(shared.link)}


def _class_context(record: Record, player_id: int | None) -> dict[str, Any]:
    """Return the children of a class, the other teachers, and the classes to which a child may move."""
    others = Club.objects.filter(
        is_class=True, members__player=player_id, members__role=Role.OWNER, members__left_at=None
    )
    return {
        "children": classes.children(record),
        "teachers": [member for member in record.members if member.role == Role.HELPER],
        "other_classes": others.exclude(pk=record.club.pk).order_by("name"),
    }


@form_view(limits.JOINS)
def join(request: Request, token: str) -> HttpResponse:
    """Show the invitation to a club; on POST, become a member."""
    club = find_invited(request, members.invited_to, token)
    if club is None:
        return render(request, "clubs/invitation.html", {}, status=410)
    record = Record(club)
    if record.member(request.visitor.player_id):
        return redirect("club", club.public_id)
    return accept_by_name(
        request,
        "clubs/invitation.html",
        {"record": record, "club": club},
        lambda sender: members.join(token, sender.player, sender.client, clock.now()),
        ("club", club.public_id),
    )


@form_view(limits.NEW_MATCHES)
def new_tournament(request: Request, public_id: str, game: Game) -> HttpResponse:
    """Show the form of a tournament for the club; on POST, make it, once even if sent twice."""
    record, player_id = visible_or_404(request, public_id), request.visitor.player_id
    if player_id is None or not record.runs(player_id):
        return _page(request, record, refusal=Refusal("not_in_club.helper"), status=403)
    form = TournamentForm(
        game, request.POST if request.method == "POST" else None, name=suggested_name(request)
    )
    if record.club.visibility != Club.Visibility.PUBLIC:
        form.fields["visibility"].initial = Match.Visibility.LINK
    if record.club.is_class:
        only = Match.Visibility.SEATS
        field = choice_field(form, "visibility")
        field.choices, field.initial = [choice for choice in AUDIENCES if choice[0] == only], only
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            made = make_by_form(request, form)
            tournaments.add(record.club, made, player_id)
            return redirect("tournament", made.public_id)
        except Refused as error:
            form.refuse(error.refusal)
            status = status_of(error.refusal)
    context = form_context(
        request, form, lambda other: reverse("new-club-tournament", args=[public_id, other])
    )
    return render(request, "tournaments/new.html", context, status=status)


Deed = Callable[[str, Player, Mapping[str, str]], object]
"""Function of the club's public id, the person who sends the form, and its fields. Raises Refused."""

DEEDS: Mapping[str, Deed] = {
    "leave": lambda public_id, player, sent: members.leave(public_id, player.pk, clock.now()),
    "take_out": lambda public_id, player, sent: members.take_out(
        public_id, player.pk, sent.get("player", ""), clock.now()
    ),
    "helper": lambda public_id, player, sent: members.set_helper(
        public_id, player.pk, sent.get("player", ""), is_helper=True
    ),
    "member": lambda public_id, player, sent: members.set_helper(
        public_id, player.pk, sent.get("player", ""), is_helper=False
    ),
    "hand_over": lambda public_id, player, sent: members.hand_over(
        public_id, player.pk, sent.get("player", "")
    ),
    "renew": lambda public_id, player, sent: members.renew_link(public_id, player.pk),
    "close": lambda public_id, player, sent: members.close(public_id, player.pk),
    "rename_child": lambda public_id, player, sent: classes.rename(
        public_id, player.pk, sent.get("player", ""), sent.get("name", "")
    ),
    "remove_child": lambda public_id, player, sent: classes.remove(
        public_id, player.pk, sent.get("player", "")
    ),
    "move_child": lambda public_id, player, sent: classes.move(
        public_id, player.pk, sent.get("player", ""), sent.get("which", ""), clock.now()
    ),
    "delete_class": lambda public_id, player, sent: classes.delete(public_id, player.pk),
    "take_down": lambda public_id, player, sent: notices.take_down(
        public_id, player.pk, _number(sent, "which")
    ),
    "post": lambda public_id, player, sent: notices.post(
        public_id, player.pk, sent.get("text", ""), sent["address"], clock.now()
    ),
}
"""Actions on the page of a club, by the field ``do`` of its forms."""
NUMBER_LIMIT = 2**31
NAMES_TYPED = 4000
"""Maximum characters of pasted names that are read."""


@form_view(limits.FORMS)
def act(request: Request, public_id: str) -> HttpResponse:
    """Carry out what a form of the page asks for."""
    if request.method != "POST":
        return redirect("club", public_id)
    record, player = visible_or_404(request, public_id), request.visitor.player
    if request.POST.get("do", "") in CARD_DEEDS and player:
        return _with_cards(request, record, player)
    what, _space, which = request.POST.get("do", "").partition(" ")
    notice = NoticeForm(request.POST) if what == "post" else None
    if notice and not notice.is_valid():
        return _page(request, record, notice, status=422)
    sent = (
        request.POST.dict()
        | {"address": request.visitor.client.address}
        | ({"which": which} if which else {})
    )
    try:
        if player is None:
            raise Refused(Refusal("nobody"))
        if what not in DEEDS:
            raise Refused(Refusal("not_done"))
        DEEDS[what](public_id, player, sent)
    except Refused as error:
        status = status_of(error.refusal)
        if notice:
            notice.add_error("text", str(error))
            return _page(request, record, notice, status=status)
        return _page(request, visible_or_404(request, public_id), refusal=error.refusal, status=status)
    return redirect("clubs") if what in ("leave", "close", "delete_class") else redirect("club", public_id)


CARD_DEEDS: Mapping[str, Callable[[str, Player, Mapping[str, str]], list[Card]]] = {
    "add_children": lambda public_id, player, sent: classes.add(
        public_id, player.pk, sent.get("names", "")[:NAMES_TYPED], clock.now()
    ),
    "new_card": lambda public_id, player, sent: classes.replace_cards(
        public_id, player.pk, sent.get("player", "") or "nobody", clock.now()
    ),
    "new_cards": lambda public_id, player, sent: classes.replace_cards(public_id, player.pk, "", clock.now()),
}
"""Actions that make cards, which the answer shows: their words are stored nowhere."""


def _with_cards(request: Request, record: Record, player: Player) -> HttpResponse:
    """Carry out an action that makes cards, and show them once."""
    try:
        cards = CARD_DEEDS[request.POST["do"]](record.club.public_id, player, request.POST.dict())
    except Refused as error:
        return _page(request, record, refusal=error.refusal, status=status_of(error.refusal))
    address = sharing.link_for_others(request, reverse("card")).link
    shown = []
    for card in cards:
        # After "#", the words reach no log of a server.
        shown.append((card, sharing.qr_code(f"{address}#{card.words.replace(' ', '-')}")))
    context = {"club": record.club, "cards": shown, "address": address}
    answer = render(request, "clubs/cards.html", context)
    patch_cache_control(answer, private=True, no_store=True)
    return answer


def _number(sent: Mapping[str, str], field: str) -> int:
    text = sent.get(field, "")
    return int(text) if text.isascii() and text.isdecimal() and int(text[:12]) < NUMBER_LIMIT else 0
