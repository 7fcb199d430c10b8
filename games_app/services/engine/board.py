"""The analysis board: where it begins, at the start of a game or in a finished match."""

from __future__ import annotations

from collections.abc import Mapping

from games_app.models import Match
from games_app.rules import Game, InvalidFacts, State, get_game
from games_app.services.queries.ply_positions import after_ply


def start_of(game: Game, options: Mapping[str, str]) -> State:
    """Return the first position with the ``options`` that the game has. Raises InvalidOption."""
    return game.initial_state(**options_of(game, options))


def options_of(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """Return every option of the game: as ``given``, or as a form offers it."""
    return {name: given.get(name, option.offered) for name, option in game.options.items()}


class StillSealed(ValueError):
    """A position in which one role's choice is sealed: what readers may know of it can't be played on."""


def start_in(row: Match, ply: int) -> State | None:
    """Return the position after a ply of a match; None if it is not over, or not that long.

    Raises StillSealed.
    """
    found = after_ply(row, ply) if row.status == Match.Status.OVER else None
    if found is None:
        return None
    try:
        return get_game(row.game).state_from_facts(found.facts)
    except InvalidFacts as error:
        # The stored facts are public and lack the sealed choice; nothing else makes them incomplete.
        raise StillSealed from error
