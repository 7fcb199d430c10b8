"""Search of finished matches for puzzles, by otherwise idle workers.

Only positions are stored of a match: no name, no time, no address.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from django.conf import settings

from games_app.analysis.claimed_job import Task
from games_app.analysis.decisions import match_decisions
from games_app.analysis.fairness import withheld
from games_app.analysis.jobs import queue
from games_app.analysis.jobs.models import Job, Plain, position_text
from games_app.games.catalogue import MOTIFS, THEMES
from games_app.games.claims import allowed
from games_app.games.engine.analyse import ENGINES, engine_name
from games_app.games.engine.analysis import Analysis, Limit
from games_app.games.engine.difficulty import rating_of
from games_app.games.engine.puzzle import Decided, Solution, solve
from games_app.games.engine.search import TranspositionTable
from games_app.games.rules import Facts, State, get_game, play
from games_app.games.tactics import DecisionTrace, SolutionTrace, decision_of
from games_app.lib import clock
from games_app.models import Match, Puzzle

LATELY = timedelta(days=2)
"""Maximum age of matches that are searched automatically; `manage.py puzzles find` goes back further."""
MOST_AT_ONCE = 50
OPENING = 8
"""Number of first decisions that are skipped: many matches share them."""
NODES = 150_000
"""Nodes of the search of one position."""
MOST_OF_A_MATCH = 2
MOST_OF_A_GAME = 5_000
"""Number of a game's puzzles at which the search stops."""


def searched_matches(since: datetime) -> Iterator[Match]:
    """Yield the public matches played here since then, latest first, in games that need more puzzles."""
    slugs = list(ENGINES)
    games = [slug for slug in slugs if Puzzle.objects.filter(game=slug).count() < MOST_OF_A_GAME]
    over = Match.objects.filter(status=Match.Status.OVER, visibility=Match.Visibility.PUBLIC)
    recent = over.filter(acted_at__gt=since, game__in=games, origin__isnull=True)
    yield from recent.order_by("-acted_at").iterator()


def request_search(now: datetime) -> None:
    """Queue the search of matches that ended recently, each match once."""
    if not settings.PUZZLE_SECONDS:
        return
    rows = islice(searched_matches(now - LATELY), MOST_AT_ONCE)
    keys = {f"{Job.Kind.PUZZLES}:{row.public_id}": row for row in rows}
    queued_keys = set(Job.objects.filter(key__in=keys).values_list("key", flat=True))
    for key, row in keys.items():
        if key not in queued_keys:
            about = {"match": row.public_id}
            queue.ask(Job.Kind.PUZZLES, row.public_id, about, engine_name(row.game), now)


def search(about: Plain, task: Task) -> None:
    """Search the match ``about["match"]`` and store its best puzzles."""
    row = Match.objects.get(public_id=about["match"])
    table = TranspositionTable()
    # Nobody waits for puzzles. A review and a position that rest for each other already have two tables.
    task.make_room = table.clear
    puzzles = found_in(row, settings.PUZZLE_SECONDS, task.meanwhile, lambda: task.seconds_of_others, table)
    kept = keep_found(puzzles, clock.now())
    task.tell(1, 1, lambda: {"kept": kept})


def found_in(
    row: Match,
    seconds: float,
    meanwhile: Callable[[], None] | None = None,
    others: Callable[[], float] = lambda: 0.0,
    table: TranspositionTable | None = None,
) -> list[Solution]:
    """Return the longest puzzles in a finished match, searched from its last position backwards.

    ``seconds`` bounds the processor time, without the time that ``others`` took meanwhile.
    """
    if row.status != Match.Status.OVER:
        return []
    unfair, table = withheld(row.game, None), TranspositionTable() if table is None else table
    positions = [turn.before for turn in match_decisions(row)[OPENING:] if turn.before]
    puzzles: list[Solution] = []
    began = time.process_time()
    for state in reversed(positions):
        if time.process_time() - began - others() >= seconds:
            break
        solution = None if unfair.covers(state) else solve(state, Limit(NODES), table, meanwhile)
        if solution and not any(map(unfair.covers, positions_of(solution))):
            puzzles = [*_others_than(puzzles, solution), solution]
    return sorted(puzzles, key=lambda puzzle: len(puzzle.decisions), reverse=True)[:MOST_OF_A_MATCH]


def positions_of(solution: Solution) -> Iterator[State]:
    """Yield every position of a solution in which somebody decides, and the last one."""
    for decided in solution.decisions:
        yield (state := decided.state)
        for role, action in ((solution.role, decided.right), *decided.follows):
            yield (state := play(state, role, action).state)


