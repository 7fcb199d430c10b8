"""Friends: a player's own list of them, and requests."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from games_app.lib import clock
from games_app.lib.refusals import Refusal
from games_app.models import Account, Match, Player
from games_app.rules import get_game
from games_app.services.people import friends
from games_app.services.queries import contacts, match_lists
from games_app.services.queries.contacts import Friend
from games_app.views import limits
from games_app.views.access import own_path, person_or_404
from games_app.views.http import form_view
from games_app.views.lobby import last_choice
from games_app.views.sharing import qr_code
from games_app.views.visitors import Request, address_of


@form_view(limits.FORMS)
def own_friends(request: Request) -> HttpResponse:
    """Show the friends and who of them is here; on POST, store whether friends see the player's presence."""
    own = request.visitor.account
    if own is None:
        return render(request, "friends_none.html")
    if request.method == "POST":
        friends.set_shows_presence(own, shows=request.POST.get("shows") == "yes")
        return redirect(f"{reverse('friends')}?saved#presence-title")
    return render(request, "friends.html", _context(request, own))


def _context(request: Request, own: Account) -> dict[str, Any]:
    player = own.player
    found = contacts.contacts_of([player.pk], clock.now())[player.pk]
    last = contacts.last_matches(player.pk, [one.player.pk for one in found.friends])
    link = request.build_absolute_uri(reverse("player", args=[player.public_id]))
    return {
        "account": own,
        "friends": [(one, _terms(one, last)) for one in found.friends],
        "asking": found.asking,
        "asked": found.asked,
        "invitations": found.invitations,
        "usual": last_choice(request, "days"),
        "link": link,
        "qr": qr_code(link),
        "cmd": secrets.token_urlsafe(12),
    }


def _terms(friend: Friend, last: Mapping[int, Match]) -> dict[str, str]:
    """Return the last match with a friend, in words; empty if there is none."""
    match = last.get(friend.player.pk)
    if match is None:
        return {}
    words = ", ".join(filter(None, (str(get_game(match.game).name), match_lists.variant(match))))
    return {"match": match.public_id, "words": words}


@form_view(limits.FRIENDS)
def change(request: Request, public_id: str) -> HttpResponse:
    """Ask the person to be friends or agree, or with ``do=end`` end, withdraw or decline it."""
    me, other = request.visitor.player, person_or_404(public_id)
    onward = own_path(request, request.POST.get("next", "")) or reverse("player", args=[public_id])
    if request.method != "POST":
        return redirect("player", public_id)
    if me is None:
        return _refused(request, other, Refusal("friends_need_accounts"))
    if request.POST.get("do") == "end":
        friends.end(me, other)
        return redirect(onward)
    refusal = friends.ask(me, other, clock.now(), address_of(request))
    return _refused(request, other, refusal) if refusal else redirect(onward)


def _refused(request: Request, other: Player, refusal: Refusal) -> HttpResponse:
    return render(request, "not_invited.html", {"whose": other, "refusal": refusal}, status=409)
