"""Nine Men's Morris, and the rule sets of it that are played elsewhere."""

from __future__ import annotations

from games_app.games.morris.rules import Morris
from games_app.games.morris.standard import Parameters, Standard

GAME = Morris()

RULE_SETS = (
    GAME,
    Standard(name="Standard morris", parameters=Parameters("morrisstandard")),
    Standard(name="Morris without flying", parameters=Parameters("morriswalking", flies=False)),
    Standard(name="Twelve men's morris", parameters=Parameters("morristwelve", stones=12, diagonals=True)),
)
