"""Personal tokens of the API: made, found, revoked."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from games_app.models import Account, ApiToken, Player

PREFIX = "bg_"
"""Beginning of every token, by which programs find one that was published by mistake."""
READ = "read"
LASTS = timedelta(days=365)
MOST = 20
"""Maximum number of an account's tokens."""
USE_NOTED_AFTER = timedelta(minutes=1)


def make(account: Account, name: str, now: datetime) -> str:
    """Return a new token, which is stored nowhere; empty if the account has too many."""
    if tokens_of(account).count() >= MOST:
        return ""
    token = PREFIX + secrets.token_urlsafe(32)
    ApiToken.objects.create(
        account=account,
        digest=_digest(token),
        name=name,
        scopes=READ,
        created_at=now,
        expires_at=now + LASTS,
    )
    return token


def find(token: str, now: datetime) -> ApiToken | None:
    """Return the stored token and note its use; None if it is unknown, revoked or expired."""
    valid = ApiToken.objects.filter(digest=_digest(token), expires_at__gt=now)
    found = valid.select_related("account__player").first()
    if found:
        unnoted = Q(used_at=None) | Q(used_at__lte=now - USE_NOTED_AFTER)
        ApiToken.objects.filter(unnoted, pk=found.pk).update(used_at=now)
    return found


def tokens_of(account: Account) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(account=account).order_by("created_at", "pk")


def revoke(account: Account, key: int) -> None:
    ApiToken.objects.filter(account=account, pk=key).delete()


def revoke_all(player: Player) -> None:
    ApiToken.objects.filter(account__player=player).delete()


def listed(account: Account) -> Iterator[str]:
    """Yield a line for each token of the account: name, scopes, times of creation, expiry and last use."""
    for one in tokens_of(account):
        used = f", used {one.used_at:%Y-%m-%dT%H:%M:%SZ}" if one.used_at else ""
        times = f"created {one.created_at:%Y-%m-%dT%H:%M:%SZ}, expires {one.expires_at:%Y-%m-%dT%H:%M:%SZ}"
        yield f"{one.name} ({one.scopes}): {times}{used}\n"


def ended(keys: Iterable[int], now: datetime) -> set[int]:
    """Return those of these tokens, by primary key, that were revoked or have expired."""
    known = set(keys)
    valid = ApiToken.objects.filter(pk__in=known, expires_at__gt=now)
    return known - set(valid.values_list("pk", flat=True)) if known else known


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()
