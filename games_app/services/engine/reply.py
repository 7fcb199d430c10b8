"""The computer's replies: an action in a position, or the answer to an offered draw."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import Any

from games_app.engine.analyse import CannotAnalyse, analyse, searchable
from games_app.engine.levels import LEVELS, level_of, limit_of, reply
from games_app.engine.search import Table
from games_app.games.level import Level
from games_app.rules import State, get_game
from games_app.services.engine.plain import Plain
from games_app.services.engine.task import Task

_dice: Random = SystemRandom()
_tables: dict[str, Table] = {}
"""Knowledge of games that are searched to the end: a proof holds for every match."""
MOST_REMEMBERED = 100_000
"""Positions of a game from which on they are forgotten before the next reply."""


def find_reply(about: Plain, task: Task) -> None:
    """Find what ``about["level"]`` does on ``about["role"]`` in a position that everybody may see."""
    state = get_game(about["game"]).state_from_facts(about["facts"])
    level = level_of(about["game"], about["level"]) or LEVELS[about["game"]][0]
    found: dict[str, Any]
    if about["what"] == "draw":
        found = {"accept": _is_no_better(state, about["role"], level, task)}
    else:
        table = _table_of(about["game"]) if level.proofs else None
        found = {"action": reply(state, about["role"], level, _dice, table, task.meanwhile).action}
    task.tell(1, 1, lambda: found)


def _table_of(game: str) -> Table:
    table = _tables.setdefault(game, Table())
    if len(table) >= MOST_REMEMBERED:
        table.clear()
    return table


def _is_no_better(state: State, role: str, level: Level, task: Task) -> bool:
    """Return whether a draw is as good as the position for ``role``, as far as the level can see."""
    try:
        found = analyse(searchable(state), limit_of(level), meanwhile=task.meanwhile)
    except CannotAnalyse:
        return False
    score = found.value.score
    return (score if found.role == role else -score) <= 0
