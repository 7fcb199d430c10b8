"""The review of a finished match: every decision judged, from the last one backwards.

The decisions share a table, so that what is proved of late positions serves the earlier ones, and a budget:
what a late position doesn't need is left to the earlier ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings

from games_app.engine.analyse import engine_name
from games_app.engine.analysis import Limit
from games_app.engine.search import Table
from games_app.engine_jobs import evaluations
from games_app.models import Match
from games_app.rules import State
from games_app.services.engine.budget import Budget
from games_app.services.engine.fairness import withheld
from games_app.services.engine.plain import Plain, plain_analysis, position_text
from games_app.services.engine.task import Task
from games_app.services.engine.turns import Turn, turns

NODES = 3_000_000
"""Nodes of a whole review."""
SHORT_SECONDS = 6.0
"""Seconds of the processor after which every further decision gets the least, while others wait."""
OPENING = 8
"""Decisions from the start whose analyses are kept: later positions hardly ever come again."""
LIMIT = "review"


def review(about: Plain, task: Task) -> None:
    """Judge the decisions of the match ``about["match"]``, telling ``task`` of each."""
    row = Match.objects.get(public_id=about["match"])
    _Review(row, task).run()


class _Review:
    def __init__(self, row: Match, task: Task) -> None:
        self.engine = engine_name(row.game)
        self.task = task
        self.turns = turns(row)
        self.withheld = withheld(row.game, None, review=row)
        self.known = evaluations.kept(self.engine, LIMIT, [text for _, text in self._opening()])
        self.judged: list[Plain] = []
        whole = Limit(nodes=NODES, seconds=settings.REVIEW_SECONDS)
        self.table, self.budget = Table(), Budget(task, whole, SHORT_SECONDS)
        self.new: dict[str, Plain] = {}

    def _opening(self) -> Sequence[tuple[Turn, str]]:
        return [(turn, position_text(turn.before.facts())) for turn in self.turns[:OPENING] if turn.before]

    def run(self) -> None:
        texts = {turn.seq: text for turn, text in self._opening()}
        self._tell()
        for left in range(len(self.turns), 0, -1):
            turn = self.turns[left - 1]
            self.judged.insert(0, self._judged(turn, texts.get(turn.seq, ""), left))
            self._tell()
        evaluations.keep(self.engine, LIMIT, self.new)

    def _tell(self) -> None:
        self.task.tell(len(self.judged), len(self.turns), self._result)

    def _result(self) -> dict[str, Any]:
        incomplete = any(each["why"] == "in_play" for each in self.judged)
        return {"engine": self.engine, "withheld": incomplete, "decisions": self.judged}

    def _judged(self, turn: Turn, text: str, left: int) -> Plain:
        """Return the decision with the analysis of its position; None if there can't or mustn't be one."""
        judgement = {"seq": turn.seq, "ply": turn.ply, "role": turn.role, "action": turn.action}
        if turn.before is None:
            return judgement | {"found": None, "why": "closed"}
        if self.withheld.covers(turn.before):
            return judgement | {"found": None, "why": "in_play"}
        found = self.known.get(text) or self._found(turn.before, text, left)
        return judgement | {"found": found, "why": ""}

    def _found(self, state: State, text: str, left: int) -> Plain:
        analysis, full = self.budget.analyse(state, left, self.table)
        found = plain_analysis(analysis) | {"line": self.withheld.line(state, analysis.line)}
        if text and full:
            self.new[text] = found
        return found
