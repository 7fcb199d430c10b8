"""Personal tokens of the API: their scopes and lifetimes; made, found, revoked.

A token acts as the account's player within its scopes. No scope moderates, whatever the account's role.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from games_app.lib.ids import new_token
from games_app.models import Account, ApiToken, Player

READ, PLAY, CHALLENGE = "read", "play", "challenge"
SCOPES = (READ, PLAY, CHALLENGE)
"""Read what the player may see; make, join and play matches; invite people."""
LIFETIMES = (30, 90, 365)
"""Lifetimes to choose from, in days."""
MAX_TOKENS = 20
"""Maximum number of an account's tokens that work."""
USE_NOTED_AFTER = timedelta(minutes=1)
LISTED_AFTER_EXPIRY = timedelta(days=30)


def make(
    account: Account,
    name: str,
    now: datetime,
    *,
    scopes: Collection[str] = (READ,),
    days: int = LIFETIMES[-1],
) -> str:
    """Return a new token, which is stored nowhere; empty if the account has too many."""
    if tokens_of(account).filter(expires_at__gt=now).count() >= MAX_TOKENS:
        return ""
    token = new_token()
    ApiToken.objects.create(
        account=account,
        digest=_digest(token),
        name=name,
        scopes=" ".join(scope for scope in SCOPES if scope in scopes),
        created_at=now,
        expires_at=now + timedelta(days=days),
    )
    return token


def find(token: str, now: datetime) -> ApiToken | None:
    """Return the stored token and note its use; None if it is unknown, revoked or expired.

    Its player is ``account.player``.
    """
    valid = ApiToken.objects.filter(digest=_digest(token), expires_at__gt=now)
    api_token = valid.select_related("account__player").first()
    if api_token:
        note_use([api_token.pk], now)
    return api_token


def note_use(keys: Collection[int], now: datetime) -> None:
    """Store that these tokens, by primary key, are in use."""
    unnoted = Q(used_at=None) | Q(used_at__lte=now - USE_NOTED_AFTER)
    ApiToken.objects.filter(unnoted, pk__in=keys).update(used_at=now)


def scopes_of(token: ApiToken) -> frozenset[str]:
    """Return the scopes of a token, out of ``SCOPES``."""
    return frozenset(token.scopes.split())


def tokens_of(account: Account) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(account=account).order_by("created_at", "pk")


def revoke(account: Account, key: int) -> None:
    ApiToken.objects.filter(account=account, pk=key).delete()


def revoke_all(player: Player) -> None:
    ApiToken.objects.filter(account__player=player).delete()


def sweep(now: datetime) -> None:
    """Delete tokens that expired long ago."""
    ApiToken.objects.filter(expires_at__lte=now - LISTED_AFTER_EXPIRY).delete()


def listed(account: Account) -> Iterator[str]:
    """Yield a line for each token of the account: name, scopes, times of creation, expiry and last use."""
    for token in tokens_of(account):
        used = f", used {token.used_at:%Y-%m-%dT%H:%M:%SZ}" if token.used_at else ""
        times = (
            f"created {token.created_at:%Y-%m-%dT%H:%M:%SZ}, expires {token.expires_at:%Y-%m-%dT%H:%M:%SZ}"
        )
        yield f"{token.name} ({token.scopes}): {times}{used}\n"


def ended(keys: Iterable[int], now: datetime) -> set[int]:
    """Return those of these tokens, by primary key, that were revoked or have expired."""
    pks = set(keys)
    valid = ApiToken.objects.filter(pk__in=pks, expires_at__gt=now)
    return pks - set(valid.values_list("pk", flat=True)) if pks else pks


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()
