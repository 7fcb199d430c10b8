"""Registration of the room of moderation."""

from __future__ import annotations

from django.conf import settings

from games_app.door.hidden import MayEnter
from games_app.lib.rooms import Room
from games_app.moderation import reports


def hidden() -> dict[str, MayEnter]:
    from games_app.moderation.pages import is_staff  # noqa: PLC0415  (pages need the loaded site)

    desk = settings.ADMIN_PATH
    return dict.fromkeys((f"/{desk}", f"/{desk.rstrip('/')}", f"/{desk}act"), is_staff)


ROOM = Room(sweeps=(reports.sweep,), hidden=hidden)
