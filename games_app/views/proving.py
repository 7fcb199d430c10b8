"""Proofs that an account is somebody's, by its password or a passkey, and how often they may be tried.

Strangers share one budget of guesses for an account. A browser or a network that has proved the account has a
budget of its own, so that strangers lock nobody out.
"""

from __future__ import annotations

import logging
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games_app.forms.accounts import ProofForm
from games_app.lib import clock
from games_app.lib.client_ip import address_hash
from games_app.lib.names import looks
from games_app.lib.rate_limit import RateLimit
from games_app.models import Account
from games_app.services.people import accounts, devices, passkeys, players
from games_app.views import device_cookie
from games_app.views.returning import become
from games_app.views.visitors import TooMany, address_of, enforce_rate

TRYING = RateLimit("login", burst=20, per_second=1 / 20)
"""Rate limit of passwords and passkeys tried per address, by strangers to the account."""
GUESSING = RateLimit("password", burst=10, per_second=1 / 60)
"""Rate limit of passwords tried per account by all strangers together, from whatever address."""
OWN = RateLimit("own password", burst=10, per_second=1 / 60)
"""Rate limit of passwords and passkeys tried per budget of an account's own people."""

log = logging.getLogger(__name__)


def log_in(request: HttpRequest, account: Account, onward: str, *, with_password: bool) -> HttpResponse:
    """Make this browser the account's and remember it; return a redirect to ``onward``.

    ``with_password``: the account was proved by its password, not by a passkey.
    """
    become(request, account.player, address_hash(address_of(request)) if with_password else "")
    accounts.prove(request.session, account)
    return device_cookie.remember(request, redirect(onward), account, with_password=with_password)


def own_budget(request: HttpRequest, account: Account | None) -> str:
    """Return the key of a budget that strangers to the account have no part in; empty for a stranger.

    It belongs to a browser that has given the account's password, to all others of the account together, or
    to a network from which a device of the account has lately logged in.
    """
    if account is None:
        return ""
    budget = device_cookie.budget(request, account)
    if budget is None and players.known(request.session) == account.player_id:
        budget = device_cookie.SHARED
    network = address_hash(address_of(request))
    if budget is None and devices.logged_in_from(account.player, network, clock.now()):
        budget = network
    return f"{account.pk} {budget}" if budget else ""


def by_password(request: HttpRequest, name: str, password: str) -> Account | None:
    """Return the account with this name, however written, and password.

    Raises TooMany if passwords were tried too often: in the sender's own budget, or for a stranger at this
    address or by all strangers for this name.
    """
    account = accounts.named(name)
    if budget := own_budget(request, account):
        _enforce_own(budget)
    else:
        enforce_rate(request, TRYING, "too_many_forms")
        # An account has one key, however its name is written.
        if wait := GUESSING.wait(min(looks(account.name if account else name))):
            raise TooMany("too_many_guesses", wait)
    return account if accounts.has_password(account, password) else None


def by_passkey(request: HttpRequest, own: Account | None = None) -> Account | None:
    """Return the account whose passkey has signed the form; ``own``: the account that is signed in here.

    Raises TooMany like ``by_password``.
    """
    if own:
        _enforce_own(own_budget(request, own))
    else:
        enforce_rate(request, TRYING, "too_many_forms")
    site = passkey_site(request)
    if site is None:
        return None
    try:
        return passkeys.authenticated(request.session, site, request.POST.get("passkey", ""), clock.now())
    except passkeys.NotProved as error:
        log.info("A passkey was refused: %s", error)
        return None


def proves(request: HttpRequest, own: Account, form: ProofForm) -> bool:
    """Return whether the form proves that the account is its sender's; if not, it says why.

    The session alone doesn't: somebody may have found the browser open. Raises TooMany like ``by_password``.
    """
    if not form.is_valid():
        return False
    if form.cleaned_data["passkey"]:
        proved, problem = (
            by_passkey(request, own) == own,
            _("That was no passkey of this account. Try again."),
        )
    else:
        proved = by_password(request, own.name, form.cleaned_data["present"]) == own
        problem = _("That is not your current password.")
    if not proved:
        form.add_error("present", problem)
    return proved


def _enforce_own(budget: str) -> None:
    if wait := OWN.wait(budget):
        raise TooMany("too_many_passwords", wait)


def passkey_site(request: HttpRequest) -> passkeys.Site | None:
    """Return this site as passkeys know it; None where it was opened by a number, which has no passkeys.

    Its pages are at the request's host, or at a trusted origin.
    """
    host = request.get_host()
    domain = split_domain_port(host)[0]
    if _is_number(domain):
        return None
    origins = frozenset({f"{request.scheme}://{host}", *settings.CSRF_TRUSTED_ORIGINS})
    return passkeys.Site(domain, origins, str(settings.SITE_NAME))


def _is_number(domain: str) -> bool:
    try:
        ip_address(domain.strip("[]"))
    except ValueError:
        return False
    return True
