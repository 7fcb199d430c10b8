"""Reviews: analysis of a match or a position within a budget, grades of mistakes, and players' figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from django.conf import settings

from games_app.analysis.claimed_job import Task
from games_app.analysis.decisions import MatchDecision, match_decisions
from games_app.analysis.fairness import withheld
from games_app.analysis.jobs import queue
from games_app.analysis.jobs.models import Plain, plain_analysis, position_text
from games_app.games.engine.analyse import analyse, engine_name, searchable
from games_app.games.engine.analysis import Analysis, Limit
from games_app.games.engine.search import OutOfBudget, TranspositionTable
from games_app.games.rules import State, get_game
from games_app.models import Match

NODES = 3_000_000
"""Nodes of a whole review."""
SHORT_SECONDS = 6.0
"""Processor seconds after which every further decision gets the minimum, while others wait."""
OPENING = 8
"""Number of first decisions whose analyses are stored: later positions hardly ever recur."""
LIMIT = "review"


def review_match(about: Plain, task: Task) -> None:
    """Judge the decisions of the match ``about["match"]``, reporting each to ``task``."""
    row = Match.objects.get(public_id=about["match"])
    _Review(row, task).run()


class _Review:
    def __init__(self, row: Match, task: Task) -> None:
        self.engine = engine_name(row.game)
        self.task = task
        self.turns = match_decisions(row)
        self.withheld = withheld(row.game, None, review=row)
        self.known = queue.kept_evaluation(self.engine, LIMIT, [text for _, text in self._opening()])
        self.judged: list[Plain] = []
        whole = Limit(nodes=NODES, seconds=settings.REVIEW_SECONDS)
        self.table, self.budget = TranspositionTable(), Budget(task, whole, SHORT_SECONDS)
        self.new: dict[str, Plain] = {}

    def _opening(self) -> Sequence[tuple[MatchDecision, str]]:
        return [(turn, position_text(turn.before.facts())) for turn in self.turns[:OPENING] if turn.before]

    def run(self) -> None:
        texts = {turn.seq: text for turn, text in self._opening()}
        self._tell()
        for left in range(len(self.turns), 0, -1):
            turn = self.turns[left - 1]
            self.judged.insert(0, self._judged(turn, texts.get(turn.seq, ""), left))
            self._tell()
        queue.keep_evaluation(self.engine, LIMIT, self.new)

    def _tell(self) -> None:
        self.task.tell(len(self.judged), len(self.turns), self._result)

    def _result(self) -> dict[str, Any]:
        incomplete = any(each["why"] == "in_play" for each in self.judged)
        return {"engine": self.engine, "withheld": incomplete, "decisions": self.judged}

    def _judged(self, turn: MatchDecision, text: str, left: int) -> Plain:
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


POSITION_LIMIT = Limit(nodes=1_000_000, seconds=30.0)
"""Nodes end it; seconds do only if the machine is busy with other work."""

POSITION_SHORT_SECONDS = 1.5
"""Processor seconds after which it ends if others wait."""

POSITION_ANALYSIS = "position"


def analyse_position(about: Plain, task: Task) -> None:
    """Analyse the position ``about["facts"]`` of a game."""
    engine, facts = engine_name(about["game"]), about["facts"]
    text = position_text(facts)
    found = queue.kept_evaluation(engine, POSITION_ANALYSIS, [text]).get(text)
    if found is None:
        state = searchable(get_game(about["game"]).state_from_facts(facts))
        analysis, full = Budget(task, POSITION_LIMIT, POSITION_SHORT_SECONDS).analyse(state)
        line = withheld(about["game"], None).line(state, analysis.line)
        found = plain_analysis(analysis) | {"line": line}
        if full:
            queue.keep_evaluation(engine, POSITION_ANALYSIS, {text: found})
    task.tell(1, 1, lambda: {"engine": engine, "found": found})


LEAST_SECONDS = 0.05
"""Seconds that every position gets, however many people wait."""


class Budget:
    """A budget for one or more positions; unused nodes go to the other positions.

    All seconds are processor time: on a busy machine a job takes longer and finds as much. ``short``: the
    seconds after which it ends if others wait.
    """

    def __init__(self, task: Task, whole: Limit, short: float) -> None:
        self._task = task
        self._nodes, self._until = whole.nodes, task.spent() + (whole.seconds or 0.0)
        self._short_until = task.spent() + short
        self._enough_at, self._cut = 0.0, False

    def analyse(
        self, state: State, left: int = 1, table: TranspositionTable | None = None
    ) -> tuple[Analysis, bool]:
        """Analyse the next of the positions that are ``left``; also return whether it got its full share."""
        now = self._task.spent()
        self._enough_at, self._cut = max(self._short_until, now + LEAST_SECONDS), False
        seconds = max(0.0, self._until - now)
        share = Limit(nodes=max(1, self._nodes // left), seconds=seconds / left)
        found = analyse(state, share, table, self._meanwhile)
        self._nodes -= found.work.nodes
        self._task.short |= self._cut
        return found, not self._cut

    def _meanwhile(self) -> None:
        """Do urgent work. Raises OutOfBudget when the job has had its turn and others wait."""
        self._task.meanwhile()
        if self._task.spent() >= self._enough_at and self._task.others_wait():
            self._cut = True
            raise OutOfBudget


Grade = Literal["turning", "margin", "estimated", ""]

KEPT, HALF, ALL = 100, 50, 0
"""Points of a decision in the accuracy: it kept the outcome, gave half of it away, or all of it."""
COUNTED = (KEPT, HALF, ALL)
"""The same points by the steps from win to draw to loss that a decision lost."""


def graded(decisions: Sequence[Plain], least: float | None) -> list[Plain]:
    """Return the decisions, each with its "grade"; ``least`` is the margin of the game, if any."""
    return [each | {"grade": grade(each, least)} for each in decisions]


def grade(decision: Plain, least: float | None) -> Grade:
    """Return the kind of a mistake: "turning", "margin", "estimated", or "" for none.

    "turning": a win or draw was provably given away. "margin": something else was. "estimated": the loss is
    not proved, and estimated to be at least ``least``.
    """
    if _steps_lost(decision):
        return "turning"
    if _proved_loss(decision) > 0:
        return "margin"
    loss = estimated_loss(decision)
    return "estimated" if loss is not None and least is not None and loss >= least else ""


def estimated_loss(decision: Plain) -> float | None:
    """Return the loss if it is estimated; None if it is proved, or a difference of proved bounds.

    If who wins is proved before and after, only the margin is open. The bounds say little about it.
    """
    played = _value_of_played(decision)
    if played is None or played["loss"]["kind"] != "estimate":
        return None
    if played["outcome"] is not None and decision["found"]["value"]["outcome"] is not None:
        return None
    return round(float(played["loss"]["score"]), 3)  # 1.1 - 0.1 is not exactly 1


def summary(decisions: Sequence[Plain], least: float | None) -> dict[str, Plain]:
    """Return {role: {"accuracy", "at_stake", "turning", "margin", "estimated", "lost"}}.

    "accuracy" is None if the outcome was never at stake; "lost" is the proved minimum that was given away.
    """
    found: dict[str, Plain] = {}
    for role in {each["role"]: None for each in decisions}:
        own = [each for each in decisions if each["role"] == role]
        counted = [COUNTED[_steps_lost(each)] for each in own if _is_at_stake(each)]
        grades = [grade(each, least) for each in own]
        found[role] = {
            "accuracy": round(sum(counted) / len(counted)) if counted else None,
            "at_stake": len(counted),
            **{name: grades.count(name) for name in ("turning", "margin", "estimated")},
            "lost": sum(_proved_loss(each) for each in own),
        }
    return found


def _value_of_played(decision: Plain) -> Plain | None:
    """Return the known value of the chosen action."""
    found = decision["found"]
    played: Plain | None = found["actions"].get(decision["action"]) if found else None
    return played


def _proved_loss(decision: Plain) -> float:
    played = _value_of_played(decision)
    return played["loss"]["score"] if played and played["loss"]["kind"] != "estimate" else 0


def _steps_lost(decision: Plain) -> int:
    """Return the proved steps from win to draw to loss that a decision lost: 0, 1 or 2."""
    played = _value_of_played(decision)
    if played is None:
        return 0
    before, after = decision["found"]["value"]["outcome"], played["outcome"]
    return 0 if before is None or after is None else max(0, int(before) - int(after))


def _is_at_stake(decision: Plain) -> bool:
    """Return whether it is proved that some action kept the outcome, some did not, and what was chosen."""
    played = _value_of_played(decision)
    if played is None or played["outcome"] is None:
        return False
    before = decision["found"]["value"]["outcome"]
    outcomes = [value["outcome"] for value in decision["found"]["actions"].values()]
    return before is not None and any(each is not None and each < before for each in outcomes)
