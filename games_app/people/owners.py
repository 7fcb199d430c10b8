"""Owners of the site: the one-time address that makes the first one, and their player ids."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from games_app.lib.kept import Kept
from games_app.models import Account, OwnerKey
from games_app.people import accounts, membership
from games_app.people.accounts import Role

TOKEN_BYTES = 24
LONGEST_TOKEN = 60


def has_owner() -> bool:
    return Account.objects.filter(groups__name=Role.OWNER).exists()


def is_owner(account: Account | None) -> bool:
    return accounts.role_of_account(account) == Role.OWNER


def _player_ids() -> frozenset[int]:
    return frozenset(Account.objects.filter(groups__name=Role.OWNER).values_list("player_id", flat=True))


player_ids = Kept(_player_ids, frozenset[int]())
"""Primary keys of the owners' players, for the menu of each page. Access is decided by ``is_owner``."""


def new_key(now: datetime) -> str:
    """Return a new key, which is not stored; earlier ones stop working."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    with transaction.atomic():
        OwnerKey.objects.all().delete()
        OwnerKey.objects.create(digest=_digest(token), made_at=now)
    return token


def revoke_key() -> None:
    OwnerKey.objects.all().delete()


def is_key(token: str) -> bool:
    """Return whether this is the key that was made last and has not been used."""
    return _row(token) is not None


def claim(token: str, account: Account, now: datetime) -> bool:
    """Make the account an owner by the key, and use it up; False if it is wrong or was just used."""
    with transaction.atomic():
        row = _row(token)
        # Of two browsers with the key, the second deletes nothing.
        if row is None or not OwnerKey.objects.filter(pk=row.pk).delete()[0]:
            return False
        appoint(account, now)
    return True


def appoint(account: Account, now: datetime) -> None:
    """Make the account an owner, and a member too, who is not locked out of a closed site."""
    accounts.appoint(account, Role.OWNER)
    membership.admit(account.player, now)
    player_ids.renew()


def _row(token: str) -> OwnerKey | None:
    digest = _digest(token)
    return next((row for row in OwnerKey.objects.all() if constant_time_compare(row.digest, digest)), None)


def _digest(token: str) -> str:
    return salted_hmac("owner key", token[:LONGEST_TOKEN], algorithm="sha256").hexdigest()
