"""The rules of congkak in words: those of the sheet, or of a region."""

from __future__ import annotations

from dataclasses import replace

from games_app.games.base import Game
from games_app.games.congkak import own_sheet, parameters, regional_sheet
from games_app.games.congkak.origins_sheet import ORIGINS
from games_app.games.congkak.rules import Congkak
from games_app.games.sheet import Sheet


def sheet(game: Game) -> Sheet:
    """Return the rules of this rule set in words."""
    assert isinstance(game, Congkak)  # noqa: S101  (the folder has no other)
    of, origin = game.rules.parameters, ORIGINS[game.slug]
    words = own_sheet.SHEET if of == parameters.SHEET else regional_sheet.sheet(game)
    return replace(
        words,
        aspects=regional_sheet.aspects(of),
        because=origin.because,
        sources=origin.sources,
        disputes=origin.disputes,
    )
