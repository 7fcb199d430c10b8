"""The board of oware in numbers, and its words for the browser."""

from __future__ import annotations

from games_app.games.oware.rules.state import NAMES, OWN, STORE
from games_app.games.sowing_board import SowingBoard, Store

WORDS = {
    "stones": "{n} seed|{n} seeds",
    "pit": "house {n}",
    "store": "store",
    "own-store": "the store",
    "other-store": "the store",
    "last": "the last seed falls into {at}",
    "own-row": "Your houses {first} to {last}: {counts}; your store: {n}.",
    "other-row": "{who}'s houses {first} to {last}: {counts}; {who}'s store: {n}.",
}

BOARD = SowingBoard(
    label="Oware board",
    near="south",
    rows={role: {NAMES[house]: NAMES[house] for house in own} for role, own in OWN.items()},
    stores={role: Store(stop, stop) for role, stop in STORE.items()},
    words=WORDS,
    actions=(
        {"verb": "sow", "task": "Your turn: choose a house to sow."},
        {"verb": "drop", "task": "Your turn: drop the next seed.", "continues": "sow"},
    ),
)
