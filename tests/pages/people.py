"""People with a browser each, and their actions on the pages."""

from __future__ import annotations

from typing import Any

from django.test import Client

from games_app.games.catalogue import SHEETS
from games_app.games.rules import get_game
from games_app.match.match_state import MatchState, load
from games_app.match.messages import Act
from games_app.models import Match
from games_app.record.commands.registry import Command
from games_app.record.writer import writer


def config(game: str = "mancala", **changes: str) -> dict[str, str]:
    """Return the form of a new match as alice fills it in."""
    given = {"name": "alice", "side": "random", "visibility": "public"}
    options = {name: get_game(game).options[name].offered for name in SHEETS[game].choices}
    return given | options | changes


def make(maker: Client, game: str = "mancala", **changes: str) -> str:
    """Make a match; return its address."""
    answer: Any = maker.post(f"/new/{game}", config(game, **changes))
    assert answer.status_code == 302, answer.content.decode()
    return str(answer.headers["Location"])


def join(guest: Client, address: str, name: str = "bob") -> Any:
    return guest.post(f"{address}/join", {"name": name})


def begun(maker: Client, guest: Client, game: str = "mancala", **changes: str) -> str:
    """Begin a match between the two; return its address."""
    address = make(maker, game, **changes)
    assert join(guest, address).status_code == 302
    return address


def act(address: str, role: str, action: str) -> None:
    """Play an action for the person with this role."""
    match = loaded(address)
    message = Act(f"{match.row.seq} {action}", match.row.bases[role], action)
    answer = writer.ask(Command(message, match.row.public_id, match.sitters[role]))
    assert answer.refusal is None, answer.refusal


def loaded(address: str) -> MatchState:
    public_id = address.rsplit("/", 1)[1]
    return load([public_id])[public_id]


def row(address: str) -> Match:
    return loaded(address).row


def seated(address: str) -> list[str]:
    """Return the names on the seats."""
    return sorted(seat.name for seat in loaded(address).seats.values() if seat.player_id)
