"""Mails to players: digests of news, the confirmation of an address, and the reset of a password."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games_app.games.sheet import Text
from games_app.lists import news
from games_app.lists.news import Kind, News
from games_app.models import Account, MailAddress, Player
from games_app.notify import mail_server
from games_app.notify.digests import Digest
from games_app.people import mail_addresses

SUBJECTS: Mapping[Kind, Text] = {
    Kind.TURN: gettext_lazy("It's your turn"),
    Kind.INVITATION: gettext_lazy("You are invited"),
    Kind.REMATCH: gettext_lazy("A rematch"),
    Kind.NEXT_GAME: gettext_lazy("The next game of your series"),
    Kind.APPOINTMENT: gettext_lazy("A time for your game"),
    Kind.PAIRED: gettext_lazy("Your next game in a tournament"),
}
"""Subjects of digests about one match."""


def confirmation_email(player: Player, address: str) -> EmailMessage:
    """Return the mail that asks its reader whether this is the player's address."""
    link = _link("mail-confirm", mail_addresses.confirmation_token(player, address))
    text = _(
        "{name} wants e-mail notifications from {site} at this address.\n\n"
        "If that is you, open this page and press the button:\n{link}\n\n"
        "If not, do nothing: you won't get another e-mail."
    )
    return _mail(
        address, _("Is this your address?"), text.format(name=player.name, site=settings.SITE_URL, link=link)
    )


def digest_email(digest: Digest) -> EmailMessage:
    """Return the mail that tells a player about waiting matches."""
    with translation.override(digest.address.language):
        lines = [_line(news.outside(item, digest.address.player)) for item in digest.news]
        end = _("You get at most one of these e-mails every four hours.")
        return _news_mail(digest.address, _subject(digest.news), lines, f"{end} ")


def reminder_email(address: MailAddress, item: News, message_id: str) -> EmailMessage:
    """Return the mail that reminds a player of an appointment. ``message_id``: without the host."""
    item = news.outside(item, address.player)
    with translation.override(address.language):
        mail = _news_mail(address, news.words(item), [_line(item)])
    mail.extra_headers["Message-ID"] = f"<{message_id}@{urlsplit(settings.SITE_URL).hostname}>"
    return mail


def _news_mail(address: MailAddress, subject: str, lines: Sequence[str], limit: str = "") -> EmailMessage:
    """Return a mail of news with the links that choose and stop them; ``limit``: the sentence before."""
    stop = _link("mail-stop", mail_addresses.stop_token(address))
    choice = f"{settings.SITE_URL}{reverse('mail')}"
    end = _("Choose your notifications: {choice}\nStop these e-mails: {link}").format(
        choice=choice, link=stop
    )
    mail = _mail(address.address, subject, "\n\n".join([*lines, f"{limit}{end}"]))
    # RFC 8058: mail programs show a button of their own.
    mail.extra_headers["List-Unsubscribe"] = f"<{stop}>"
    mail.extra_headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return mail


def password_reset_email(account: Account, address: MailAddress) -> EmailMessage:
    """Return the mail with a link for choosing another password."""
    text = _(
        "Somebody, hopefully you, wants to reset the password of {name} on {site}.\n\n"
        "Choose a new one here within a day:\n{link}\n\n"
        "If it wasn't you, do nothing: the password stays the same."
    )
    link = _link("password-reset", mail_addresses.reset_token(account))
    words = text.format(name=account.name, site=settings.SITE_URL, link=link)
    return _mail(address.address, _("New password"), words)


def _subject(listed: Sequence[News]) -> str:
    kinds, number = {item.kind for item in listed}, len(listed)
    if number == 1:
        return str(SUBJECTS[listed[0].kind])
    if kinds == {Kind.TURN}:
        return ngettext("It's your turn", "It's your turn in {n} matches", number).format(n=number)
    waiting = ngettext("{n} match is waiting for you", "{n} matches are waiting for you", number)
    return waiting.format(n=number)


def _line(item: News) -> str:
    return f"{news.words(item)}\n{settings.SITE_URL}{news.address(item)}"


def _link(page: str, token: str) -> str:
    return f"{settings.SITE_URL}{reverse(page, args=[token])}"


def _mail(to: str, subject: str, text: str) -> EmailMessage:
    """Return a mail that other programs don't answer automatically."""
    return EmailMessage(
        subject, f"{text}\n", mail_server.sender(), [to], headers={"Auto-Submitted": "auto-generated"}
    )
