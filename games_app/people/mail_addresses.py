"""Mail addresses of players: their confirmation, and the tokens of links in mails.

An address is confirmed by its owner before anything but that question is sent there. Links in mails are
signed, so nothing is stored of an address that nobody confirms.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.apps import apps
from django.conf import settings
from django.core import signing
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

from games_app.models import Account, MailAddress, Player

CONFIRMING, STOPPING, RESETTING = "confirm mail", "stop mail", "reset password"
"""Purposes of links, each the salt of its signature."""
CONFIRMATION_LIFETIME = timedelta(days=3)
RESET_LIFETIME = timedelta(days=1)


def offered() -> bool:
    """Return whether this site sends mail: it must know its own address, to which links lead."""
    return bool(settings.SITE_URL) and apps.is_installed("games_app.notify")


def mail_address_of(player: Player) -> MailAddress | None:
    return MailAddress.objects.filter(player=player).first()


def listed(player: Player) -> Iterator[str]:
    """Yield a line with the player's address, for their own files."""
    if mail := mail_address_of(player):
        yield f"{mail.address}\n"


def forget_address(player: Player) -> None:
    """Delete the player's address."""
    MailAddress.objects.filter(player=player).delete()


def confirmation_token(player: Player, address: str) -> str:
    """Return the token with which a reader of mail at ``address`` confirms it for the player."""
    return signing.dumps([player.pk, address, _account_mark(player)], salt=CONFIRMING)


def unconfirmed_address(token: str) -> tuple[Player, str] | None:
    """Return player and address of an unexpired confirmation token."""
    try:
        pk, address, mark = signing.loads(token, salt=CONFIRMING, max_age=CONFIRMATION_LIFETIME)
    except (signing.BadSignature, ValueError):
        return None
    player = Player.objects.filter(pk=pk).first()
    if player is None or player.withdrawn or player.locked_in_id or mark != _account_mark(player):
        return None
    return player, address


def _account_mark(player: Player) -> str:
    """Return a value that changes when the player opens an account, or changes its password."""
    account = Account.objects.filter(player=player).first()
    return account.password[-16:] if account else ""


def confirm(token: str, now: datetime) -> MailAddress | None:
    """Store the address that the token confirms; None if the token is no longer valid."""
    confirmed = unconfirmed_address(token)
    if confirmed is None:
        return None
    player, address = confirmed
    values = {"address": address, "language": get_language() or settings.LANGUAGE_CODE, "confirmed_at": now}
    return MailAddress.objects.update_or_create(player=player, defaults={**values, "sent_at": None})[0]


def stop_token(address: MailAddress) -> str:
    """Return the token that ends all mail to an address."""
    return signing.dumps([address.player_id, address.address], salt=STOPPING)


def stop(token: str) -> bool:
    """Delete the address that the token is for, if it exists; False if the token is not valid."""
    try:
        pk, address = signing.loads(token, salt=STOPPING)
    except signing.BadSignature:
        return False
    MailAddress.objects.filter(player=pk, address=address).delete()
    return True


def reset_token(account: Account) -> str:
    """Return the token with which the account's password can be changed, once."""
    return signing.dumps([account.pk, account.password[-16:]], salt=RESETTING)


def reset_key(account: Account, address: MailAddress) -> str:
    """Return the key by which limits count a reset mail: links with the same key work at the same time."""
    sent = f"{account.get_session_auth_hash()} {address.address}"
    return salted_hmac(RESETTING, sent, algorithm="sha256").hexdigest()


def account_to_reset(token: str) -> Account | None:
    """Return the account of an unexpired token that has not been used."""
    try:
        pk, password = signing.loads(token, salt=RESETTING, max_age=RESET_LIFETIME)
    except signing.BadSignature:
        return None
    account = Account.objects.select_related("player").filter(pk=pk).first()
    return account if account and account.password[-16:] == password else None
