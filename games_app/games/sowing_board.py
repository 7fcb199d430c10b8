"""A sowing board in numbers and names, from which ``games_app/drawing/sowing_board.py`` makes the drawing.

A game with such a board has a module ``board`` in its folder: its function of the same name returns the board
of a game. Rule sets of one family share it, and differ in what they pass.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

SHORTEST_ROW, LONGEST_ROW = 4, 9

Attributes = Mapping[str, str]


class Store(NamedTuple):
    """A storehouse: its stop, its name in notation, and the path to its number, if the facts name it so."""

    stop: str
    name: str
    fact: str | None = None


@dataclass(frozen=True, kw_only=True)
class SowingBoard:
    """Two rows of pits and, usually, a store for each. Raises ValueError for rows that can't be drawn."""

    label: str
    """Name for screen readers: "Mancala board"."""
    near: str
    """The role whose row is drawn nearest."""
    rows: Mapping[str, Mapping[str, str]]
    """Role -> its stops in sowing order, each with its name in notation."""
    stores: Mapping[str, Store] = field(default_factory=dict)
    """Role -> its store; empty for a board without any."""
    material: str = "stone"
    """Pieces, and the wood carved for them: a file of ``games_app/drawing/materials/``.

    The pieces stand in static/icons/pieces.svg.
    """
    clockwise: bool = False
    """Sown clockwise as seen on the board; the near row then runs to the left."""
    stores_named: bool = False
    """The stores' names in notation are engraved beside them."""
    burns: bool = False
    """A pit can be burnt, and is then crossed out."""
    sealed_phase: str | None = None
    """The phase in which both choose in secret and sow at once; None if the game has none."""
    full: int = 0
    """Number of stones in a refilled pit; 0 if pits are not refilled."""
    words: Attributes = field(default_factory=dict)
    """The game's words: see ``static/boards/text/game_words.js``."""
    actions: tuple[Attributes, ...] = ()
    """The prompts of each verb, the usual verb first: see ``static/boards/games.js``."""

    def __post_init__(self) -> None:
        lengths = {len(row) for row in self.rows.values()}
        if len(self.rows) != 2 or self.near not in self.rows:
            raise ValueError(
                f"A sowing board has two rows, one of them near: not {self.near!r} of {list(self.rows)}"
            )
        if len(lengths) != 1 or not SHORTEST_ROW <= self.length <= LONGEST_ROW:
            raise ValueError(
                f"Rows have the same number of pits, {SHORTEST_ROW} to {LONGEST_ROW}: not {sorted(lengths)}"
            )
        if self.stores and set(self.stores) != set(self.rows):
            raise ValueError(f"Each role has a store, or none has: not only {', '.join(self.stores)}")

    @property
    def length(self) -> int:
        """The number of pits in a row."""
        return len(self.rows[self.near])

    @property
    def far(self) -> str:
        (other,) = (role for role in self.rows if role != self.near)
        return other
