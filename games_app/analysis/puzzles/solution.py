"""The stored solution of a puzzle: the solver's right decisions, and the automatic play after each."""

from __future__ import annotations

from dataclasses import dataclass

from games_app.games.rules import Accepted, State, get_game, play
from games_app.models import Puzzle


@dataclass(frozen=True, slots=True)
class SolvedDecision:
    """A position in which the solver decides, the right decision, and the replies that follow it."""

    before: State
    played: Accepted
    follows: tuple[Accepted, ...]


def solution_of(puzzle: Puzzle) -> list[SolvedDecision]:
    """Return the whole solution. Puzzles that were found before replies were stored have none."""
    state, solution = get_game(puzzle.game).state_from_facts(puzzle.facts), []
    for step in puzzle.steps:
        played, follows = play(state, puzzle.role, step["right"]), []
        after = played.state
        for role, action in step.get("follows", ()):
            follows.append(play(after, role, action))
            after = follows[-1].state
        solution.append(SolvedDecision(state, played, tuple(follows)))
        state = after
    return solution


def positions(puzzle: Puzzle) -> list[State]:
    """Return every position of the solution in which somebody decides, and the last one."""
    states = [get_game(puzzle.game).state_from_facts(puzzle.facts)]
    for decision in solution_of(puzzle):
        states += [accepted.state for accepted in (decision.played, *decision.follows)]
    return states
