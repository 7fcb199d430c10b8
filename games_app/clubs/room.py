"""Registration of the room of clubs."""

from __future__ import annotations

from collections.abc import Iterator

from games_app.clubs import classes, identity
from games_app.clubs.round_origin import origin
from games_app.clubs.rounds import begin_ordered
from games_app.clubs.simul_presence import givers_here
from games_app.lib.rooms import Room


def personal_data(player_id: int) -> Iterator[tuple[str, Iterator[str]]]:
    yield "clubs.txt", identity.listed(player_id)


ROOM = Room(
    origin=origin,
    at_other_boards=givers_here,
    rounds=(begin_ordered, classes.end_deserted),
    personal_data=personal_data,
)
