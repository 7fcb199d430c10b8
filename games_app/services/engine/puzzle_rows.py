"""Puzzles as they are stored, and as they come with the site."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from games_app.engine.analysis import Analysis
from games_app.engine.puzzle import Decided, Solution, hardness
from games_app.games.catalogue import THEMES
from games_app.games.decision import play
from games_app.models import Puzzle
from games_app.rules import Trace
from games_app.services.engine.plain import Plain, position_text

EASIEST, HARDER = 1200.0, 150.0
"""First rating of a puzzle that the weakest level solves, and how much more it is for each that doesn't."""


def keep(found: Iterable[Solution], found_at: datetime | None) -> int:
    """Store puzzles, each position once; return how many there were."""
    rows = [Puzzle(key=_key(plain), found_at=found_at, **plain) for plain in map(plain_puzzle, found)]
    Puzzle.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


def keep_shipped(puzzles: Sequence[Plain]) -> None:
    """Store the puzzles that came with the site, those that are not there yet."""
    rows = {_key(plain): plain for plain in puzzles}
    known = set(Puzzle.objects.filter(key__in=rows).values_list("key", flat=True))
    new = [Puzzle(key=key, **plain) for key, plain in rows.items() if key not in known]
    Puzzle.objects.bulk_create(new, ignore_conflicts=True)


def plain_puzzle(solution: Solution) -> Plain:
    """Return the fields of a puzzle that the engine has found."""
    first = solution.decisions[0].analysis
    return {
        "game": solution.slug,
        "engine": first.engine,
        "facts": solution.start.facts(),
        "role": solution.role,
        "scope": first.scope,
        "unit": first.value.unit,
        "steps": [_step(decided) for decided in solution.decisions],
        "themes": _themes(solution),
        "rating": EASIEST + HARDER * (hardness(solution) + len(solution.decisions) - 1),
    }


def _key(plain: Plain) -> str:
    return f"{plain['game']} {position_text(plain['facts'])}"


def _step(decided: Decided) -> Plain:
    wrong = [action for action in decided.analysis.actions if action != decided.right]
    return {"right": decided.right, "wrong": {action: _fault(decided.analysis, action) for action in wrong}}


def _fault(found: Analysis, action: str) -> dict[str, Any]:
    """Return what is proved of a wrong action: {"outcome", "loss", "exact"}, as far as it is known.

    "outcome" is -1 for a loss, 0 for a draw and None for either; "exact": the loss is no more than "loss".
    """
    value, loss = found.actions[action], found.given_away(action)
    outcome = -1 if value.most < 0 else 0 if value.least == 0 else None
    if found.value.unit != "margin" or loss.kind == "estimate":
        return {"outcome": outcome}
    return {"outcome": outcome, "loss": loss.score, "exact": loss.kind == "exact"}


def _themes(solution: Solution) -> str:
    """Return the names of the themes in a solution, with a space around each."""
    trace: Trace = ()
    for decided in solution.decisions:
        plies = play(decided.state, solution.role, decided.right).plies
        trace += tuple(step for ply in plies if ply.role == solution.role for step in ply.trace)
    facts = solution.start.facts()
    names = [theme.name for theme in THEMES.get(solution.slug, ()) if theme.seen(facts, trace)]
    return f" {' '.join(names)} " if names else ""
