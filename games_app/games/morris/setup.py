"""Positions of nine men's morris that no match has led to: set up by hand, and composed for puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from games_app.games.base import Facts, Game
from games_app.games.morris.rules import EMPTY, FLYING, OTHER, POINTS, ROLES, STONES, Morris, MorrisState
from games_app.games.morris.standard import Standard
from games_app.games.setup import Draft, Problem, Setup

MILL = 3


class MorrisSetup(Setup):
    """No mill waits to be settled."""

    points = POINTS

    def __init__(self, game: Game, stones: int = STONES) -> None:
        super().__init__(game)
        self.stones = stones
        self.counted = {f"heap {role}": stones for role in ROLES}

    def facts(self, draft: Draft, options: Mapping[str, str]) -> Facts:
        heap = {role: draft.counts.get(f"heap {role}", 0) for role in ROLES}
        placed = sum(self.stones - left for left in heap.values())
        removed = max(0, placed - len(draft.men))
        # Once all are placed, Black moves after White, so it has been one move more.
        moved = not any(heap.values()) and draft.turn == ROLES[1]
        return {
            "points": {point: draft.men.get(point, EMPTY) for point in POINTS},
            "heap": heap,
            "control": draft.turn,
            "step": placed + removed + moved,
            "mill": False,
        }

    def reasons(self, facts: Facts) -> Iterator[Problem]:
        heap, lying = facts["heap"], list(facts["points"].values())
        for role in ROLES:
            n = lying.count(role) + heap[role]
            if n > self.stones:
                yield Problem("stones_too_many", {"mover": role.capitalize(), "n": n})
            # The first stone is taken after the third is placed, and then one with each at the most.
            most = max(0, self.stones - heap[OTHER[role]] - MILL + 1)
            if any(heap.values()) and self.stones - n > most:
                yield Problem("lost_too_many", {"mover": role.capitalize(), "n": self.stones - n})
        if any(heap.values()):
            white, black = (heap[role] for role in ROLES)
            white_has_placed = (facts["control"] == ROLES[0]) == facts["mill"]
            if black - white != white_has_placed:
                yield Problem("black_places_next" if white_has_placed else "white_places_next")
        elif max(lying.count(role) for role in ROLES) < FLYING:
            yield Problem("too_few_stones")


class StandardSetup(MorrisSetup):
    """The position is new, so nothing in it has come before."""

    def facts(self, draft: Draft, options: Mapping[str, str]) -> Facts:
        facts = super().facts(draft, options)
        del facts["step"]
        return facts | {"quiet": [], "times": 1}

    def reasons(self, facts: Facts) -> Iterator[Problem]:
        problems = list(super().reasons(facts))
        yield from problems
        own, other = (_stones(facts, role) for role in (facts["control"], OTHER[facts["control"]]))
        if not problems and (other < FLYING or own < FLYING - 1):
            yield Problem("two_stones")


def _stones(facts: Facts, role: str) -> int:
    return list(facts["points"].values()).count(role) + int(facts["heap"][role])


def setup(game: Game) -> Setup:
    """Return the setup of a rule set."""
    return StandardSetup(game, game.parameters.stones) if isinstance(game, Standard) else MorrisSetup(game)


STEPS, STEPS_OF_FEW = range(44, 56), range(34, 52)
"""Steps of positions: late ones, and earlier ones in which a side has few stones left."""
MOST_STONES, FEW_STONES = 7, 4
"""Maximum number of a role's stones, and of those of a side that has few."""


def composed(dice: Random) -> MorrisState:
    """Return a random position with equal or nearly equal numbers of stones, or with a mill to settle."""
    few = dice.random() < 0.5
    white = dice.randint(FLYING, FEW_STONES if few else MOST_STONES)
    black = min(max(white + dice.choice((-1, 0, 1)), FLYING), MOST_STONES)
    places = dice.sample(range(24), white + black)
    points = [EMPTY] * 24
    for n, place in enumerate(places):
        points[place] = ROLES[n >= white]
    step = dice.choice(STEPS_OF_FEW if few else STEPS)
    start = Morris().initial_state()
    state = replace(start, points=tuple(points), heap=(0, 0), control=ROLES[step % 2], step=step, mill=False)
    return _with_mill(state, dice) if dice.random() < 0.5 else state


def _with_mill(state: MorrisState, dice: Random) -> MorrisState:
    """Return the position after a move that closes a mill; the same one if none does."""
    role = state.control
    after = [state.apply(role, action) for action in state.legal_actions(role)]
    closed = [each for each in after if each.mill]
    return replace(dice.choice(closed), trace=()) if closed else state
