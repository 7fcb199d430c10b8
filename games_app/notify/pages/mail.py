"""Pages about mail: an address for news, its confirmation and its end, and a forgotten password."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from smtplib import SMTPException

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.forms.models import model_to_dict
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters

from games_app.door import limits
from games_app.door.http import form_view
from games_app.door.strangers import remember_choice
from games_app.door.visitors import Request, enforce_rate, too_many
from games_app.lib import clock
from games_app.lib.names import looks
from games_app.lib.rate_limit import whole_seconds
from games_app.models import Account, MailAddress
from games_app.notify import emails
from games_app.notify.forms import AddressForm, ChoicesForm
from games_app.pages.devices import sign_in
from games_app.pages.forms.accounts import ForgottenForm, NewPasswordForm
from games_app.pages.reauth import by_password, own_budget
from games_app.people import accounts, devices, mail_addresses

MAIL_ERRORS = (OSError, SMTPException)

log = logging.getLogger(__name__)

Page = Callable[..., HttpResponse]


def where_mail_is_sent(view: Page) -> Page:
    """Decorator for pages of a site that sends mail; elsewhere there is no such page."""

    @wraps(view)
    def page(request: Request, **names: str) -> HttpResponse:
        if not mail_addresses.offered():
            raise Http404(_("This site sends no e-mail."))
        return view(request, **names)

    return page


@form_view(limits.FORMS)
@where_mail_is_sent
def mail(request: Request) -> HttpResponse:
    """Show the player's address; on POST, send a confirmation to another one, change or delete it."""
    player = request.visitor.player
    if player is None:
        return redirect("name")
    own = mail_addresses.mail_address_of(player)
    account = player.account_or_none
    empty = AddressForm(has_account=account is not None)
    if request.method != "POST":
        return _page(request, empty, own)
    if request.POST.get("do") == "choose":
        choices = ChoicesForm(request.POST)
        if choices.is_valid():
            MailAddress.objects.filter(player=player).update(**choices.cleaned_data)
        return redirect(f"{reverse('mail')}?chosen")
    if request.POST.get("do") == "delete":
        mail_addresses.forget_address(player)
        return redirect("mail")
    form = AddressForm(request.POST, has_account=account is not None)
    if form.is_valid() and account and not by_password(request, account.name, form.cleaned_data["present"]):
        form.add_error("present", _("That is not your current password."))
    if not form.is_valid():
        return _page(request, form, own, status=422)
    address = form.cleaned_data["address"]
    _enforce_rates(request, address, account)
    remember_choice(request)
    if not _sent(emails.confirmation_email(player, address)):
        form.add_error(None, _("The e-mail could not be sent. Try again later."))
        return _page(request, form, own, status=503)
    return _page(request, empty, own, asked=address)


@form_view(limits.FORMS)
@where_mail_is_sent
def confirm(request: Request, token: str) -> HttpResponse:
    """Ask for a press of a button, since mail programs open links by themselves; on POST, confirm."""
    address = mail_addresses.unconfirmed_address(token)
    if address is None:
        return _too_late(request, "mail")
    if request.method != "POST":
        return render(request, "notify/mail_confirm.html", {"player": address[0], "address": address[1]})
    mail_addresses.confirm(token, clock.now())
    return render(request, "notify/mail_done.html", {"done": "confirmed"})


@csrf_exempt
@form_view(limits.FORMS)
@where_mail_is_sent
def stop(request: Request, token: str) -> HttpResponse:
    """Ask for a press of a button; on POST, from the page or a mail program (RFC 8058), end all mail."""
    if request.method != "POST":
        return render(request, "notify/mail_stop.html")
    if not mail_addresses.stop(token):
        return _too_late(request, "mail")
    return render(request, "notify/mail_done.html", {"done": "stopped"})


@form_view(limits.FORMS)
@where_mail_is_sent
def forgotten(request: Request) -> HttpResponse:
    """Ask for the name of an account; on POST, mail its owner, without telling whether there is one."""
    form = ForgottenForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return render(request, "notify/forgotten.html", {"form": form}, status=422 if form.errors else 200)
    name = form.cleaned_data["name"]
    account = accounts.account_named(name)
    own = own_budget(request, account)
    if not own:
        enforce_rate(request, limits.MAILS, "too_many_forms")
    try:
        with get_connection() as connection:  # for every name, so that a failure tells nothing about one
            wait = _mail_reset(account, own or min(looks(account.name if account else name)), connection)
    except MAIL_ERRORS as error:
        log.warning("The mail server is out of reach: %s", error)
        form.add_error(None, _("The e-mail could not be sent. Try again later."))
        return render(request, "notify/forgotten.html", {"form": form}, status=503)
    seconds = whole_seconds(wait)
    context = {"done": "reset_asked", "hours": -(-seconds // 3600)}
    answer = render(request, "notify/mail_done.html", context, status=429 if wait else 200)
    if wait:
        answer["Retry-After"] = str(seconds)
    return answer


def _mail_reset(account: Account | None, asker: str, connection: BaseEmailBackend) -> int:
    """Mail a link to the account's address; return 0, or the milliseconds to wait if one was sent recently.

    Names without an account or an address count as well, so that all get the same answers. ``asker``: key of
    the bucket.
    """
    address = mail_addresses.mail_address_of(account.player) if account else None
    if account is None or address is None:
        return limits.RESET_MAILS.wait(asker)
    wait = limits.RESET_MAILS.wait(f"{asker} {mail_addresses.reset_key(account, address)}")
    if not wait:
        letter = emails.password_reset_email(account, address)
        letter.connection = connection
        _sent(letter)
    return wait


@sensitive_post_parameters()
@form_view(limits.FORMS)
@where_mail_is_sent
def reset(request: Request, token: str) -> HttpResponse:
    """Ask for a new password; on POST, set it, sign all devices out and log in here."""
    account = mail_addresses.account_to_reset(token)
    if account is None:
        return _too_late(request, "forgotten")
    form = NewPasswordForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        context = {"form": form, "account": account}
        return render(request, "notify/password_reset.html", context, status=422 if form.errors else 200)
    accounts.set_password(account, form.cleaned_data["password"])
    devices.sign_out_others(account.player, "", clock.now())
    return sign_in(request, account, "account", with_password=True)


def _too_late(request: Request, onward: str) -> HttpResponse:
    """Return the answer to a link that is no longer valid; ``onward``: the reader's next page."""
    return render(request, "notify/mail_done.html", {"done": "too_late", "onward": onward}, status=410)


def _enforce_rates(request: Request, address: str, account: Account | None) -> None:
    """Raise Refused if this network, or everybody for this address, has requested too often.

    ``account``: the account whose password came with the form.
    """
    enforce_rate(request, limits.MAILS, "too_many_forms")
    mailbox = address.casefold()
    wait = limits.CONFIRMATION_MAILS.wait(mailbox)
    if wait and account:
        wait = limits.OWN_CONFIRMATION_MAILS.wait(f"{request.visitor.client.address} {mailbox}")
    if wait:
        raise too_many("too_many_forms", wait)


def _sent(message: EmailMessage) -> bool:
    try:
        message.send()
    except MAIL_ERRORS as error:
        log.warning("A mail was not sent: %s", error)
        return False
    return True


def _page(
    request: Request, form: AddressForm, own: MailAddress | None, status: int = 200, asked: str = ""
) -> HttpResponse:
    choices = ChoicesForm(model_to_dict(own)) if own else None
    chosen = request.method != "POST" and "chosen" in request.GET
    context = {"form": form, "own": own, "choices": choices, "chosen": chosen, "asked": asked}
    return render(request, "notify/mail.html", context, status=status)
