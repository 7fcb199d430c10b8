"""Reasons in puzzles: what the solution wins, and what a wrong decision allows, each proved by the rules."""

from __future__ import annotations

from games_app.analysis.fairness import withheld
from games_app.analysis.puzzles.selection import SolvedDecision, solution_of
from games_app.games.catalogue import MOTIFS
from games_app.games.claims import Claim, Line, allowed, strongest, won
from games_app.models import Puzzle


def gain(puzzle: Puzzle) -> Claim | None:
    """Return the claim about what the solution wins; None if nothing in it has a name."""
    solution = solution_of(puzzle)
    before, line = solution[0].before, _line(solution)
    return strongest(MOTIFS.get(puzzle.game, ()), before, line, puzzle.role) or won(before, line, puzzle.role)


def fault(puzzle: Puzzle, reader: int | None, taken: int, action: str) -> Claim | None:
    """Return the claim about what a wrong decision allows after so many right ones; None without a line.

    Puzzles that were found before these lines were stored have none, and so has a line to a position that is
    withheld from ``reader``, a player's key.
    """
    wrong = puzzle.steps[taken]["wrong"].get(action, {})
    if not wrong.get("line"):
        return None
    rest = solution_of(puzzle)[taken:]
    played = ((puzzle.role, action), *((role, reply) for role, reply in wrong["line"]))
    if len(withheld(puzzle.game, reader).line(rest[0].before, played)) < len(played):
        return None
    return allowed(MOTIFS.get(puzzle.game, ()), rest[0].before, played, _line(rest))


def _line(solution: list[SolvedDecision]) -> Line:
    decisions = [accepted for each in solution for accepted in (each.played, *each.follows)]
    return [(accepted.plies[0].role, accepted.plies[0].action) for accepted in decisions]
