"""Columns for match lists, denormalized onto the seats of a match.

A list filters and sorts by columns of one row, so that one index serves it; each seat therefore carries data
of its match and of the other seat. Only lists and statistics read these columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import product
from typing import Any, TypeAlias

from games_app.games.rules import Game, get_game
from games_app.lib.names import folded
from games_app.match import wire
from games_app.match.match_state import MatchState
from games_app.match.terms import Daily, RealTime, Terms, read
from games_app.models import Match, Seat

Decision: TypeAlias = list[Any]
"""A decision of an opening: [number of the ply, role, action]."""
OPENING = 3
"""Number of decisions that make up an opening."""

NO_CLOCK, REAL_TIME, DAILY = "", "real", "days"


def keep(match: MatchState) -> list[Seat]:
    """Update the columns of all seats and return the seats that changed."""
    of_match = _of_match(match)
    return [seat for seat in match.seats.values() if _change(seat, of_match | _of_seat(match, seat))]


def time_control(terms: Terms) -> str:
    match terms.time:
        case RealTime():
            return REAL_TIME
        case Daily():
            return DAILY
    return NO_CLOCK


def variant(game: Game, options: Mapping[str, str]) -> str:
    """Return the values of the options in the order of the game: ``3 simultaneous auto``."""
    agreed = game.checked_options(options)
    return " ".join(agreed[name] for name in game.options if name in agreed)


def variants(game: Game, chosen: Mapping[str, str]) -> Iterator[str]:
    """Yield every variant in which the chosen options have these values."""
    for values in product(*(option.values for option in game.options.values())):
        options = dict(zip(game.options, values, strict=True))
        if chosen.items() <= options.items():
            yield variant(game, options)


def opening_after(
    decisions: list[Decision], plies: Sequence[wire.Ply], match: Match, *, by_lot: bool, sealed: bool
) -> list[Decision]:
    """Return the opening after the plies of one event.

    ``by_lot``: the event played a decision that was drawn by lot. ``sealed``: an earlier decision is still
    secret. Of two secret decisions the first role's comes first, in whichever order they arrived.
    """
    game, first = get_game(match.game), plies[0]
    if (
        len(decisions) == OPENING
        or by_lot
        or not read(match.terms).usual_start
        or game.continues(first.action)
    ):
        return decisions
    opening = [*decisions, [first.n, first.role, first.action]]
    if sealed:
        opening[-2:] = sorted(opening[-2:], key=lambda decision: game.roles.index(decision[1]))
    return opening


def written(match: Match) -> str:
    """Return the opening in notation, ``N 8, N 6, S 2``; empty for a shorter match."""
    if len(match.opening) < OPENING:
        return ""
    game = get_game(match.game)
    return ", ".join(f"{role[0].upper()} {game.notation(action)}" for _, role, action in match.opening)


def _of_match(match: MatchState) -> dict[str, Any]:
    row = match.row
    over = row.status == Match.Status.OVER
    begun = over or row.status == Match.Status.PLAYING
    return {
        # An imported match doesn't prove who played it, and one from a chosen position or with a head start
        # says little about the game, so they are left out of lists and statistics.
        "listed": begun
        and row.visibility == Match.Visibility.PUBLIC
        and row.origin is None
        and match.terms.usual_start,
        "unfinished": row.status in (Match.Status.WAITING, Match.Status.PLAYING),
        "listed_at": _listed_at(row),
        "game": row.game,
        "variant": variant(get_game(row.game), row.options),
        "time_control": time_control(match.terms),
        "how": row.how,
        "plies": row.ply if over else None,
        "opening": written(row) if over else "",
    }


def _of_seat(match: MatchState, seat: Seat) -> dict[str, Any]:
    opponent = match.seats[match.other(seat.role)]
    return {
        "first": seat.role == next(iter(match.seats)),
        "folded": folded(seat.name),
        "opponent_id": opponent.player_id,
        "opponent_folded": folded(opponent.name),
    }


def _listed_at(row: Match) -> datetime | None:
    match row.status:
        case Match.Status.WAITING:
            return row.created_at
        case Match.Status.PLAYING:
            return row.started_at
        case Match.Status.OVER:
            return row.ended_at
    return None


def _change(seat: Seat, values: Mapping[str, Any]) -> bool:
    changed = False
    for name, value in values.items():
        if getattr(seat, name) != value:
            setattr(seat, name, value)
            changed = True
    return changed
