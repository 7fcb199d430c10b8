"""Proofs that an account is somebody's, by its password or a passkey, and how often they may be tried."""

from __future__ import annotations

import logging
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.translation import gettext as _

from games_app.forms.accounts import ProofForm
from games_app.lib import clock
from games_app.lib.names import looks
from games_app.lib.rate_limit import RateLimit
from games_app.models import Account
from games_app.services.people import accounts, passkeys
from games_app.views.visitors import TooMany, enforce_rate

TRYING = RateLimit("login", burst=20, per_second=1 / 20)
"""Rate limit of passwords and passkeys tried per address."""
GUESSING = RateLimit("password", burst=10, per_second=1 / 60)
"""Rate limit of passwords tried per account, from whatever address."""

log = logging.getLogger(__name__)


def by_password(request: HttpRequest, name: str, password: str) -> Account | None:
    """Return the account; raises TooMany if this address, or anybody for this name, has tried too often."""
    enforce_rate(request, TRYING, "too_many_forms")
    if wait := GUESSING.wait(min(looks(name))):
        raise TooMany("too_many_forms", wait)
    return accounts.authenticated(name, password)


def by_passkey(request: HttpRequest) -> Account | None:
    """Return the account whose passkey has signed the form; raises TooMany like ``by_password``."""
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
        proved, problem = by_passkey(request) == own, _("That was no passkey of this account. Try again.")
    else:
        proved = by_password(request, own.name, form.cleaned_data["present"]) == own
        problem = _("That is not your current password.")
    if not proved:
        form.add_error("present", problem)
    return proved


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
