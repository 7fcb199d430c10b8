"""What notifications tell the site."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings

from games_app.models import Account
from games_app.notify import mail_server, push_devices, push_messages, webhooks
from games_app.rooms import Finding, Job, Room


def jobs() -> Iterator[Job]:
    if settings.SITE_URL:
        yield Job("the mail", ("mail",))
    if settings.PUSH:
        yield Job("web push", ("push",))


def findings() -> Iterator[Finding]:
    if settings.SITE_URL:
        yield mail_server.finding()


def personal_data(account: Account) -> Iterator[tuple[str, str]]:
    yield "webhook.txt", "".join(webhooks.listed(account))


ROOM = Room(
    jobs=jobs,
    sweeps=(push_devices.sweep, push_messages.sweep),
    findings=findings,
    personal_data=personal_data,
)
