"""The parts of a tournament's page that one person has: their games or their report, and the maker's own."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games_app.models import Entry
from games_app.tournaments.pairing.berger import meeting_order
from games_app.tournaments.record import PairingRow, Record, Status
from games_app.tournaments.report import report_of
from games_app.tournaments.table import Table
from games_app.tournaments.table_parts import OwnGame, match_address


def own_context(table: Table, player_id: int | None, *, moderates: bool = False) -> dict[str, Any]:
    """Return the context of the blocks of one person; ``moderates``: they are a moderator of the site."""
    entry = table.record.entry_of(player_id)
    is_maker = player_id is not None and player_id == table.tournament.maker_id
    return {
        "table": table,
        "tournament": table.tournament,
        "entry": entry if entry and entry.left_at is None else None,
        "own_games": own_games(table.record, player_id, table.now),
        "report": report_of(table.record, player_id),
        "is_maker": is_maker,
        "checks": is_maker or moderates,
    }


def own_games(record: Record, player_id: int | None, now: datetime) -> list[OwnGame]:
    """Return the games that a person still has to play, in a good order."""
    entry = record.entry_of(player_id)
    if entry is None or record.tournament.status != Status.PLAYING:
        return []
    order = meeting_order(len(record.entries))
    own = [_own_game(record, pairing, entry, now) for pairing in record.open_games_of(entry)]
    return sorted(
        own,
        key=lambda game: (
            not game.address,
            not game.awaited,
            game.pairing.round,
            order.get(frozenset((entry.number, game.opponent.number)), 0),
        ),
    )


def _own_game(record: Record, pairing: PairingRow, entry: Entry, now: datetime) -> OwnGame:
    people = record.people_of(pairing)
    opponent = next(other for other in people if other != entry)
    waits = pairing.begun_at is None
    return OwnGame(
        pairing,
        opponent,
        people[0] == entry,
        match_address(pairing.match) if pairing.match else "",
        waits and record.is_ready(pairing, entry, now),
        waits and record.is_ready(pairing, opponent, now),
        not all(other.player_id for other in people),
    )
