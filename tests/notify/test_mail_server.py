"""A host tries out the mail server: it takes a mail, or a sentence says why it doesn't."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope
from django.core.management import call_command

from boardgames.environment import mail_settings
from games_app.notify import mail_server
from tests.backing.certificates import certificate
from tests.backing.programs import free_port
from tests.notify.postbox import Postbox

ADDRESS = "host@mail.example"


class Choosy(Postbox):
    """A mail server that refuses a sender and an address."""

    async def handle_MAIL(
        self, server: object, session: object, envelope: Envelope, sender: str, options: object
    ) -> str:
        envelope.mail_from = sender
        return "553 Not your name" if sender.startswith("mallory") else "250 OK"

    async def handle_RCPT(
        self, server: object, session: object, envelope: Envelope, address: str, options: object
    ) -> str:
        envelope.rcpt_tos.append(address)
        return "550 No such person" if address.startswith("nobody") else "250 OK"


@contextmanager
def running(settings: Any, scheme: str = "smtp", user: str = "", **options: Any) -> Iterator[Postbox]:
    """Run a server with no valid login, and let SMTP_URL name it."""
    postbox, port = Choosy(), free_port()
    server = Controller(
        postbox,
        hostname="127.0.0.1",
        port=port,
        authenticator=lambda *_: AuthResult(success=False, handled=False),
        auth_require_tls=False,
        **options,
    )
    server.start()
    try:
        named(settings, f"{scheme}://{user}127.0.0.1:{port}")
        yield postbox
    finally:
        server.stop()


def named(settings: Any, url: str) -> None:
    for name, value in mail_settings(url, "https://play.example", "").items():
        setattr(settings, name, value)


def refusal(address: str) -> str:
    """Return why a test mail is not sent."""
    with pytest.raises(SystemExit) as ended:
        call_command("mail", test=address)
    return str(ended.value)


def test_a_test_mail_arrives(settings, capsys):
    with running(settings) as postbox:
        call_command("mail", test=ADDRESS)
    (letter,) = postbox.letters
    assert (letter["To"], letter["From"]) == (ADDRESS, "Quiet Table <noreply@play.example>")
    assert capsys.readouterr().out.endswith(f" has taken the mail to {ADDRESS}.\n")


def test_a_wrong_login_is_explained_without_the_password(settings):
    with running(settings, user="alice:secret@"):
        said = refusal(ADDRESS)
    assert "refuses the user name or the password of SMTP_URL: 535 " in said
    assert "secret" not in said


def test_another_kind_of_tls_is_explained(settings):
    with running(settings, "smtps"):
        assert " does not speak TLS as SMTP_URL asks for (" in refusal(ADDRESS)
    with running(settings):
        settings.EMAIL_USE_TLS = True
        assert "must offer STARTTLS" in refusal(ADDRESS)


def test_refused_people_are_named(settings):
    with running(settings):
        assert "refuses to send to nobody@mail.example: 550 No such person." in refusal("nobody@mail.example")
        settings.MAIL_FROM = "mallory@mail.example"
        assert "refuses the sender mallory@mail.example: 553 Not your name. Set MAIL_FROM" in refusal(ADDRESS)


def test_a_certificate_of_an_unknown_issuer_is_explained(settings, tmp_path):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(tmp_path / "certificate.pem"))
    with running(settings, "smtps", ssl_context=context):
        assert "is not valid: self-signed certificate." in refusal(ADDRESS)


def test_a_server_that_is_away_is_explained_to_the_host_and_by_status(settings):
    named(settings, f"smtp://127.0.0.1:{free_port(settings)}")
    assert "refuses connections. Is the mail server running" in refusal(ADDRESS)
    settings.SITE_URL = "https://play.example"
    assert mail_server.finding().wrong.startswith("No mail can be sent: 127.0.0.1:")
    with running(settings):
        assert mail_server.finding().wrong == ""


def test_a_server_that_is_silent_is_explained(settings, monkeypatch):
    monkeypatch.setattr(mail_server, "ANSWER_SECONDS", 0.2)
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        named(settings, f"smtp://127.0.0.1:{silent.getsockname()[1]}")
        assert "did not answer within 0.2 s. A firewall may block the port." in refusal(ADDRESS)


def test_bad_address_and_missing_server_are_named(settings):
    named(settings, "smtp://no-such-host.invalid")
    assert refusal(ADDRESS) == "The host no-such-host.invalid is unknown. Correct it in SMTP_URL."
    assert refusal("nobody") == "nobody is not a mail address."
    named(settings, "")
    assert refusal(ADDRESS) == "No mail server is named in SMTP_URL, so mails are only printed to the log."
