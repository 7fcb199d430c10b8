"""Registration of the room of tournaments."""

from __future__ import annotations

from collections.abc import Iterator

from games_app.lib.rooms import Room
from games_app.tournaments import identity
from games_app.tournaments.progress import advance_all


def personal_data(player_id: int) -> Iterator[tuple[str, Iterator[str]]]:
    yield "tournaments.txt", identity.listed(player_id)


ROOM = Room(rounds=(advance_all,), personal_data=personal_data)
