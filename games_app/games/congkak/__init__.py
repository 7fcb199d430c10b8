"""Congkak (congklak, dakon, sungka): the mancala of Southeast Asia, with sealed openings and burnt houses."""

from __future__ import annotations

from games_app.games.congkak.parameters import SHEET, Parameters
from games_app.games.congkak.rules import Congkak

GAME = Congkak("congkak", name="Congkak", parameters=SHEET)

RULE_SETS = (
    GAME,
    Congkak(
        "sungka",
        name="Sungka",
        parameters=Parameters(clockwise=False, stores_alone=False, passes=True, starter="winner"),
    ),
)
