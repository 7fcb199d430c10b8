"""Registration of the host's room."""

from __future__ import annotations

from collections.abc import Iterator

from games_app.door.hidden import MayEnter
from games_app.lib.rooms import Opening, Room


def openings() -> Iterator[Opening]:
    yield Opening(("owner", "--first"))


def hidden() -> dict[str, MayEnter]:
    from games_app.host.pages import is_owners  # noqa: PLC0415  (pages need the loaded site)

    return dict.fromkeys(("/host", "/host/backup"), is_owners)


ROOM = Room(openings=openings, hidden=hidden)
