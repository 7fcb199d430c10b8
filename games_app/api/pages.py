"""Pages of an account's programs: its API tokens and its bots."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from games_app.api.forms import BotForm, TokenForm, TurningForm
from games_app.door import limits
from games_app.door.http import form_view
from games_app.door.visitors import Request
from games_app.lib import clock
from games_app.models import Account, Bot
from games_app.pages.reauth import by_password, passkey_site, proves
from games_app.people import api_tokens, bots, passkeys, sanctions


@sensitive_post_parameters()
@form_view(limits.FORMS)
def own_tokens(request: Request) -> HttpResponse:
    """List the tokens of the account; on POST, make or revoke one."""
    own = request.visitor.account
    if own is None:
        return redirect(f"{reverse('account')}?next={reverse('tokens')}")
    if request.method != "POST":
        return _tokens_page(request, own)
    if request.POST.get("do") == "revoke":
        which = request.POST.get("which", "")
        api_tokens.revoke(own, int(which) if which.isdecimal() and len(which) < 19 else 0)
        return redirect("tokens")
    return _make_token(request, own)


def _make_token(request: Request, own: Account) -> HttpResponse:
    """Make a token if the form proves that the account is the sender's, and show it this once."""
    form, now = TokenForm(request.POST), clock.now()
    if not proves(request, own, form):
        return _tokens_page(request, own, 422, form=form)
    if sanctions.refusal(own.player_id, "", now):
        form.add_error(None, _("You can't make tokens while a moderator has paused your account."))
        return _tokens_page(request, own, 403, form=form)
    sent = form.cleaned_data
    token = api_tokens.make(own, sent["program"], now, scopes=sent["scopes"], days=sent["days"])
    if not token:
        form.add_error(None, _("You have too many tokens. Revoke one first."))
        return _tokens_page(request, own, 409, form=form)
    return _tokens_page(request, own, token=token)


def _tokens_page(request: Request, own: Account, status: int = 200, **told: Any) -> HttpResponse:
    context = {
        "account": own,
        "form": TokenForm(),
        "tokens": api_tokens.tokens_of(own),
        "now": clock.now(),
        "signs": passkey_site(request) is not None and passkeys.passkeys_of(own).exists(),
        "document": reverse("api"),
        **told,
    }
    return render(request, "api/tokens.html", context, status=status)


@sensitive_post_parameters("password")
@form_view(limits.FORMS)
def own_bots(request: Request) -> HttpResponse:
    """Show the account's bots; on POST, turn another account into one, or store what a bot takes."""
    own = request.visitor.account
    if own is None:
        return redirect(f"{reverse('account')}?next={reverse('bots')}")
    if request.method != "POST":
        return _bots_page(request, own)
    if request.POST.get("do") == "turn":
        return _turn_into_bot(request, own)
    return _store_bot(request, own)


def _turn_into_bot(request: Request, own: Account) -> HttpResponse:
    """Make an account a bot: its password proves that it is the owner's."""
    form = TurningForm(request.POST)
    if not form.is_valid():
        return _bots_page(request, own, turning=form, status=422)
    account = by_password(request, form.cleaned_data["name"], form.cleaned_data["password"])
    if account is None:
        form.add_error("password", _("No account has this name with this password."))
        return _bots_page(request, own, turning=form, status=422)
    if refusal := bots.turn_into_bot(account, own, clock.now()):
        form.add_error("name", refusal.message)
        return _bots_page(request, own, turning=form, status=409)
    return redirect("bots")


def _store_bot(request: Request, own: Account) -> HttpResponse:
    which = request.POST.get("which", "")
    bot = bots.bots_of_owner(own).filter(pk=which).first() if which.isdecimal() and len(which) < 19 else None
    if bot is None:
        raise Http404
    form = BotForm(bot, request.POST)
    if not form.is_valid():
        return _bots_page(request, own, changed=(bot, form), status=422)
    for name, value in form.cleaned_data.items():
        setattr(bot, name, value)
    bot.save(update_fields=list(form.cleaned_data))
    return redirect(f"{reverse('bots')}?saved={bot.pk}#bot-{bot.pk}")


def _bots_page(
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
    return render(request, "api/bots.html", context, status=status)
