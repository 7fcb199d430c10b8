"""Published open data follow the record: a month is written again once a name or a visibility in it changes.

Somebody has withdrawn then, or a match was closed, opened or hidden.
"""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

import msgspec
from django.db.models import Max
from msgspec import Struct

from games_app.archive import open_data
from games_app.archive.open_data import Month
from games_app.match.event_kinds import EventKind
from games_app.models import Event

log = logging.getLogger(__name__)

VERSION = ".version.json"
"""File of a published month with its ``Version``; the site doesn't offer it."""
UNCOMMITTED = 1000
"""Number of events before the newest one that may be committed later than it."""
CHANGES = (EventKind.FORGOTTEN, EventKind.OPENED_TO)


class Version(Struct):
    """The state of the record that a published month shows."""

    newest: int = 0
    """Primary key of the newest event."""
    changes: set[int] = set()
    """Those of the last UNCOMMITTED events that have changed a name or a visibility of the month."""


def publish(folder: Path, month: Month, site: str) -> tuple[int, int]:
    """Write the files of a month in place of earlier ones; return the numbers of games and positions."""
    draft = folder.with_name(folder.name + ".draft")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    version = _version(month, since=0)
    written = open_data.write(draft, month, site)
    (draft / VERSION).write_bytes(msgspec.json.encode(version))
    shutil.rmtree(folder, ignore_errors=True)
    draft.replace(folder)
    return written


class Republisher:
    """The months that the site offers, checked again and again by one process."""

    def __init__(self) -> None:
        self._seen: dict[Path, Version] = {}
        """The state of the record at the last check of a folder."""

    def publish_again(self) -> list[Month]:
        """Publish the months again in which something has changed; return them."""
        changed = []
        for name, _ in open_data.published():
            folder, month = open_data.root() / name, Month.read(name)
            seen = self._seen.get(folder) or _published_version(folder)
            now = _version(month, since=seen.newest if seen else 0)
            if seen is None or not now.changes <= seen.changes:
                publish(folder, month, open_data.site_of(folder))
                log.info("Published the open data of %s again", month)
                changed.append(month)
            self._seen[folder] = now
        return changed


def _version(month: Month, *, since: int) -> Version:
    """Return the present state, with the changes since the event ``since`` and shortly before it."""
    newest = Event.objects.aggregate(newest=Max("pk"))["newest"] or 0
    changes = Event.objects.filter(pk__gt=(since or newest) - UNCOMMITTED, what__in=CHANGES)
    of_month = changes.filter(match__ended_at__gte=month.begins, match__ended_at__lt=month.ends)
    return Version(newest, set(of_month.values_list("pk", flat=True)))


def _published_version(folder: Path) -> Version | None:
    """Return what a month showed when it was published; None if an earlier release published it."""
    try:
        return msgspec.json.decode((folder / VERSION).read_bytes(), type=Version)
    except (FileNotFoundError, msgspec.DecodeError):
        return None
