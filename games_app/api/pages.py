"""Pages about the API: its document, laid out for people, and an account's tokens and bots."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from games_app.api.door import JSON
from games_app.api.forms import BotForm, TokenForm, TurningForm
from games_app.api.openapi import described
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


Part = Mapping[str, Any]
"""A part of the document."""


class Operation(NamedTuple):
    """A call as the page shows it, without the errors that all calls have."""

    method: str
    path: str
    call: Part
    body: Part | None
    answers: list[tuple[str, str, Part]]
    """Status, media type and schema of each answer."""
    errors: dict[str, str]


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """Show the quick start, and all calls and types of the document."""
    site = request.build_absolute_uri("/").rstrip("/")
    return render(
        request, "api/reference.html", {"site_address": site, "document": described(), **laid_out()}
    )


@cache
def laid_out() -> dict[str, Any]:
    """Return the calls by tag, and the errors that all of them have."""
    document = described()
    calls = [
        (method.upper(), path, call)
        for path, methods in document["paths"].items()
        for method, call in methods.items()
    ]
    shared = set.intersection(*(set(_errors(call).items()) for *_, call in calls))
    by_tag = {
        tag["name"]: [
            _operation(method, path, call, dict(shared))
            for method, path, call in calls
            if tag["name"] in call["tags"]
        ]
        for tag in document["tags"]
    }
    return {"tags": by_tag, "shared_errors": sorted(shared)}


def _operation(method: str, path: str, call: Part, shared: Mapping[str, str]) -> Operation:
    body = call.get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema")
    answers = [
        (status, media, content["schema"])
        for status, response in call["responses"].items()
        if status.startswith("2")
        for media, content in response["content"].items()
    ]
    own = {status: why for status, why in _errors(call).items() if shared.get(status) != why}
    return Operation(method, path, call, body, answers, own)


def _errors(call: Part) -> dict[str, str]:
    """Return why a call may fail, by status."""
    responses = call["responses"].items()
    return {status: response["description"] for status, response in responses if status >= "400"}
