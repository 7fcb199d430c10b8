"""Accounts: opening one, logging in and out, names, passwords, passkeys, and withdrawal."""

from __future__ import annotations

import logging
from typing import Any
from urllib.parse import urlencode

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from games_app.door import limits
from games_app.door.access import own_path
from games_app.door.http import answers_json, form_view, refused
from games_app.door.visitors import Request, browser_title, enforce_rate, get_or_create_player
from games_app.lib import clock
from games_app.lib.names import WITHDRAWN
from games_app.lib.refusals import Refusal, Refused
from games_app.models import Account, Player
from games_app.pages.devices import clear_browser, forget_device, remember_device, sign_in
from games_app.pages.forms.accounts import (
    LogInForm,
    OpenAccountForm,
    OwnNameForm,
    PasskeyForm,
    PasswordForm,
    ProofForm,
)
from games_app.pages.reauth import by_passkey, by_password, passkey_context, passkey_site, proves
from games_app.people import accounts, devices, faces, mail_addresses, passkeys, sanctions, signals
from games_app.people.locked import must_not_be_locked
from games_app.people.passkeys import Site
from games_app.record import use_cases
from games_app.record.commands import identity

log = logging.getLogger(__name__)

REMOVAL_IDS = "removal_%s"
"""Ids of the second form on the account's page that asks for proof."""


@sensitive_post_parameters()
@form_view(limits.FORMS)
def account(request: Request) -> HttpResponse:
    """Show the player's account, or the form to open one; on POST, open, change or close it."""
    own = request.visitor.account
    if own is None:
        return _open(request, request.visitor.player)
    if request.method != "POST":
        return _own_page(request, own, PasswordForm())
    match request.POST.get("do"):
        case "password":
            return _change_password(request, own)
        case "passkey":
            return _add_passkey(request, own)
        case "remove":
            return _remove_passkey(request, own)
        case "invitations":
            enforce_rate(request, limits.NAMES, "too_many_forms")
            accounts.set_open_to_invitations(own, is_open=request.POST.get("open") == "yes")
            return redirect(f"{reverse('account')}?saved#invitations-title")
        case "close":
            return _close(request, own)
        case _:
            return redirect("account")


@sensitive_post_parameters()
@form_view(limits.FORMS)
def log_in(request: Request) -> HttpResponse:
    """Show the form; on POST, make this browser the account's player."""
    signed = bool(request.POST.get("passkey"))
    form = LogInForm(None if signed else request.POST or None, initial={"name": request.POST.get("name", "")})
    if request.method != "POST" or not (signed or form.is_valid()):
        return _log_in_page(request, form, 422 if form.errors else 200)
    own = by_passkey(request) if signed else by_password(request, **form.cleaned_data)
    if own is None and signed:
        return _log_in_page(request, form, 422, problem=_("No account here has this passkey. Try again."))
    if own is None:
        form.add_error("password", _("No account has this name with this password."))
        return _log_in_page(request, form, 422)
    here = request.visitor.player
    guest = here if here and here != own.player and not here.account_or_none else None
    if guest and request.POST.get("bring") not in ("yes", "no"):
        going, staying = identity.going_over(guest, own.player)
        if going or staying:
            return _log_in_page(request, form, 409, going=len(going), staying=staying)
    if guest and request.POST.get("bring") != "no" and not use_cases.bring_along(guest, own.player):
        problem = _("Your matches can't be moved to the account right now. Try again.")
        return _log_in_page(request, form, 503, problem=problem)
    onward = _onward(request) or f"{reverse('history')}?mine=1"
    return sign_in(request, own, onward, with_password=not signed)


def _onward(request: HttpRequest) -> str:
    """Return the path of ``?next=``, where the reader came from; empty if it is not on this site."""
    return own_path(request, request.GET.get("next", ""))


def _log_in_page(request: HttpRequest, form: LogInForm, status: int, **extra: Any) -> HttpResponse:
    onward = request.GET.get("next", "")
    query = f"?{urlencode({'next': onward})}" if onward else ""
    context = {"form": form, "onward": query, **passkey_context(request), **extra}
    return render(request, "login.html", context, status=status)


