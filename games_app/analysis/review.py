"""Reviews: analysis of a match or a position within a budget, grades of mistakes, and players' figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

from django.conf import settings

from games_app.analysis.claimed_job import Task, TurnOver
from games_app.analysis.decisions import MatchDecision, match_decisions
from games_app.analysis.fairness import withheld
from games_app.analysis.jobs import queue
from games_app.analysis.jobs.models import Plain, plain_analysis, position_text
from games_app.analysis.reasons import reasons
from games_app.games.engine.analyse import LEAST_MISTAKES, analyse, engine_name, searchable
from games_app.games.engine.analysis import Analysis, Limit
from games_app.games.engine.search import OutOfBudget, TranspositionTable
from games_app.games.rules import State, get_game
from games_app.models import Match

NODES = 3_000_000
"""Nodes of a whole review."""
MOST_SECONDS, FIRST_SECONDS = 2.0, 0.75
"""Processor seconds of one decision at most, since nobody else's review begins meanwhile, and of the first.

The first one is quick unless the match ended early.
"""
MOST_UNPROVED = 3
"""Number of decisions in a row with an open outcome after which the earlier ones are only estimated.

An earlier position takes many times the nodes of a later one, so they would be spent for nothing.
"""
ESTIMATED_NODES = 10_000
"""Nodes of a decision that is only estimated."""
OPENING = 8
"""Number of first decisions whose analyses are stored: later positions hardly ever recur."""
LIMIT = "review"
MOST_TABLES = 2
"""Number of reviews whose tables are kept while they rest; the oldest goes first."""

_tables: dict[str, TranspositionTable] = {}
"""Tables of resting reviews, by match. Without its table a review goes on with an empty one."""


def review_match(about: Plain, task: Task) -> None:
    """Judge the decisions of the match ``about["match"]``, reporting each to ``task``.

    A review that rested goes on before the decisions that it has judged. Raises TurnOver.
    """
    row = Match.objects.get(public_id=about["match"])
    table = _tables.pop(row.public_id, None) or TranspositionTable()
    try:
        _Review(row, task, table).run()
    except TurnOver:
        _tables[row.public_id] = table
        for oldest in list(_tables)[:-MOST_TABLES]:
            del _tables[oldest]
        raise


class _Review:
    def __init__(self, row: Match, task: Task, table: TranspositionTable) -> None:
        self.engine, self.least = engine_name(row.game), LEAST_MISTAKES.get(row.game)
        self.task, self.table = task, table
        self.turns = match_decisions(row)
        self.withheld = withheld(row.game, None, review=row)
        self.known = queue.kept_evaluation(self.engine, LIMIT, [text for _, text in self._opening()])
        self.judged: list[Plain] = list(task.result["decisions"]) if task.result else []
        self.judged_before = len(self.judged)
        self.budget = Budget(task, self.turns_left / max(1, len(self.turns)))
        self.new: dict[str, Plain] = {}

    @property
    def turns_left(self) -> int:
        return len(self.turns) - len(self.judged)

    def _opening(self) -> Sequence[tuple[MatchDecision, str]]:
        return [(turn, position_text(turn.before.facts())) for turn in self.turns[:OPENING] if turn.before]

    def run(self) -> None:
        texts = {turn.seq: text for turn, text in self._opening()}
        self._tell()
        try:
            while self.turns_left:
                turn = self.turns[self.turns_left - 1]
                judged = self._judged(turn, texts.get(turn.seq, ""))
                self.judged.insert(0, judged | {"reasons": self._reasons(turn, judged)})
                self._tell()
                if self.turns_left:
                    self._rest_if_others_wait()
        finally:
            queue.keep_evaluation(self.engine, LIMIT, self.new)

    def _tell(self) -> None:
        self.task.tell(len(self.judged), len(self.turns), self._result)

    def _result(self) -> dict[str, Any]:
        incomplete = any(each["why"] == "in_play" for each in self.judged)
        return {"engine": self.engine, "withheld": incomplete, "decisions": self.judged}

    def _meanwhile(self) -> None:
        self.task.meanwhile()
        self._rest_if_others_wait()

    def _rest_if_others_wait(self) -> None:
        """Raise TurnOver once this turn has brought a verdict: without its table it would begin that anew."""
        if len(self.judged) > self.judged_before and self.task.is_turn_over():
            raise TurnOver

    def _judged(self, turn: MatchDecision, text: str) -> Plain:
        """Return the decision with the analysis of its position; None if there can't or mustn't be one."""
        judgement = {"seq": turn.seq, "ply": turn.ply, "role": turn.role, "action": turn.action}
        if turn.before is None:
            return judgement | {"found": None, "why": "closed"}
        if self.withheld.covers(turn.before):
            return judgement | {"found": None, "why": "in_play"}
        analysis = self.known.get(text) or self._analysed(turn.before, text)
        return judgement | {"found": analysis, "why": ""}

    def _reasons(self, turn: MatchDecision, judged: Plain) -> list[Plain]:
        if not grade(judged, self.least):
            return []
        following = (self.turns[self.turns_left], self.judged[0]) if self.judged else None
        return reasons((turn, judged), following)

    def _analysed(self, state: State, text: str) -> Plain:
        analysis = self.budget.analyse(state, self.turns_left, self.table, self._meanwhile)
        plain = plain_analysis(analysis) | {"line": self.withheld.line(state, analysis.line)}
        if text:
            self.new[text] = plain
        return plain


class Budget:
    """The nodes and seconds of a review; unused ones go to the other positions.

    Seconds are processor time: on a busy machine a review takes longer and finds as much. ``share``: of the
    whole, for a review that goes on.
    """

    def __init__(self, task: Task, share: float) -> None:
        self._spent = task.spent
        self._nodes, self._until = int(NODES * share), task.spent() + settings.REVIEW_SECONDS * share
        self._unproved, self._most_seconds = 0, FIRST_SECONDS

    def analyse(
        self, state: State, left: int, table: TranspositionTable, meanwhile: Callable[[], None]
    ) -> Analysis:
        """Analyse the next of the positions that are ``left``."""
        proofs = self._unproved < MOST_UNPROVED
        nodes = max(1, self._nodes // left)
        seconds = min(self._most_seconds, max(0.0, self._until - self._spent()) / left)
        limit = Limit(nodes if proofs else min(nodes, ESTIMATED_NODES), seconds, proofs=proofs)
        analysis = analyse(state, limit, table, meanwhile)
        self._nodes -= analysis.work.nodes
        self._most_seconds = MOST_SECONDS
        self._unproved = 0 if analysis.value.proved else self._unproved + 1
        return analysis


POSITION_LIMIT = Limit(nodes=1_000_000, seconds=30.0)
"""Nodes end it; seconds do only if the machine is busy with other work."""

POSITION_SHORT_SECONDS = 1.5
"""Processor seconds after which it ends if others wait."""

POSITION_ANALYSIS = "position"


def analyse_position(about: Plain, task: Task) -> None:
    """Analyse the position ``about["facts"]`` of a game."""
    engine, facts = engine_name(about["game"]), about["facts"]
    text = position_text(facts)
    plain = queue.kept_evaluation(engine, POSITION_ANALYSIS, [text]).get(text)
    if plain is None:
        state = searchable(get_game(about["game"]).state_from_facts(facts))
        analysis = analyse(state, POSITION_LIMIT, meanwhile=partial(_meanwhile, task))
        line = withheld(about["game"], None).line(state, analysis.line)
        plain = plain_analysis(analysis) | {"line": line}
        if not task.short:
            queue.keep_evaluation(engine, POSITION_ANALYSIS, {text: plain})
    task.tell(1, 1, lambda: {"engine": engine, "found": plain})


def _meanwhile(task: Task) -> None:
    """Do urgent work. Raises OutOfBudget when the position has had its time and others wait."""
    task.meanwhile()
    if task.spent() >= POSITION_SHORT_SECONDS and task.others_wait():
        task.short = True
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
    summaries: dict[str, Plain] = {}
    for role in {each["role"]: None for each in decisions}:
        own = [each for each in decisions if each["role"] == role]
        counted = [COUNTED[_steps_lost(each)] for each in own if _is_at_stake(each)]
        grades = [grade(each, least) for each in own]
        summaries[role] = {
            "accuracy": round(sum(counted) / len(counted)) if counted else None,
            "at_stake": len(counted),
            **{name: grades.count(name) for name in ("turning", "margin", "estimated")},
            "lost": sum(_proved_loss(each) for each in own),
        }
    return summaries


def best_decision(decisions: Sequence[Plain], role: str) -> Plain | None:
    """Return the decision of a role that was hardest to find: most others would have given the outcome away.

    None if the outcome was never at stake, or the role never kept it.
    """
    kept = [
        each for each in decisions if each["role"] == role and _is_at_stake(each) and not _steps_lost(each)
    ]
    return max(kept, key=lambda each: worse_choices(each) / len(each["found"]["actions"]), default=None)


def worse_choices(decision: Plain) -> int:
    """Return how many of the other actions would provably have given a win or a draw away."""
    before = decision["found"]["value"]["outcome"]
    outcomes = [value["outcome"] for value in decision["found"]["actions"].values()]
    return sum(each is not None and before is not None and each < before for each in outcomes)


def _value_of_played(decision: Plain) -> Plain | None:
    """Return the known value of the chosen action."""
    analysis = decision["found"]
    played: Plain | None = analysis["actions"].get(decision["action"]) if analysis else None
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
