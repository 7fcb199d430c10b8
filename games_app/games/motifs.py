"""Motifs: what players name in a turn of a line of play, such as a capture or a mill.

Each game declares its own in its ``tactics`` module; those that games share are here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games_app.games.base import State, Step
from games_app.games.registry import get_game
from games_app.games.tactics import DecisionTrace

DECISIVE = 1_000
"""Weight of a motif that decides the game or the round."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Decisions of ``role`` in a row; ``first`` is the number of the first one in its line, from 0."""

    role: str
    first: int
    decisions: tuple[DecisionTrace, ...]

    @property
    def start(self) -> State:
        return self.decisions[0].start

    @property
    def end(self) -> State:
        return self.decisions[-1].end

    def steps(self, *kinds: str) -> list[Step]:
        """Return what the role itself does, of these kinds."""
        return [step for decision in self.decisions for step in decision.steps(*kinds)]


@dataclass(frozen=True, slots=True)
class Seen:
    """A motif in a turn: its number, its places and its weight against other motifs.

    ``at``: the decision of the turn, from 0, after which it has happened; ``by``: the one that players name.
    """

    n: int
    stops: tuple[str, ...]
    at: int
    weight: int
    by: int = 0


@dataclass(frozen=True, slots=True)
class Motif:
    """A kind of motif. ``seen`` returns it if a turn shows it."""

    kind: str
    seen: Callable[[Turn], Seen | None]


MOVES = ("scoop", "drop", "place", "move")
"""Steps of what players call a move; to take a stone after a mill or to collect what is left is none."""


def decides(turn: Turn) -> Seen | None:
    """Return the end of the game, or of the round, that the role wins; it is named by the last move."""
    for at, decision in enumerate(turn.decisions):
        if any(step["do"] in ("over", "round") and step["winner"] == turn.role for step in decision.trace):
            moves = [number for number in range(at + 1) if turn.decisions[number].steps(*MOVES)]
            return Seen(1, (), at, DECISIVE, by=moves[-1] if moves else at)
    return None


def captures(turn: Turn) -> Seen | None:
    """Return the largest capture of one decision; in a game of single pieces, that of the whole turn."""
    taken = [
        [(str(stop), n) for step in decision.steps("capture") if _takes(step) for stop, n in step["from"]]
        for decision in turn.decisions
    ]
    n, earliest = max((sum(n for _, n in each), -at) for at, each in enumerate(taken))
    return Seen(n, tuple(stop for stop, _ in taken[-earliest]), -earliest, n, by=-earliest) if n else None


def _takes(capture: Step) -> bool:
    """Return False if the opposite place is empty, so that a role stores its own last stone alone."""
    return all(n for _, n in capture["from"])


def takes_pieces(turn: Turn) -> Seen | None:
    """Return the pieces that a whole turn takes off the board."""
    taken = [str(stop) for step in turn.steps("capture") for stop, _ in step["from"]]
    return Seen(len(taken), tuple(taken), len(turn.decisions) - 1, 2 * len(taken)) if taken else None


FEW = 3
"""Stones by which several moves in a row must beat a capture to be named instead of it."""


def moves_again(turn: Turn) -> Seen | None:
    """Return several moves in a row, and how much they add to the score of the role; not beyond a round."""
    if len(turn.decisions) < 2 or turn.steps("refill"):
        return None
    game = get_game(turn.start.slug)
    before, after = (game.score(state.facts())[turn.role] for state in (turn.start, turn.end))
    gained = after - before
    return Seen(gained, (), len(turn.decisions) - 1, gained - FEW) if gained > FEW else None


def collects(turn: Turn) -> Seen | None:
    """Return the stones that the role collects at the end, without sowing them."""
    found = [
        (str(stop), n, at)
        for at, decision in enumerate(turn.decisions)
        for step in decision.steps("collect")
        for stop, n in step["from"]
        if n
    ]
    if not found:
        return None
    n, at = sum(n for _, n, _ in found), found[-1][2]
    return Seen(n, tuple(stop for stop, _, _ in found), at, n, by=at)


def crowns(turn: Turn) -> Seen | None:
    """Return the king that a turn brings."""
    crowned = tuple(str(step["at"]) for step in turn.steps("crown"))
    return Seen(len(crowned), crowned, len(turn.decisions) - 1, 3) if crowned else None
