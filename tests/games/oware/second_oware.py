"""A second program for oware, which shares nothing with the rules: two rows, seen by the side to move."""

from __future__ import annotations

from dataclasses import dataclass

SIX = 6


@dataclass(frozen=True)
class Board:
    """Rows from their owners' left to right; what each side has captured; moves without a capture."""

    mine: tuple[int, ...] = (4,) * SIX
    theirs: tuple[int, ...] = (4,) * SIX
    stored: tuple[int, int] = (0, 0)
    quiet: int = 0

    def moves(self) -> list[int]:
        if max(self.stored) >= 25 or sum(self.stored) == 48:
            return []
        full = [i for i, seeds in enumerate(self.mine) if seeds]
        if sum(self.theirs) == 0:
            full = [i for i in full if i + self.mine[i] >= SIX]
        return full

    def after(self, move: int) -> Board:
        """Return the board as the other side sees it."""
        cups = [*self.mine, *self.theirs]
        hand, cups[move], at = cups[move], 0, move
        while hand:
            at = (at + 1) % len(cups)
            if at != move:
                cups[at] += 1
                hand -= 1
        spoils, kept, at_least_one = 0, list(cups), False
        while at >= SIX and kept[at] in (2, 3):
            spoils += kept[at]
            kept[at] = 0
            at -= 1
        at_least_one = any(kept[SIX:])
        if spoils and at_least_one:
            cups = kept
        else:
            spoils = 0
        quiet = 0 if spoils else self.quiet + 1
        stored = (self.stored[1], self.stored[0] + spoils)
        board = Board(tuple(cups[SIX:]), tuple(cups[:SIX]), stored, quiet)
        if max(stored) < 25 and (quiet == 60 or not board.moves()):
            rest = (stored[0] + sum(board.mine), stored[1] + sum(board.theirs))
            return Board((0,) * SIX, (0,) * SIX, rest, quiet)
        return board
