"""The page on which a player withdraws: their name and notes are removed from the site."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from games_app.forms.accounts import ProofForm
from games_app.lib.names import WITHDRAWN
from games_app.lib.refusals import Refusal
from games_app.models import Player
from games_app.services.commands import withdrawal
from games_app.services.people import accounts, passkeys, players
from games_app.store.writer import writer
from games_app.views import device_cookie, limits
from games_app.views.http import form_view
from games_app.views.proving import passkey_site, proves


@sensitive_post_parameters()
@form_view(limits.FORMS)
def withdraw(request: HttpRequest) -> HttpResponse:
    """Explain the withdrawal; on a confirmed POST, carry it out. After a failure it can be resumed.

    Whoever has an account proves that it is theirs; of a guest, the browser is all that there is.
    """
    person = players.current(request.session)
    if request.method != "POST" or person is None:
        return _page(request, person)
    if request.POST.get("sure") != "yes":
        problem = _("Tick the box first: nothing brings your name back.")
        return _page(request, person, 422, problem=problem)
    own, proof = accounts.of(person), ProofForm(request.POST)
    if own and not proves(request, own, proof):
        return _page(request, person, 422, proof=proof)
    for one in withdrawal.guises(person):
        if not (failed := _carry_out(one)):
            withdrawal.erase(one)
            # Another page of theirs may have begun a match meanwhile; after erase() none can.
            failed = _carry_out(one)
        if failed:
            return _page(request, person, 503, problem=failed.message)
    request.session.flush()
    return device_cookie.forget(_page(request, None, done=True))


def _carry_out(person: Player) -> Refusal | None:
    """End the player's matches and remove their names; return the refusal if a step failed."""
    for step in (withdrawal.endings, withdrawal.farewells):
        for answer in writer.ask_all(step(person)):
            if answer.refusal and answer.refusal.code not in withdrawal.ENDED:
                return answer.refusal
    return None


def _page(request: HttpRequest, person: Player | None, status: int = 200, **told: Any) -> HttpResponse:
    own = accounts.of(person)
    context = {
        "known": person is not None,
        "account": own,
        "proof": ProofForm(),
        "signs": own is not None and passkey_site(request) is not None and passkeys.of(own).exists(),
        "withdrawn": WITHDRAWN,
        **told,
    }
    return render(request, "withdraw.html", context, status=status)
