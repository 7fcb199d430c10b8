"""Registration of the room of notifications."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings

from games_app.lib.rooms import Finding, Job, Room
from games_app.notify import mail_server, push_devices, push_messages, webhooks


def jobs() -> Iterator[Job]:
    if settings.SITE_URL:
        yield Job("the mail", ("mail",))
    if settings.PUSH:
        yield Job("web push", ("push",))


def findings() -> Iterator[Finding]:
    if settings.SITE_URL:
        yield mail_server.finding()


def personal_data(player_id: int) -> Iterator[tuple[str, Iterator[str]]]:
    yield "webhook.txt", webhooks.listed(player_id)


ROOM = Room(
    jobs=jobs,
    sweeps=(push_devices.sweep, push_messages.sweep),
    findings=findings,
    personal_data=personal_data,
)
