"""Proof of identity by a password or a passkey."""

from __future__ import annotations

import logging
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.translation import gettext as _

from games_app.forms.accounts import ProofForm
from games_app.lib import clock
from games_app.lib.client_ip import address_hash
from games_app.lib.names import looks
from games_app.models import Account
from games_app.services.people import accounts, devices, passkeys
from games_app.views import limits
from games_app.views.devices import SHARED, sign_in_budget
from games_app.views.visitors import Request, TooMany, address_of, enforce_rate

log = logging.getLogger(__name__)


def own_budget(request: Request, account: Account | None) -> str:
    """Return the key of a budget that strangers to the account can't use; empty for a stranger.

    It belongs to a browser that has sent the account's password, to all others of the account together, or to
    a network from which a device of the account has recently logged in.
    """
    if account is None:
        return ""
    budget = sign_in_budget(request, account)
    if budget is None and request.visitor.player_id == account.player_id:
        budget = SHARED
    network = address_hash(address_of(request))
    if budget is None and devices.logged_in_from(account.player, network, clock.now()):
        budget = network
    return f"{account.pk} {budget}" if budget else ""


def by_password(request: Request, name: str, password: str) -> Account | None:
    """Return the account with this name, however written, and password.

    Raises TooMany if passwords were tried too often: in the sender's own budget, or for a stranger at this
    address or by all strangers for this name.
    """
    account = accounts.account_named(name)
    if budget := own_budget(request, account):
        _enforce_own(budget)
    else:
        enforce_rate(request, limits.LOGINS, "too_many_forms")
        # An account has one key, however its name is written.
        if wait := limits.GUESSES.wait(min(looks(account.name if account else name))):
            raise TooMany("too_many_guesses", wait)
    return account if accounts.has_password(account, password) else None


def by_passkey(request: Request, own: Account | None = None) -> Account | None:
    """Return the account whose passkey has signed the form; ``own``: the account that is signed in here.

    Raises TooMany like ``by_password``.
    """
    if own:
        _enforce_own(own_budget(request, own))
    else:
        enforce_rate(request, limits.LOGINS, "too_many_forms")
    site = passkey_site(request)
    if site is None:
        return None
    try:
        return passkeys.authenticated(request.session, site, request.POST.get("passkey", ""), clock.now())
    except passkeys.NotProved as error:
        log.info("A passkey was refused: %s", error)
        return None


def proves(request: Request, own: Account, form: ProofForm) -> bool:
    """Return whether the form proves that the account is its sender's; if not, it says why.

    The session alone doesn't: somebody may have found the browser open. Raises TooMany like ``by_password``.
    """
    if not form.is_valid():
        return False
    if form.cleaned_data["passkey"]:
        proved, problem = (
            by_passkey(request, own) == own,
            _("That passkey doesn't belong to this account. Try again."),
        )
    else:
        proved = by_password(request, own.name, form.cleaned_data["present"]) == own
        problem = _("That is not your current password.")
    if not proved:
        form.add_error("present", problem)
    return proved


def _enforce_own(budget: str) -> None:
    if wait := limits.OWN_GUESSES.wait(budget):
        raise TooMany("too_many_passwords", wait)


def passkey_site(request: HttpRequest) -> passkeys.Site | None:
    """Return this site as passkeys know it; None if it was opened by a number, which has no passkeys.

    Its pages are at the request's host, or at a trusted origin.
    """
    host = request.get_host()
    domain = split_domain_port(host)[0]
    if _number(domain):
        return None
    origins = frozenset({f"{request.scheme}://{host}", *settings.CSRF_TRUSTED_ORIGINS})
    return passkeys.Site(domain, origins, str(settings.SITE_NAME))


def passkey_context(request: HttpRequest) -> dict[str, Any]:
    """Return whether passkeys work at this address; if not, where on this computer they do, if anywhere."""
    host, port = split_domain_port(request.get_host())
    number = _number(host)
    named = f"localhost:{port}" if port else "localhost"
    return {
        "passkeys_work": number is None,
        "named_host": named if number and number.is_loopback else "",
        "named_page": f"{request.scheme}://{named}{request.get_full_path()}",
    }


def _number(domain: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(domain.strip("[]"))
    except ValueError:
        return None
