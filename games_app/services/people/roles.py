"""Roles on the site: groups of accounts that may do more than others."""

from __future__ import annotations

from django.contrib.auth.models import Group
from django.db import models, transaction
from django.db.models import QuerySet

from games_app.models import Account, Player


class Role(models.TextChoices):
    """A moderator reads reports and acts on them; an administrator acts on moderators too."""

    MODERATOR = "moderator"
    ADMINISTRATOR = "administrator"


def of(account: Account | None) -> Role | None:
    """Return the account's role, None for most."""
    found = account.groups.filter(name__in=Role).first() if account else None
    return Role(found.name) if found else None


def of_player(player: Player) -> Role | None:
    return of(Account.objects.filter(player=player).first())


def appoint(account: Account, role: Role) -> None:
    """Give the account this role instead of any other."""
    group, _ = Group.objects.get_or_create(name=role)
    with transaction.atomic():
        dismiss(account)
        account.groups.add(group)


def dismiss(account: Account) -> None:
    """Take the account's role away."""
    account.groups.remove(*account.groups.filter(name__in=Role))


def appointed() -> QuerySet[Account]:
    """Return the accounts with a role."""
    return Account.objects.filter(groups__name__in=Role).order_by("name").distinct()
