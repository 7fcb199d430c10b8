"""The page of an account's webhook."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from games_app.door import limits
from games_app.door.http import form_view
from games_app.door.strangers import remember_choice
from games_app.door.visitors import Request, enforce_rate
from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.models import Account, Webhook
from games_app.notify import webhooks
from games_app.notify.forms import WebhookForm
from games_app.pages.reauth import passkey_site, proves
from games_app.people import passkeys


@sensitive_post_parameters("endpoint", "present", "passkey")
@form_view(limits.WEBHOOKS)
def own_webhook(request: Request) -> HttpResponse:
    """Show the webhook of the account; on POST, store, test or remove it."""
    if not settings.PUSH:
        raise Http404
    own = request.visitor.account
    if own is None:
        return redirect(f"{reverse('account')}?next={reverse('webhook')}")
    if request.method != "POST":
        return _webhook_page(request, own)
    match request.POST.get("do"):
        case "remove":
            webhooks.remove(own)
        case "test":
            enforce_rate(request, limits.WEBHOOK_TESTS, "too_many_forms")
            webhooks.ask_for_test(own, clock.now())
        case _:
            return _store_webhook(request, own)
    return redirect("webhook")


def _store_webhook(request: Request, own: Account) -> HttpResponse:
    form = WebhookForm(request.POST)
    if proves(request, own, form):
        sent, site = form.cleaned_data, request.build_absolute_uri("/").rstrip("/")
        language = get_language() or settings.LANGUAGE_CODE
        try:
            webhooks.store(own, sent["endpoint"], sent["style"], language, site, clock.now())
        except Refused as error:
            form.add_error("endpoint", str(error))
        else:
            remember_choice(request)
            return redirect("webhook")
    return _webhook_page(request, own, form, 422)


def _webhook_page(
    request: Request, own: Account, form: WebhookForm | None = None, status: int = 200
) -> HttpResponse:
    webhook = webhooks.webhook_of(own)
    initial = {"endpoint": webhook.endpoint, "style": webhook.style} if webhook else None
    context = {
        "account": own,
        "form": form or WebhookForm(initial=initial),
        "has_passkey": passkey_site(request) is not None and passkeys.passkeys_of(own).exists(),
        "webhook": webhook,
        "problem": _webhook_problem(webhook) if webhook else "",
        "days": webhooks.SWITCHED_OFF_AFTER.days,
        "signs": webhook is not None and webhook.style == Webhook.Style.JSON,
    }
    return render(request, "notify/webhook.html", context, status=status)


def _webhook_problem(webhook: Webhook) -> str:
    """Return the last failure in words; empty without one."""
    match webhook.problem:
        case "":
            return ""
        case webhooks.PRIVATE:
            return _("The address leads into a private network, so nothing is sent there.")
        case webhooks.SILENT:
            return _("Nobody answers at this address.")
        case status:
            return _("The answer was an error, %(status)s.") % {"status": status}
