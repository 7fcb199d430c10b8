"""The analysis of a single position that somebody has set up."""

from __future__ import annotations

from games_app.engine.analyse import engine_name, searchable
from games_app.engine.analysis import Limit
from games_app.engine_jobs import evaluations
from games_app.rules import get_game
from games_app.services.engine.budget import Budget
from games_app.services.engine.fairness import withheld
from games_app.services.engine.plain import Plain, plain_analysis, position_text
from games_app.services.engine.task import Task

LIMIT = Limit(nodes=1_000_000, seconds=30.0)
"""The nodes end it, the seconds only where the machine has much else to do."""
SHORT_SECONDS = 1.5
"""Seconds of the processor after which it ends if others wait."""
NAME = "position"


def position(about: Plain, task: Task) -> None:
    """Analyse the position ``about["facts"]`` of a game."""
    engine, facts = engine_name(about["game"]), about["facts"]
    text = position_text(facts)
    found = evaluations.kept(engine, NAME, [text]).get(text)
    if found is None:
        state = searchable(get_game(about["game"]).state_from_facts(facts))
        analysis, full = Budget(task, LIMIT, SHORT_SECONDS).analyse(state)
        line = withheld(about["game"], None).line(state, analysis.line)
        found = plain_analysis(analysis) | {"line": line}
        if full:
            evaluations.keep(engine, NAME, {text: found})
    task.tell(1, 1, lambda: {"engine": engine, "found": found})