@require_POST
@form_view(limits.FORMS)
def log_out(request: Request) -> HttpResponse:
    """End the session of a player with an account. A guest's stays, because it would be lost."""
    if request.visitor.account is None:
        return redirect("account")
    key = request.session.session_key or ""
    devices.sign_out_this(key, clock.now())
    signals.sessions_ended.send(None, session_keys=[key])
    request.session.flush()
    return clear_browser(redirect("home"))


def _open(request: Request, guest: Player | None) -> HttpResponse:
    if request.method != "POST":
        form = OpenAccountForm(initial={"name": guest.name if guest and guest.chose_name else ""})
        return _opening_page(request, form, guest)
    form = OpenAccountForm(request.POST)
    if not form.is_valid():
        return _opening_page(request, form, guest, status=422)
    enforce_rate(request, limits.NEW_MATCHES, "too_many_forms")
    player = get_or_create_player(request)
    try:
        use_cases.take_name(player, form.cleaned_data["name"])
        own = accounts.open_account(player, form.cleaned_data["password"], clock.now())
    except Refused as error:
        form.add_error("name", str(error))
        return _opening_page(request, form, guest, status=409)
    if request.POST.get("mail") == "remove":
        mail_addresses.forget_address(player)
    return sign_in(request, own, _onward(request) or "account", with_password=True)


def _opening_page(
    request: HttpRequest, form: OpenAccountForm, player: Player | None, status: int = 200
) -> HttpResponse:
    """Return the form, with the guest's confirmed address: mails to it will reset the password."""
    mail = mail_addresses.mail_address_of(player) if player and mail_addresses.offered() else None
    return render(request, "account_open.html", {"form": form, "mail": mail}, status=status)


def _change_password(request: Request, own: Account) -> HttpResponse:
    form = PasswordForm(request.POST)
    if form.is_valid() and by_password(request, own.name, form.cleaned_data["present"]) is None:
        form.add_error("present", _("That is not your current password."))
    if not form.is_valid():
        return _own_page(request, own, form, status=422)
    accounts.set_password(own, form.cleaned_data["password"])
    accounts.prove(request.session, own)
    devices.sign_out_others(own.player, request.session.session_key or "", clock.now())
    done = _("Your password is changed. Your other devices, API tokens and webhook no longer work.")
    page = _own_page(request, own, PasswordForm(), done=done)
    return remember_device(request, page, own, with_password=True)


def _add_passkey(request: HttpRequest, own: Account) -> HttpResponse:
    """Store the passkey that a browser has made; its password was checked before the challenge."""
    site, sent, now = passkey_site(request), request.POST, clock.now()
    name = sent.get("name", "").strip()[: PasskeyForm.LONGEST] or browser_title(request)
    try:
        if site is None:
            raise passkeys.NotProved("the site was opened by a number")
        passkeys.add(request.session, site, own, sent.get("passkey", ""), name, now)
    except passkeys.NotProved as error:
        log.info("A passkey was not added: %s", error)
        problem = _("The passkey could not be added. Try again.")
        return _own_page(request, own, PasswordForm(), status=422, problem=problem)
    return redirect("account")


def _remove_passkey(request: Request, own: Account) -> HttpResponse:
    """Delete a passkey, and sign the other devices out: it may have been lost with one of them."""
    proof = ProofForm(request.POST, auto_id=REMOVAL_IDS)
    if not proves(request, own, proof):
        return _own_page(request, own, PasswordForm(), status=422, removal=proof)
    passkey = request.POST.get("which", "")
    if passkeys.remove(own, int(passkey) if passkey.isdecimal() and len(passkey) < 19 else 0):
        devices.sign_out_others(own.player, request.session.session_key or "", clock.now())
    return redirect("account")


def _close(request: Request, own: Account) -> HttpResponse:
    if request.POST.get("sure") != "yes":
        return _own_page(request, own, PasswordForm(), status=422)
    proof = ProofForm(request.POST)
    if not proves(request, own, proof):
        return _own_page(request, own, PasswordForm(), status=422, proof=proof)
    if failed := use_cases.close_account(own):
        return _own_page(request, own, PasswordForm(), status=503, unclosed=failed.message)
    return redirect("name")


