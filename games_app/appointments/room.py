"""Registration of the room of appointments."""

from __future__ import annotations

from collections.abc import Iterator

from games_app.appointments import begin, identity
from games_app.lib.rooms import Room


def personal_data(player_id: int) -> Iterator[tuple[str, Iterator[str]]]:
    yield "appointments.txt", identity.listed(player_id)


ROOM = Room(rounds=(begin.advance_all,), sweeps=(begin.sweep,), personal_data=personal_data)
