"""The board of mancala in numbers, and its words for the browser."""

from __future__ import annotations

from games_app.games.mancala.rules import PITS, STOPS, STORE, Mancala
from games_app.games.sowing_board import SowingBoard, Store

WORDS = {
    "stones": "{n} stone|{n} stones",
    "pit": "pit {n}",
    "store": "store",
    "own-store": "the store",
    "other-store": "the store",
    "last": "the last stone falls into {at}",
    "own-row": "Your pits {first} to {last}: {counts}; your store: {n}.",
    "other-row": "{who}'s pits {first} to {last}: {counts}; {who}'s store: {n}.",
}
ACTIONS = (
    {"verb": "pick", "task": "Your turn: choose a pit to sow."},
    {"verb": "put", "unsaid-after": "pick"},
    {
        "verb": "clear",
        "task": "Your turn: empty your pits into your store.",
        "all-at-once": "",
    },
)


def board(game: Mancala) -> SowingBoard:
    return SowingBoard(
        label="Mancala board",
        near="south",
        rows={role: {STOPS[pit]: STOPS[pit][1:] for pit in PITS[role]} for role in game.roles},
        stores={role: Store(STOPS[STORE[role]], role[0].upper()) for role in game.roles},
        words=WORDS,
        actions=ACTIONS,
    )
