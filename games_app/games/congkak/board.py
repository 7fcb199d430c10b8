"""The board of congkak in numbers, and its words for the browser."""

from __future__ import annotations

from games_app.games.congkak.rules import Congkak
from games_app.games.sowing_board import SowingBoard, Store

WORDS = {
    "stones": "{n} shell|{n} shells",
    "pit": "house {n}",
    "store": "storehouse",
    "own-store": "the storehouse",
    "other-store": "the opponent's storehouse",
    "last": "the last shell falls into {at}",
    "lost": "the shell in the burnt {at} is lost",
    "danger": "{name}, a shell dropped here is lost",
    "own-row": "Your houses {first} to {last}: {counts}; your storehouse: {n}.",
    "other-row": "{who}'s houses {first} to {last}: {counts}; {who}'s storehouse: {n}.",
}
ACTIONS = (
    {"verb": "scoop", "task": "Your turn: choose a house to sow."},
    {
        "verb": "drop",
        "task": "Your turn: drop the next shell.",
        "choice": "You can drop a shell into {choice}.",
        "continues": "scoop",
    },
)


def board(game: Congkak) -> SowingBoard:
    """Return the board of a rule set."""
    rules = game.rules
    names = [str(name) for name in rules.names]
    return SowingBoard(
        label="Congkak board",
        near="south",
        rows={
            role: {names[house]: names[house] for house in own}
            for role, own in zip(game.roles, rules.houses, strict=True)
        },
        stores={
            role: Store(names[store], names[store], f"stores {role}")
            for role, store in zip(game.roles, rules.store, strict=True)
        },
        material="shell",
        clockwise=rules.parameters.clockwise,
        stores_named=True,
        burns=True,
        sealed_phase="opening" if rules.parameters.at_once else None,
        full=rules.parameters.shells,
        words=WORDS,
        actions=ACTIONS,
    )
