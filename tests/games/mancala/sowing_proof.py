"""Exact values of positions of mancala: every continuation is searched to its end.

Nothing is estimated here, or cut off at a depth. A position is seen by whoever is to move and kept in one
number of eleven digits, each the stones of a stop: the own pits in sowing order, the own store, the other's
pits. The store is always empty: what has fallen into it can't be lost, and is counted beside.
"""

from __future__ import annotations

from games_app.games.mancala.rules import OTHER, PITS, STONES, STORE, MancalaState

BITS, ROW, STOPS = 5, 5, 11
DIGIT = (1 << BITS) - 1
UNITS = [1 << BITS * stop for stop in range(STOPS)]
OWN = UNITS[ROW] - 1
OTHERS_AT = BITS * (ROW + 1)


def _sowing(pit: int, stones: int) -> tuple[int, int]:
    """What is added where so many stones of a pit are sown, and the stop of the last one."""
    falls = [(pit + one) % STOPS for one in range(1, stones + 1)]
    return sum(UNITS[stop] for stop in falls) - stones * UNITS[pit], falls[-1]


SOWINGS = [[(0, pit), *(_sowing(pit, stones) for stones in range(1, STONES + 1))] for pit in range(ROW)]


class Proof:
    """Remembers what it has found, and is quick where positions lead to the same others."""

    def __init__(self) -> None:
        self._least: dict[int, int] = {}
        self._most: dict[int, int] = {}

    def outcome(self, state: MancalaState) -> int:
        """Who wins with best play, from a position between two turns: 1 whoever is to move, -1 the other."""
        lead = state.pits[STORE[state.control]] - state.pits[STORE[OTHER[state.control]]]
        margin = lead + self.gain(seen(state), -1 - lead, 1 - lead)
        return (margin > 0) - (margin < 0)

    def gain(self, position: int, alpha: int, beta: int) -> int:
        """How many stones more than the other whoever is to move will still get: exactly, if that lies
        between ``alpha`` and ``beta``, else a bound beyond that one of them which it passes.
        """
        own, all_stones = (position & OWN) % DIGIT, position % DIGIT
        if own in (0, all_stones):
            return own or -all_stones
        least, most = self._least.get(position, -all_stones), self._most.get(position, all_stones)
        if least >= beta or least == most:
            return least
        if most <= alpha:
            return most
        best, low = -all_stones, max(alpha, least)
        for stored, after, again in _choices(position):
            if again:
                found = stored + self.gain(after, low - stored, beta - stored)
            else:
                found = stored - self.gain(after, stored - beta, stored - low)
            best, low = max(best, found), max(low, found)
            if best >= beta:
                self._least[position] = best
                return best
        if best > alpha:
            self._least[position] = best
        self._most[position] = best
        return best


def seen(state: MancalaState) -> int:
    """The position as whoever is to move sees it."""
    own, others = (PITS[role] for role in (state.control, OTHER[state.control]))
    stones = [*(state.pits[i] for i in own), 0, *(state.pits[i] for i in others)]
    return sum(here * unit for here, unit in zip(stones, UNITS, strict=True))


def sown(position: int, pit: int) -> tuple[int, int, bool]:
    """What choosing this pit puts into the own store, the position after it as the next to move sees it, and
    whether that is the same player.
    """
    change, last = SOWINGS[pit][position >> BITS * pit & DIGIT]
    position += change
    stored = position >> BITS * ROW & DIGIT
    if last < ROW and position >> BITS * last & DIGIT == 1:
        opposite = position >> BITS * (STOPS - 1 - last) & DIGIT
        position -= UNITS[last] + opposite * UNITS[STOPS - 1 - last]
        own, others, stored = position & OWN, position >> OTHERS_AT, stored + 1 + opposite
    else:
        own, others = position & OWN, position >> OTHERS_AT
    if last == ROW:
        return stored, own | others << OTHERS_AT, True
    return stored, others | own << OTHERS_AT, False


def _choices(position: int) -> list[tuple[int, int, bool]]:
    """All that can be chosen: first what goes on, then what stores much, and keeps much."""
    choices = [sown(position, pit) for pit in range(ROW) if position >> BITS * pit & DIGIT]
    choices.sort(key=_promise, reverse=True)
    return choices


def _promise(choice: tuple[int, int, bool]) -> tuple[bool, int]:
    stored, after, again = choice
    kept = after & OWN if again else after >> OTHERS_AT
    return again, 4 * stored + kept % DIGIT
