"""The device cookie, by which a browser that has proved an account is known there again.

It follows OWASP's "Slow Down Online Guessing Attacks with Device Cookies": strangers share one budget of
guesses for an account, and a browser with this cookie has another, so that strangers lock no owner out. The
cookie logs nobody in and names nobody. A new password makes it worthless.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from games_app.models import Account

SHARED = "shared"
"""Budget of all browsers of an account that were let in without its password, by a passkey or a phrase.

Only the password earns a browser a budget of its own: with any number of phrases it could be guessed at will.
"""
MOST = 8
"""Accounts that one browser remembers; beyond it the one proved longest ago is forgotten."""

_SALT = "device cookie"
_MARK_LENGTH = 22
"""Characters of an account's mark: 22 hexadecimal digits of a hash of its password's hash."""


def budget(request: HttpRequest, account: Account) -> str | None:
    """Return the name of this browser's budget for the account; None unless it has proved that account."""
    return _read(request).get(_mark(account))


def remember(
    request: HttpRequest, response: HttpResponse, account: Account, *, with_password: bool
) -> HttpResponse:
    """Set the cookie that remembers the account, by its password with a new budget; return the response."""
    known, mark = _read(request), _mark(account)
    earlier = known.pop(mark, SHARED)
    known[mark] = secrets.token_urlsafe(9) if with_password else earlier
    latest = dict(list(known.items())[-MOST:])
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        signing.dumps(latest, salt=_SALT),
        max_age=settings.DEVICE_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def forget(response: HttpResponse) -> HttpResponse:
    """Delete the cookie; return the response."""
    response.delete_cookie(settings.DEVICE_COOKIE_NAME, samesite="Lax")
    return response


def _read(request: HttpRequest) -> dict[str, str]:
    """Return mark of an account -> budget, the account proved last at the end."""
    sent = request.COOKIES.get(settings.DEVICE_COOKIE_NAME, "")
    try:
        known: dict[str, str] = signing.loads(sent, salt=_SALT, max_age=settings.DEVICE_COOKIE_AGE)
    except signing.BadSignature:
        return {}
    return known


def _mark(account: Account) -> str:
    return account.get_session_auth_hash()[:_MARK_LENGTH]
