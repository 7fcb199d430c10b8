"""The page on which a player chooses a name."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from games_app.forms.new_match import NameForm
from games_app.lib import clock
from games_app.services.people import accounts, appeals, players
from games_app.services.people.accounts import NameReserved
from games_app.views import limits
from games_app.views.http import form_view
from games_app.views.matches import take_name
from games_app.views.own_path import own_path
from games_app.views.visitors import get_or_create_player


@form_view(limits.NAMES)
def name(request: HttpRequest) -> HttpResponse:
    """Show the name form; on POST, rename the player and redirect back to ``next``."""
    back = own_path(request, request.POST.get("next") or request.GET.get("next") or "") or reverse("home")
    if request.method != "POST":
        person = players.current(request.session)
        return _page(request, NameForm(initial={"name": person.name if person else ""}), back)
    form = NameForm(request.POST)
    if not form.is_valid():
        return _page(request, form, back, status=422)
    try:
        take_name(get_or_create_player(request), form.cleaned_data["name"])
    except NameReserved as error:
        form.add_error("name", str(error))
        return _page(request, form, back, status=409)
    return HttpResponseRedirect(back)


def _page(request: HttpRequest, form: NameForm, back: str, status: int = 200) -> HttpResponse:
    person = players.current(request.session)
    context = {
        "form": form,
        "next": back,
        "has_account": accounts.of(person) is not None,
        "sanctioned": person is not None and appeals.sanctions_of(person, clock.now()).exists(),
    }
    return render(request, "name.html", context, status=status)
