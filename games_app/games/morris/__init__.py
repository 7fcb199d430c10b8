"""Nine Men's Morris, and the rule sets of it that are played elsewhere."""

from __future__ import annotations

from games_app.games.morris.rules import Morris
from games_app.games.morris.standard import Parameters, Standard

GAME = Morris()

RULE_SETS = (
    GAME,
    Standard("Standard morris", Parameters("morrisstandard")),
    Standard("Morris without flying", Parameters("morriswalking", flies=False)),
    Standard("Twelve men's morris", Parameters("morristwelve", stones=12, diagonals=True)),
)
