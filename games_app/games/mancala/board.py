"""The board of mancala in numbers, and its words for the browser."""

from __future__ import annotations

from games_app.games.mancala.rules import Mancala
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
    {
        "verb": "put",
        "task": "Your turn: put the next stone down.",
        "continues": "pick",
        "unsaid-after": "pick",
    },
    {
        "verb": "clear",
        "task": "Your turn: empty your pits into your store.",
        "all-at-once": "",
    },
)
SWAP = {
    "verb": "swap",
    "notation": "swap",
    "button": "Swap sides",
}


def board(game: Mancala) -> SowingBoard:
    """Return the board of a rule set."""
    rules = game.rules({})
    stops = rules.stops
    return SowingBoard(
        label="Mancala board",
        near="south",
        rows={role: {stops[pit]: stops[pit][1:] for pit in rules.pits[role]} for role in game.roles},
        stores={role: Store(stops[rules.store[role]], role[0].upper()) for role in game.roles},
        words=WORDS,
        actions=(*ACTIONS, SWAP) if "pie" in game.options else ACTIONS,
    )
