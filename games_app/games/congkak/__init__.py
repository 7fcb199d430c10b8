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
    Congkak(
        "dakon",
        name="Dakon",
        parameters=Parameters(
            clockwise=False, stores_alone=False, fills_from_store=False, starter="winner", at_once=False
        ),
    ),
    Congkak(
        "ohvalhu",
        name="Ohvalhu",
        parameters=Parameters(8, 8, clockwise=False, passes=True, fills_from_store=False, at_once=False),
    ),
    Congkak(
        "congkakriau",
        name="Congkak Riau",
        parameters=Parameters(
            stores_alone=False, starter="empty", at_once=False, captures_go_on=True, after_lap=True
        ),
    ),
    Congkak("congkak5", name="Congkak 5x5", parameters=Parameters(5, 5)),
    Congkak("congkak6", name="Congkak 6x6", parameters=Parameters(6, 6)),
    Congkak("congkak9", name="Congkak 9x9", parameters=Parameters(9, 9)),
)
