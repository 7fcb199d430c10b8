"""The mails that the site sends, as plain text in the reader's language."""

from __future__ import annotations

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games_app.lib.names import isolated
from games_app.models import Account, MailAddress, Player
from games_app.rules import get_game
from games_app.services.people import mail_addresses
from games_app.services.people.digests import Digest, Waiting


def question(player: Player, address: str) -> EmailMessage:
    """Return the mail that asks whoever reads it whether this is the player's address."""
    link = _link("mail-confirm", mail_addresses.question(player, address))
    text = _(
        "{name} wants to be told here when it is their turn on {site}.\n\n"
        "If that is you, open this page and press the button:\n{link}\n\n"
        "If it is not, do nothing: nothing more will come."
    )
    return _mail(
        address, _("Is this your address?"), text.format(name=player.name, site=settings.SITE_URL, link=link)
    )


def digest(told: Digest) -> EmailMessage:
    """Return the mail that tells a player of the matches that wait for them."""
    with translation.override(told.address.language):
        number = len(told.turns)
        subject = ngettext("It is your turn", "It is your turn in {n} matches", number).format(n=number)
        lines = [_line(one) for one in told.turns]
        stop = _link("mail-stop", mail_addresses.stopping(told.address))
        end = _("You get one such mail in four hours at most. No more of them: {link}").format(link=stop)
        mail = _mail(told.address.address, subject, "\n\n".join([*lines, end]))
    # RFC 8058: mail programs show a button of their own.
    mail.extra_headers["List-Unsubscribe"] = f"<{stop}>"
    mail.extra_headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return mail


def another_password(account: Account, address: MailAddress) -> EmailMessage:
    """Return the mail with which the owner of an account chooses another password."""
    text = _(
        "Somebody, hopefully you, wants another password for {name} on {site}.\n\n"
        "Choose one here, within two hours:\n{link}\n\n"
        "If it was not you, do nothing: the password stays what it is."
    )
    link = _link("password-reset", mail_addresses.resetting(account))
    words = text.format(name=account.name, site=settings.SITE_URL, link=link)
    return _mail(address.address, _("Another password"), words)


def _line(waiting: Waiting) -> str:
    game = str(get_game(waiting.match.game).name)
    told = _("{game} against {name}").format(game=_(game), name=isolated(waiting.opponent))
    return f"{told}\n{settings.SITE_URL}{reverse('match', args=[waiting.match.public_id])}"


def _link(page: str, token: str) -> str:
    return f"{settings.SITE_URL}{reverse(page, args=[token])}"


def _mail(to: str, subject: str, text: str) -> EmailMessage:
    """Return a mail that other programs don't answer by themselves."""
    return EmailMessage(subject, f"{text}\n", to=[to], headers={"Auto-Submitted": "auto-generated"})