def _others_than(puzzles: list[Solution], longer: Solution) -> list[Solution]:
    """Return the puzzles that are no part of the ``longer`` one."""
    parts: list[State] = [decided.state for decided in longer.decisions]
    return [puzzle for puzzle in puzzles if puzzle.start not in parts]


def keep_found(puzzles: Iterable[Solution], found_at: datetime | None) -> int:
    """Store puzzles, each position once; return how many there were."""
    rows = [
        Puzzle(key=_puzzle_key(plain), found_at=found_at, **plain) for plain in map(plain_puzzle, puzzles)
    ]
    Puzzle.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


def keep_shipped(puzzles: Sequence[Plain]) -> None:
    """Store the puzzles that came with the site, those that are not there yet, and what is new about all.

    A rating that people's attempts have changed stays.
    """
    rows = {_puzzle_key(plain): plain for plain in puzzles}
    stored = {row.key: row for row in Puzzle.objects.filter(key__in=rows).only("key", *FRESH, "tried")}
    new = [Puzzle(key=key, **plain) for key, plain in rows.items() if key not in stored]
    Puzzle.objects.bulk_create(new, ignore_conflicts=True)
    changed = []
    for key, row in stored.items():
        fresh = {name: rows[key][name] for name in FRESH if name != "rating" or not row.tried}
        if any(getattr(row, name) != value for name, value in fresh.items()):
            vars(row).update(fresh)
            changed.append(row)
    Puzzle.objects.bulk_update(changed, FRESH)


def drop_shipped(game: str, *, but: Sequence[Plain]) -> None:
    """Delete the puzzles of a game that no longer come with the site, unless somebody has tried them."""
    before = Puzzle.objects.filter(game=game, found_at=None, tried=0)
    before.exclude(key__in=map(_puzzle_key, but)).delete()


FRESH = ("themes", "steps", "rating")
"""Fields of a shipped puzzle that a new version may change."""


def plain_puzzle(solution: Solution) -> Plain:
    """Return the fields of a puzzle that the engine has found."""
    first, facts = solution.decisions[0].analysis, solution.start.facts()
    steps = [_step(decided) for decided in solution.decisions]
    return {
        "game": solution.slug,
        "engine": first.engine,
        "facts": facts,
        "role": solution.role,
        "scope": first.scope,
        "unit": first.value.unit,
        "steps": steps,
        "themes": themes_of(solution.slug, facts, solution.role, steps),
        "rating": rating_of(solution.questions),
    }


def _puzzle_key(plain: Plain) -> str:
    return f"{plain['game']} {position_text(plain['facts'])}"


def _step(decided: Decided) -> Plain:
    wrong = [action for action in decided.analysis.actions if action != decided.right]
    faults = {action: _fault(decided.analysis, action) | _why(decided, action) for action in wrong}
    return {"right": decided.right, "wrong": faults, "follows": decided.follows}


def _why(decided: Decided, action: str) -> dict[str, Any]:
    """Return {"line"}: as much of best play after a wrong action as shows what it allows; {} if none does."""
    role, line = decided.analysis.role, decided.lines.get(action, ())
    right = ((role, decided.right), *decided.follows)
    motifs = MOTIFS.get(decided.state.slug, ())
    claim = allowed(motifs, decided.state, ((role, action), *line), right)
    return {"line": claim.line[1:]} if claim else {}


def _fault(analysis: Analysis, action: str) -> dict[str, Any]:
    """Return what is proved of a wrong action: {"outcome", "loss", "exact"}, as far as it is known.

    "outcome" is -1 for a loss, 0 for a draw and None for either. "exact": the loss is exactly "loss".
    """
    value, loss = analysis.actions[action], analysis.given_away(action)
    outcome = -1 if value.most < 0 else 0 if value.least == 0 else None
    if analysis.value.unit != "margin" or loss.kind == "estimate":
        return {"outcome": outcome}
    return {"outcome": outcome, "loss": loss.score, "exact": loss.kind == "exact"}


def themes_of(game: str, facts: Facts, role: str, steps: Sequence[Plain]) -> str:
    """Return the names of the themes in a solution, with a space around each."""
    state = get_game(game).state_from_facts(facts)
    line: list[DecisionTrace] = []
    for step in steps:
        for mover, action in ((role, step["right"]), *step["follows"]):
            line.append(decision_of(state, mover, action))
            state = line[-1].end
    played = SolutionTrace(role, len(steps), tuple(line))
    names = [theme.name for theme in THEMES.get(game, ()) if theme.seen(played)]
    return f" {' '.join(names)} " if names else ""
