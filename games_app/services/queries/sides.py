"""The sides of a game in words, for who chooses one or is given one."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games_app.games.catalogue import SHEETS
from games_app.games.sheet import Text
from games_app.rules import Game, State


def sides(game: Game, chosen: State | None) -> dict[str, Text]:
    """Return each role with when it moves: at the position ``chosen``, if play begins from one."""
    if chosen is None:
        return dict(SHEETS[game.slug].seats)
    return {role: _side(role, to_move=role in chosen.to_move) for role in game.roles}


def _side(role: str, *, to_move: bool) -> str:
    side = _(role.capitalize())
    return _("{side}, to move").format(side=side) if to_move else side
