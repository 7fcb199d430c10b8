"""A real mail server, and the mails that it has taken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope

from boardgames.environment import mail_settings
from tests.backing.programs import free_port


class Postbox:
    """The mails that a mail server has taken."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []

    async def handle_DATA(self, server: object, session: object, envelope: Envelope) -> str:
        content = envelope.content
        assert isinstance(content, bytes)
        self.letters.append(message_from_bytes(content, policy=policy.default))
        return "250 OK"


@contextmanager
def mail_server(settings: Any) -> Iterator[Postbox]:
    """Let the site send its mails to a server; yield its mails."""
    postbox, port = Postbox(), free_port()
    server = Controller(postbox, hostname="127.0.0.1", port=port)
    server.start()
    try:
        for name, value in mail_settings(f"smtp://127.0.0.1:{port}", settings.SITE_URL, "").items():
            setattr(settings, name, value)
        yield postbox
    finally:
        server.stop()


def links_of(letter: EmailMessage) -> list[str]:
    """Return the paths of a mail's links to the site, in their order."""
    return re.findall(r"https://play\.example(/\S+)", letter.get_content())
