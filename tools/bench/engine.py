"""Number of proved positions, and the time: played games, searched position by position on one core.

The goals are those of docs/engine.md. Few positions tell little, so their number stands beside each figure.
All times are processor times, and so is the limit of a second: waiting for a core doesn't count, although a
busy neighbour slows the core itself.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import count, islice, pairwise
from statistics import median, quantiles
from typing import Any

from games_app.engine.analyse import CannotAnalyse, analyse, compact_form
from games_app.engine.analysis import Analysis, Limit
from games_app.engine.search import TranspositionTable
from games_app.games.mancala import GAME as MANCALA
from games_app.games.mancala.rules import MancalaState
from games_app.rules import GAMES, State, play
from games_app.services.engine import review

OPTIONS = {"congkak": {"opening": "south", "sowing": "auto", "rounds": "1"}}
ENOUGH = 10**9
"""More nodes than any search visits within its seconds."""
WHOLE = Limit(nodes=5_000_000)
OUTCOME = Limit(nodes=ENOUGH, seconds=1.0, every=False)
DEPTHS = (None, 1, 8)
"""Players of checkers: random, greedy, and with some foresight. Each plays a third of the games."""
OPENING = 4
"""Maximum number of first decisions that are random, so that no two games are alike."""


@dataclass(frozen=True)
class Figures:
    """One goal: how many of ``of`` positions were proved, and the total seconds."""

    name: str
    proved: int
    of: int
    median: float
    p90: float
    most: float
    goal: str
    met: bool

    def text(self) -> str:
        verdict = "met" if self.met else "NOT MET"
        times = f"median {self.median:.2f}, p90 {self.p90:.2f}, at most {self.most:.2f} s"
        return f"{self.name}: {self.proved} of {self.of} proved, {times} (goal: {self.goal}): {verdict}"


@dataclass(frozen=True)
class Report:
    goals: list[Figures]

    def text(self) -> str:
        return "\n".join(one.text() for one in self.goals)

    def data(self) -> dict[str, Any]:
        return asdict(self)


def measure(*, positions: int = 20, games: int = 10) -> Report:
    """Search so many ``positions`` of mancala, and one of each of so many ``games`` of the others."""
    return Report(
        [
            mancala(positions),
            reviews(games),
            late("checkers", "ply 44", mixed("checkers", after_plies(44), games), 0.85),
            late("morris", "step 48", reached("morris", after_plies(48), games), 1.0),
            late("congkak", "turn 8", reached("congkak", after_turns(8), games), 1.0),
        ]
    )


def mancala(positions: int) -> Figures:
    """Search every action of random positions and of randomly scattered stones, each from an empty table."""
    dice = random.Random(1)
    states = [scattered(dice) if number % 2 else played(dice) for number in range(positions)]
    timed = [taken(partial(analyse, state, WHOLE)) for state in states]
    proved = sum(all(value.kind == "exact" for value in found.actions.values()) for _, found in timed)
    seconds = [each for each, _ in timed]
    goal = "every action within 3 s"
    met = proved == positions and max(seconds) <= 3
    return figures("mancala, every action", proved, seconds, goal, met)


def played(dice: random.Random) -> State:
    """Return a position of a random game of mancala."""
    return dice.choice(list(thrown("mancala", dice.randrange(2**32))))


def scattered(dice: random.Random) -> State:
    """Return a position of mancala with all stones in the pits, each in any of them."""
    rules = MANCALA.rules({})
    pits = [0] * len(rules.stops)
    for _ in range(rules.total):
        pits[dice.choice([*rules.pits["north"], *rules.pits["south"]])] += 1
    return MancalaState(rules, tuple(pits), "north")


def reviews(games: int) -> Figures:
    """Search whole games of mancala, from the last position backwards with one table, as a review does."""
    seconds, proved = [], 0
    for seed in range(games):
        began, table, whole = time.process_time(), TranspositionTable(), True
        for state in reversed(list(thrown("mancala", seed))):
            found = analyse(state, Limit(nodes=review.NODES), table)
            whole = whole and all(value.kind == "exact" for value in found.actions.values())
        seconds.append(time.process_time() - began)
        proved += whole
    met = proved == games and median(seconds) <= 5
    return figures("mancala, a whole review", proved, seconds, "5 s at the median", met)


Place = Callable[[list[State]], State | None]
"""Function that returns the position of a game to be searched; None if the game was over before."""


def after_plies(number: int) -> Place:
    """The first position after so many plies, in a game that counts its steps from 1."""
    return lambda states: next((state for state in states if state.facts()["step"] > number), None)


def after_turns(number: int) -> Place:
    """Return the first position after so many turns: a turn ends when the other side is to move."""

    def place(states: list[State]) -> State | None:
        turns = [state for before, state in pairwise(states) if before.to_move != state.to_move]
        return turns[number - 1] if len(turns) >= number else None

    return place


def mixed(game: str, place: Place, games: int) -> list[State]:
    """Return positions at this place of equally many games of each of the players."""
    numbers = [len(range(first, games, len(DEPTHS))) for first in range(len(DEPTHS))]
    return [
        state
        for depth, number in zip(DEPTHS, numbers, strict=True)
        for state in reached(game, place, number, depth)
    ]


def reached(game: str, place: Place, games: int, depth: int | None = None) -> list[State]:
    """Return positions at this place of so many games of one player, without games that end before it."""
    states = (place(list(thrown(game, seed, depth))) for seed in count(1))
    return list(islice((state for state in states if state is not None), games))


def late(game: str, where: str, states: list[State], least: float) -> Figures:
    """Find the winner in these positions. The rest of the second is spent on the margin."""
    seconds, proved = [], 0
    for state in states:
        spent, found = taken(partial(analyse, state, OUTCOME))
        seconds.append(spent)
        proved += found.value.proved
    goal = f"who wins, within 1 s, in {least:.0%}"
    return figures(f"{game}, {where}", proved, seconds, goal, proved >= least * len(states))


def thrown(game: str, seed: int, depth: int | None = None) -> Iterator[State]:
    """Yield the positions of a game that can be searched, played at random or with so much foresight."""
    state: State = GAMES[game].initial_state(**OPTIONS.get(game, {}))
    dice = random.Random(seed)
    opening = dice.randrange(OPENING) + 1 if depth else ENOUGH
    for number in count():
        if not state.to_move:
            return
        if searchable(state):
            yield state
        role = dice.choice(state.to_move)
        actions = state.legal_actions(role) if number < opening else foreseen(state, depth)
        state = play(state, role, dice.choice(actions)).state


def foreseen(state: State, depth: int | None) -> Sequence[str]:
    """Return the best actions by a search of so many choices."""
    return analyse(state, Limit(nodes=ENOUGH, depth=depth, proofs=False, every=False)).best


def searchable(state: State) -> bool:
    try:
        compact_form(state)
    except CannotAnalyse:
        return False
    return True


def taken(search: Callable[[], Analysis]) -> tuple[float, Analysis]:
    """Return the processor seconds of a search, and its result."""
    began = time.process_time()
    found = search()
    return time.process_time() - began, found


def figures(name: str, proved: int, seconds: list[float], goal: str, met: bool) -> Figures:
    p90 = quantiles(seconds, n=10)[-1] if len(seconds) > 1 else seconds[0]
    return Figures(name, proved, len(seconds), median(seconds), p90, max(seconds), goal, met)
