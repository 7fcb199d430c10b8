"""Registration of the room of the archive."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings

from games_app.archive import retention
from games_app.archive.republishing import Republisher
from games_app.lib.rooms import Room


def sweep(now: datetime) -> bool:
    return retention.clear_unplayed(now, settings.RETENTION_DAYS) == retention.MATCHES_A_ROUND


ROOM = Room(sweeps=(sweep,), rounds=(Republisher().publish_again,))
