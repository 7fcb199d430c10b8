"""Numbers of congkak 9x9."""

from __future__ import annotations

from tests.games.cases import each

ACTIONS = each(["scoop", "drop"], [str(house) for house in range(20)] + ["A", "B", "01"])
PERFT = [1, 18, 162]
