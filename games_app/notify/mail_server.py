"""The mail server of SMTP_URL, tried out for the host: what fails is explained in a sentence."""

from __future__ import annotations

import smtplib
import socket
import ssl
from email.utils import formataddr

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, get_connection
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from games_app import site_settings
from games_app.lib.rooms import Finding

ANSWER_SECONDS = 5
"""Longest wait for each answer of the server."""
TLS = "Use smtps:// for TLS from the start (port 465), and smtp:// with port 587 for STARTTLS."


class Failed(Exception):
    """Raised if the server takes no mail; the message says why and what to do."""


def place() -> str:
    """Return the server's host and port; an empty string if mails are printed to the log."""
    return f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}" if is_set() else ""


def is_set() -> bool:
    return str(settings.EMAIL_BACKEND).endswith(".smtp.EmailBackend")


def sender() -> str:
    """Return the sender of mails: MAIL_FROM, or the site's name and an address that nobody reads."""
    if settings.MAIL_FROM:
        return settings.MAIL_FROM
    return formataddr((site_settings.current().site_name, settings.DEFAULT_FROM_EMAIL))


def finding() -> Finding:
    """Return the line of `manage.py status`."""
    if not is_set():
        return Finding(_("mail"), _("printed to the log, since SMTP_URL is not set"))
    try:
        check()
    except Failed as error:
        wrong = _("No mail can be sent: {problem}").format(problem=error)
        return Finding(_("mail"), _("{server}, not usable").format(server=place()), wrong)
    return Finding(_("mail"), _("{server} answers").format(server=place()))


def check() -> None:
    """Connect and log in, as before a mail. Raises Failed."""
    try:
        with get_connection(timeout=ANSWER_SECONDS):
            pass
    except OSError as error:
        raise Failed(_explained(error)) from None


def send_test(address: str) -> None:
    """Send one mail to the address. Raises Failed."""
    if not is_set():
        raise Failed("No mail server is named in SMTP_URL, so mails are only printed to the log.")
    try:
        validate_email(address)
    except ValidationError:
        raise Failed(f"{address} is not a mail address.") from None
    site = settings.SITE_URL or site_settings.current().site_name
    text = f"This is a test. The site {site} can send mail."
    try:
        EmailMessage(
            "Test", text, sender(), [address], connection=get_connection(timeout=ANSWER_SECONDS)
        ).send()
    except OSError as error:
        raise Failed(_explained(error)) from None


def _explained(error: OSError) -> str:
    """Return what failed and what to do, without the password."""
    server = place()
    if isinstance(error.__context__, TimeoutError):  # which smtplib reports as a lost connection
        error = error.__context__
    match error:
        case smtplib.SMTPAuthenticationError():
            return (
                f"{server} refuses the user name or the password of SMTP_URL: {_answer(error)}. Special "
                "characters in them are percent-encoded, such as %40 for @."
            )
        case smtplib.SMTPSenderRefused():
            return (
                f"{server} refuses the sender {error.sender}: {_answer(error)}. Set MAIL_FROM to another one."
            )
        case smtplib.SMTPRecipientsRefused():
            address, (code, reply) = next(iter(error.recipients.items()))
            return f"{server} refuses to send to {address}: {code} {reply.decode(errors='replace')}."
        case smtplib.SMTPNotSupportedError():
            return f"{server} lacks what SMTP_URL asks for: {error} A server on port 587 must offer STARTTLS."
        case smtplib.SMTPServerDisconnected():
            return f"{server} ended the connection. {TLS}"
        case smtplib.SMTPResponseException():
            return f"{server} refuses mail: {_answer(error)}."
        case ssl.SSLCertVerificationError():
            return (
                f"The certificate of {server} is not valid: {error.verify_message}. In SMTP_URL, name the "
                "host as the certificate does."
            )
        case ssl.SSLError():
            return f"{server} does not speak TLS as SMTP_URL asks for ({error.reason}). {TLS}"
        case TimeoutError():
            return f"{server} did not answer within {ANSWER_SECONDS} s. A firewall may block the port. {TLS}"
        case ConnectionRefusedError():
            return (
                f"{server} refuses connections. Is the mail server running, and the port of SMTP_URL right?"
            )
        case socket.gaierror():
            return f"The host {settings.EMAIL_HOST} is unknown. Correct it in SMTP_URL."
        case _:
            return f"{server} can't be reached: {error.strerror or error}."


def _answer(error: smtplib.SMTPResponseException) -> str:
    reply = error.smtp_error
    text = reply.decode(errors="replace") if isinstance(reply, bytes) else reply
    return f"{error.smtp_code} {' '.join(text.split())}".rstrip(".")
