"""The way to a position of a match: the decisions that led there, as people write them."""

from __future__ import annotations

from collections.abc import Iterator

from games_app.models import Event, Match, Move
from games_app.rules import get_game
from games_app.services.queries.event_log import seq_of_ply


def moves_to(row: Match, ply: int) -> list[str]:
    """Return the decisions from the match's beginning to the one that this ply belongs to.

    What was taken back before it is left out.
    """
    game = get_game(row.game)
    return [game.notation(move.action) for move in reversed(list(_own(row, ply)))]


def _own(row: Match, ply: int) -> Iterator[Move]:
    """Yield the ply that each decision began with, the latest first."""
    seq = seq_of_ply(row.public_id, ply) if ply else None
    if seq is None:
        return
    wanted = Event.objects.values_list("ply", flat=True).get(match=row, seq=seq)
    known = {move.number: move for move in Move.objects.filter(match=row, number__lte=wanted)}
    while wanted:
        move = known[wanted]
        before = known.get(move.after)
        if before is None or before.seq != move.seq:
            yield move
        wanted = move.after
