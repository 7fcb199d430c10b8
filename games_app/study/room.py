"""Registration of the room of notes, tried moves and shared reviews."""

from __future__ import annotations

from collections.abc import Iterator

from games_app.lib.rooms import Room
from games_app.study import identity, tried_moves  # noqa: F401  (identity hears the signals)


def personal_data(player_id: int) -> Iterator[tuple[str, Iterator[str]]]:
    yield "variations.txt", tried_moves.listed(player_id)


ROOM = Room(personal_data=personal_data)
