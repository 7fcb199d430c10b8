"""Proof of identity by a password or a passkey."""

from __future__ import annotations

import logging
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.translation import gettext as _

from games_app import site_settings
from games_app.door import limits
from games_app.door.visitors import Request, too_many
from games_app.lib import clock
from games_app.lib.client_ip import address_hash
from games_app.lib.names import looks
from games_app.lib.rate_limit import RateLimit
from games_app.models import Account
from games_app.pages.devices import SHARED, sign_in_budget
from games_app.pages.forms.accounts import ProofForm
from games_app.people import accounts, devices, passkeys

log = logging.getLogger(__name__)


class _Bucket(NamedTuple):
    """A bucket of a limit, and the refusal of those who find it empty."""

    limit: RateLimit
    key: str
    code: str


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
    network = address_hash(request.visitor.client.address)
    if budget is None and devices.logged_in_from(account.player, network, clock.now()):
        budget = network
    return _budget_key(account, budget) if budget else ""


def _budget_key(account: Account, budget: str) -> str:
    return f"{account.pk} {budget}"


def by_password(request: Request, name: str, password: str) -> Account | None:
    """Return the account with this name, however written, and password.

    Raises Refused after too many wrong passwords: in the sender's own budget, or for a stranger at this
    address or by all strangers for this name.
    """
    account = accounts.account_named(name)
    buckets = _password_buckets(request, account, name)
    _take(buckets)
    if not accounts.has_password(account, password):
        return None
    _give_back(buckets)
    return account


def by_passkey(request: Request, own: Account | None = None) -> Account | None:
    """Return the account whose passkey has signed the form; ``own``: the account that is signed in here.

    Raises Refused like ``by_password``.
    """
    buckets = [_own_bucket(own_budget(request, own))] if own else [_stranger_bucket(request)]
    _take(buckets)
    site = passkey_site(request)
    if site is None:
        return None
    try:
        account = passkeys.authenticated(request.session, site, request.POST.get("passkey", ""), clock.now())
    except passkeys.NotProved as error:
        log.info("A passkey was refused: %s", error)
        return None
    if own is None or account == own:
        _give_back(buckets)
    return account


def proves(request: Request, own: Account, form: ProofForm) -> bool:
    """Return whether the form proves that the account is its sender's; if not, it says why.

    The session alone doesn't: somebody may have found the browser open. Raises Refused like ``by_password``.
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


def _password_buckets(request: Request, account: Account | None, name: str) -> list[_Bucket]:
    """Return the buckets that a wrong password counts in."""
    address = request.visitor.client.address
    if account is None or not (own := own_budget(request, account)):
        # An account has one key, however its name is written.
        key = min(looks(account.name if account else name))
        return [_stranger_bucket(request), _Bucket(limits.GUESSES, key, "too_many_guesses")]
    if own != _budget_key(account, address_hash(address)):
        return [_own_bucket(own)]
    return [_Bucket(limits.NEIGHBOUR_LOGINS, address, "too_many_forms"), _own_bucket(own)]


def _stranger_bucket(request: Request) -> _Bucket:
    return _Bucket(limits.LOGINS, request.visitor.client.address, "too_many_forms")


def _own_bucket(budget: str) -> _Bucket:
    return _Bucket(limits.OWN_GUESSES, budget, "too_many_passwords")


def _take(buckets: list[_Bucket]) -> None:
    """Count an attempt as wrong. Raises Refused."""
    for limit, key, code in buckets:
        if wait := limit.wait(key):
            raise too_many(code, wait)


def _give_back(buckets: list[_Bucket]) -> None:
    """Uncount an attempt that was right."""
    for limit, key, _code in buckets:
        limit.give_back(key)


def passkey_site(request: HttpRequest) -> passkeys.Site | None:
    """Return this site as passkeys know it; None if it was opened by a number, which has no passkeys.

    Its pages are at the request's host, or at a trusted origin.
    """
    host = request.get_host()
    domain = split_domain_port(host)[0]
    if _number(domain):
        return None
    origins = frozenset({f"{request.scheme}://{host}", *settings.CSRF_TRUSTED_ORIGINS})
    return passkeys.Site(domain, origins, site_settings.current().site_name)


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