def _own_page(
    request: HttpRequest, own: Account, form: Form, status: int = 200, **extra: Any
) -> HttpResponse:
    own_passkeys = list(passkeys.passkeys_of(own))
    passkey_form = PasskeyForm(initial={"name": browser_title(request)}, prefix=None, auto_id="passkey_%s")
    context: dict[str, Any] = {
        "account": own,
        "form": form,
        "proof": ProofForm(),
        "removal": ProofForm(auto_id=REMOVAL_IDS),
        "role": accounts.role_of_account(own),
        "passkeys": own_passkeys,
        **passkey_context(request),
        "passkey_form": passkey_form if len(own_passkeys) < passkeys.MAX_PASSKEYS else None,
        **extra,
    }
    return render(request, "account.html", context, status=status)


@form_view(limits.NAMES)
def change_name(request: Request) -> HttpResponse:
    """Show the name form; on POST, rename the player and redirect back to ``next``."""
    back = own_path(request, request.POST.get("next") or request.GET.get("next") or "") or reverse("home")
    if request.method != "POST":
        player = request.visitor.player
        initial = {"name": player.name, "face": player.face} if player else {}
        return _name_page(request, OwnNameForm(initial=initial), back)
    form = OwnNameForm(request.POST)
    if not form.is_valid():
        return _name_page(request, form, back, status=422)
    player = get_or_create_player(request)
    try:
        use_cases.take_name(player, form.cleaned_data["name"])
        if "face" in form.data:  # a page from before the upgrade has no faces
            faces.choose(player, form.cleaned_data["face"])
    except Refused as error:
        form.add_error("name", str(error))
        return _name_page(request, form, back, status=409)
    return HttpResponseRedirect(back)


def _name_page(request: Request, form: OwnNameForm, back: str, status: int = 200) -> HttpResponse:
    player = request.visitor.player
    context = {
        "form": form,
        "next": back,
        "has_account": request.visitor.account is not None,
        "face_of_name": faces.face_of_name(player.name) if player else faces.COMPUTER,
        "sanctioned": player is not None and sanctions.appealable_sanctions(player, clock.now()).exists(),
    }
    return render(request, "name.html", context, status=status)


@sensitive_post_parameters()
@answers_json
@require_POST
@form_view(limits.FORMS)
def new_passkey_options(request: Request) -> HttpResponse:
    """Return the challenge for a new passkey of the account, whose password was typed again."""
    own = request.visitor.account
    if own is None:
        raise Http404
    if by_password(request, own.name, request.POST.get("present", "")) != own:
        return refused(Refusal("wrong_password"))
    return JsonResponse(passkeys.ask_for_new(request.session, _site_of(request), own, clock.now()))


@answers_json
@require_POST
@form_view(limits.CHALLENGES)
def passkey_options(request: HttpRequest) -> HttpResponse:
    """Return the challenge to log in, by any passkey or by those of the typed name."""
    name = request.POST.get("name", "").strip()[:100]
    return JsonResponse(passkeys.ask_for_one(request.session, _site_of(request), name, clock.now()))


def _site_of(request: HttpRequest) -> Site:
    site = passkey_site(request)
    if site is None:
        raise Http404
    return site


@sensitive_post_parameters()
@form_view(limits.FORMS)
def withdraw(request: Request) -> HttpResponse:
    """Explain the withdrawal; on a confirmed POST, carry it out. After a failure it can be resumed.

    A player with an account proves that it is theirs. A guest has nothing but the browser.
    """
    player = request.visitor.player
    if request.method != "POST" or player is None:
        return _withdraw_page(request, player)
    must_not_be_locked(player)
    if request.POST.get("sure") != "yes":
        problem = _("Tick the box first: this can't be undone.")
        return _withdraw_page(request, player, 422, problem=problem)
    own, proof = request.visitor.account, ProofForm(request.POST)
    if own and not proves(request, own, proof):
        return _withdraw_page(request, player, 422, proof=proof)
    if failed := use_cases.withdraw(player):
        return _withdraw_page(request, player, 503, problem=failed.message)
    request.session.flush()
    return clear_browser(forget_device(_withdraw_page(request, None, done=True)))


def _withdraw_page(
    request: HttpRequest, player: Player | None, status: int = 200, **extra: Any
) -> HttpResponse:
    own = player.account_or_none if player else None
    context = {
        "known": player is not None,
        "account": own,
        "proof": ProofForm(),
        "signs": own is not None and passkey_site(request) is not None and passkeys.passkeys_of(own).exists(),
        "withdrawn": WITHDRAWN,
        **extra,
    }
    return render(request, "withdraw.html", context, status=status)
