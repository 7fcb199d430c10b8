"""Numbers of ohvalhu."""

from __future__ import annotations

from tests.games.cases import each

ACTIONS = each(["scoop", "drop"], [str(house) for house in range(18)] + ["A", "B", "01"])
PERFT = [1, 8, 50, 376, 2656]
SHOWN = {"again", "capture", "end", "relay", "scoop"}
