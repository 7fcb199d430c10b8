"""The page of an owner's bots: turning an account into one, and the challenges that each takes."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from games_app.forms.bots import BotForm, TurningForm
from games_app.lib import clock
from games_app.models import Account, Bot
from games_app.services.people import bots
from games_app.views import limits
from games_app.views.http import form_view
from games_app.views.reauth import by_password
from games_app.views.visitors import Request


@sensitive_post_parameters("password")
@form_view(limits.FORMS)
def own_bots(request: Request) -> HttpResponse:
    """Show the account's bots; on POST, turn another account into one, or store what a bot takes."""
    own = request.visitor.account
    if own is None:
        return redirect(f"{reverse('account')}?next={reverse('bots')}")
    if request.method != "POST":
        return _page(request, own)
    if request.POST.get("do") == "turn":
        return _turn(request, own)
    return _store(request, own)


def _turn(request: Request, own: Account) -> HttpResponse:
    """Make an account a bot: its password proves that it is the owner's."""
    form = TurningForm(request.POST)
    if not form.is_valid():
        return _page(request, own, turning=form, status=422)
    account = by_password(request, form.cleaned_data["name"], form.cleaned_data["password"])
    if account is None:
        form.add_error("password", _("No account has this name with this password."))
        return _page(request, own, turning=form, status=422)
    if refusal := bots.turn_into_bot(account, own, clock.now()):
        form.add_error("name", refusal.message)
        return _page(request, own, turning=form, status=409)
    return redirect("bots")


def _store(request: Request, own: Account) -> HttpResponse:
    which = request.POST.get("which", "")
    bot = bots.bots_of_owner(own).filter(pk=which).first() if which.isdecimal() and len(which) < 19 else None
    if bot is None:
        raise Http404
    form = BotForm(bot, request.POST)
    if not form.is_valid():
        return _page(request, own, changed=(bot, form), status=422)
    for name, value in form.cleaned_data.items():
        setattr(bot, name, value)
    bot.save(update_fields=list(form.cleaned_data))
    return redirect(f"{reverse('bots')}?saved={bot.pk}#bot-{bot.pk}")


def _page(
    request: Request,
    own: Account,
    *,
    turning: TurningForm | None = None,
    changed: tuple[Bot, BotForm] | None = None,
    status: int = 200,
) -> HttpResponse:
    forms = [(bot, BotForm(bot)) for bot in bots.bots_of_owner(own)]
    context = {
        "bots": [changed if changed and changed[0] == bot else (bot, form) for bot, form in forms],
        "turning": turning or TurningForm(auto_id="turn_%s"),
        "is_bot": bots.is_bot(own.player_id),
        "saved": request.GET.get("saved", ""),
    }
    return render(request, "bots.html", context, status=status)
