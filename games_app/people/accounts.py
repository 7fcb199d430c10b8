"""Accounts: names that are reserved, passwords, and the roles of moderators."""

from __future__ import annotations

import random
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group
from django.contrib.sessions.backends.base import SessionBase
from django.db import IntegrityError, models, transaction
from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare

from games_app.lib.names import has_bot_mark, looks
from games_app.lib.random_names import random_name
from games_app.lib.refusals import Refusal, Refused
from games_app.models import Account, AccountLook, Player
from games_app.people import signals

_PROOF = "proof"
"""Key of a session that began with the account's password or a passkey, not with a phrase or as a guest."""


def has_account(player: int) -> bool:
    return Account.objects.filter(player=player).exists()


def is_reserved(name: str, player: int | None) -> bool:
    """Return whether the name is, or looks like, that of another player's account."""
    alike = AccountLook.objects.filter(look__in=looks(name))
    return alike.exclude(account__player=player).exists() if player else alike.exists()


def name_refusal(name: str, player: int | None) -> Refusal | None:
    """Return why the player can't have this name, or None: it is another account's, or a bot's."""
    kept = Player.objects.filter(pk=player or 0).values_list("name", "bot", "locked_in").first()
    own, bot, class_ = kept or ("", None, None)
    if class_:
        return None if name == own else Refusal("locked")
    if is_reserved(name, player):
        return Refusal("name_reserved", {"name": name})
    if name == own:
        return None
    if bot:
        return Refusal("bot_keeps_name", {"name": own})
    return Refusal("name_of_bots", {"name": name}) if has_bot_mark(name) else None


def free_name(*unlike: str, seed: str = "") -> str:
    """Return a random name that no account has and that resembles none of ``unlike``.

    With a ``seed`` it is the same name each time, as long as nobody takes it.
    """
    dice = random.Random(seed or None)
    while is_reserved(name := random_name(*unlike, dice=dice), None):
        pass
    return name


def open_account(player: Player, password: str, now: datetime) -> Account:
    """Open an account for the player under their present name. Raises Refused.

    Raises ValueError if they have one already, or have withdrawn.
    """
    if player.withdrawn:
        raise ValueError("Who has withdrawn opens no account")
    if player.locked_in_id:
        raise Refused(Refusal("locked"))
    account = Account(player=player, name=player.name, created_at=now)
    account.set_password(password)
    try:
        with transaction.atomic():
            if Account.objects.filter(player=player).exists():
                raise ValueError("A player has one account")
            account.save(force_insert=True)
            _reserve(account)
    except IntegrityError as error:
        raise Refused(Refusal("name_reserved", {"name": player.name})) from error
    return account


def rename(player: Player, name: str) -> None:
    """Give the player's account, if there is one, another name. Raises Refused.

    Also raised for a guest's name that is an account's. Needs a transaction.
    """
    if refusal := name_refusal(name, player.pk):
        raise Refused(refusal)
    account = player.account_or_none
    if account is not None and account.name != name:
        set_name(account, name)


def set_name(account: Account, name: str) -> None:
    """Give the account this name, and reserve it. Raises Refused. Needs a transaction."""
    account.name = name
    account.looks.all().delete()
    try:
        with transaction.atomic():
            account.save(update_fields=["name"])
            _reserve(account)
    except IntegrityError as error:
        raise Refused(Refusal("name_reserved", {"name": name})) from error


def account_named(name: str) -> Account | None:
    """Return the account with this name, however written."""
    return accounts_named(name).first()


def accounts_named(name: str) -> QuerySet[Account]:
    """Return the accounts whose names a reader could mistake for this one: mostly one, at most four."""
    accounts = Account.objects.select_related("player").filter(looks__look__in=looks(name))
    return accounts.order_by("name").distinct()


def has_password(account: Account | None, password: str) -> bool:
    """Return whether this is the account's password; False for no account, after the same time."""
    if account is None:
        make_password(password)  # as slow as a check, so that nobody learns which names have an account
        return False
    return account.check_password(password)


def prove(session: SessionBase, account: Account) -> None:
    """Store in the session that its player has just sent the account's password, or used a passkey."""
    session[_PROOF] = account.get_session_auth_hash()


def is_proved(session: SessionBase, account: Account) -> bool:
    """Return whether the session began with the account's password or a passkey.

    False if the password has changed since then.
    """
    return constant_time_compare(session.get(_PROOF, ""), account.get_session_auth_hash())


def set_password(account: Account, password: str) -> None:
    account.set_password(password)
    account.save(update_fields=["password"])


def set_open_to_invitations(account: Account, *, is_open: bool) -> None:
    account.open_to_invitations = is_open
    account.save(update_fields=["open_to_invitations"])


def is_open_to_invitations(player: int) -> bool:
    """Return whether everybody with an account may invite this player."""
    return Account.objects.filter(player=player, open_to_invitations=True).exists()


def close(player: Player) -> None:
    """Delete the player's account; the player becomes a guest, and the name is free."""
    if account := player.account_or_none:
        signals.account_closed.send(None, player=player)
        account.delete()


def _reserve(account: Account) -> None:
    AccountLook.objects.bulk_create(
        AccountLook(account=account, look=look) for look in looks(account.name) if look
    )


class Role(models.TextChoices):
    """A moderator acts on reports, an administrator on moderators too. An owner also has the host's page."""

    MODERATOR = "moderator"
    ADMINISTRATOR = "administrator"
    OWNER = "owner"


def role_of_account(account: Account | None) -> Role | None:
    """Return the account's role; None for most accounts."""
    group = account.groups.filter(name__in=Role).first() if account else None
    return Role(group.name) if group else None


def role_of_player(player: Player) -> Role | None:
    return role_of_account(player.account_or_none)


def may_act_on(own: Role | None, other: Role | None) -> bool:
    """Return whether staff with the role ``own`` may decide about somebody with the role ``other``."""
    if other is None or own == Role.OWNER:
        return True
    return own == Role.ADMINISTRATOR and other != Role.OWNER


def appoint(account: Account, role: Role) -> None:
    """Give the account this role instead of any other. Raises Refused for the last owner's other role."""
    with transaction.atomic():
        owners = _locked_owners()
        if role != Role.OWNER:
            _keep_an_owner(owners, account)
        group = owners if role == Role.OWNER else Group.objects.get_or_create(name=role)[0]
        _remove_role(account)
        account.groups.add(group)


def dismiss(account: Account) -> None:
    """Remove the account's role. Raises Refused for the last owner."""
    with transaction.atomic():
        _keep_an_owner(_locked_owners(), account)
        _remove_role(account)


def _remove_role(account: Account) -> None:
    account.groups.remove(*account.groups.filter(name__in=Role))


def _locked_owners() -> Group:
    """Return the owners' group, locked: two owners who resign at once must not leave none."""
    Group.objects.get_or_create(name=Role.OWNER)
    return Group.objects.select_for_update().get(name=Role.OWNER)


def _keep_an_owner(owners: Group, account: Account) -> None:
    """Raise Refused if the account is the only owner."""
    if set(Account.objects.filter(groups=owners).values_list("pk", flat=True)) == {account.pk}:
        raise Refused(Refusal("not_done.last_owner", {"name": account.name}))


def appointed_accounts() -> QuerySet[Account]:
    """Return the accounts with a role."""
    return Account.objects.filter(groups__name__in=Role).order_by("name").distinct()
