"""The tactics of nine men's morris: tips on good decisions, and the themes of puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import cast

from django.utils.translation import gettext_lazy as _

from games_app.games.morris.rules import FLYING, INDEX, OTHER, POINTS, STRAIGHT, Morris, MorrisState
from games_app.games.motifs import DECISIVE, Motif, Seen, Turn, decides
from games_app.games.tactics import (
    DecisionTrace,
    SolutionTrace,
    Theme,
    Tip,
    always,
    decision_of,
    does,
    ends,
    is_long,
    takes,
)


def _target(decision: DecisionTrace) -> str:
    """Return the point that the stone goes to; empty if none does."""
    return next((step["to"] for step in decision.steps("place", "move")), "")


def _own_mill(decision: DecisionTrace) -> list[str]:
    """Return the stones that already lie in a mill that is closed."""
    lines = [line for step in decision.steps("mill") for line in step["lines"]]
    return [point for line in lines for point in line if point != _target(decision)]


def _stopped(decision: DecisionTrace) -> list[str]:
    """Return the other's stones in mills that they could close at the point where the stone goes."""
    other = OTHER[decision.role]
    turned = replace(cast("MorrisState", decision.start), control=other, mill=False)
    lines = {tuple(line) for line in _mills(turned, other) if _target(decision) in line}
    return sorted({point for line in lines for point in line if point != _target(decision)})


def _mills(state: MorrisState, role: str) -> Iterator[list[str]]:
    if role in state.to_move:
        for action in state.legal_actions(role):
            for step in decision_of(state, role, action).steps("mill"):
                yield from step["lines"]


def _some(stops: Callable[[DecisionTrace], list[str]]) -> Callable[[DecisionTrace], bool]:
    return lambda decision: bool(stops(decision))


def _stone(decision: DecisionTrace) -> list[str]:
    return [step["from"] for step in decision.steps("move")]


TIPS = (
    Tip(does("mill"), _("You can close a mill with these stones."), _own_mill),
    Tip(does("capture"), _("You have closed a mill. Take the stone that your opponent will miss most.")),
    Tip(_some(_stopped), _("Your opponent threatens to close a mill here. You can prevent it."), _stopped),
    Tip(does("move"), _("Look for a quiet move with this stone."), _stone),
    Tip(always, _("Look for a point from which several mills can grow.")),
)


def _flies(solution: SolutionTrace) -> bool:
    """Return whether a role has three stones left, so that it flies."""
    lying, heap = list(solution.facts["points"].values()), solution.facts["heap"]
    return any(lying.count(role) == FLYING and not heap[role] for role in OTHER)


def _prepared(solution: SolutionTrace) -> int:
    """Return how many mills the solver could close after its first turn if it were its turn again."""
    turn = solution.turn
    if not turn.end.to_move:
        return 0
    turned = replace(cast("MorrisState", turn.end), control=solution.role, mill=False)
    return len({tuple(sorted(line)) for line in _mills(turned, solution.role)})


def _opens(solution: SolutionTrace) -> bool:
    """Return whether the first stone leaves a mill, so that it can be closed again."""
    points, stones = solution.facts["points"], _stone(solution.line[0])
    if not stones:
        return False
    at = INDEX[stones[0]]
    return any(all(points[POINTS[point]] == solution.role for point in mill) for mill in STRAIGHT.mills[at])


def _chooses_stone(solution: SolutionTrace) -> bool:
    """Return whether a mill has just been closed, so that the first question is which stone to take."""
    return bool(solution.line[0].steps("capture"))


def _is_outnumbered(solution: SolutionTrace) -> bool:
    lying = list(solution.facts["points"].values())
    return lying.count(solution.role) < lying.count(OTHER[solution.role])


def _blocks(solution: SolutionTrace) -> bool:
    """Return whether the first stone goes where the other role has the two other stones of a mill."""
    to, other = solution.trace[0].get("to"), OTHER[solution.role]
    if to not in INDEX:
        return False
    at = INDEX[to]
    rows = ([POINTS[point] for point in mill if point != at] for mill in STRAIGHT.mills[at])
    return any(all(solution.facts["points"][name] == other for name in row) for row in rows)


THEMES = (
    Theme("prepare", _("Prepare a mill"), lambda solution: _prepared(solution) == 1),
    Theme("fork", _("Two mills at once"), lambda solution: _prepared(solution) > 1),
    Theme("open", _("Open a mill"), _opens),
    Theme("block", _("Stop a mill"), _blocks),
    Theme("take", _("The right stone"), _chooses_stone),
    Theme("flying", _("Flying"), _flies),
    Theme("fewer", _("With fewer stones"), _is_outnumbered),
    Theme("end", _("To the end"), ends),
    Theme("one", _("One move"), takes(1)),
    Theme("two", _("Two moves"), takes(2)),
    Theme("long", _("Three moves or more"), is_long),
)


MILL = 6
"""Weight of a mill; a stone more or less decides most games."""


def _closes(turn: Turn) -> Seen | None:
    """Return the mills of the first decision that closes some, up to the stone that is taken.

    While the other role is blocked, a turn goes on for several moves.
    """
    for by, decision in enumerate(turn.decisions):
        if lines := [line for step in decision.steps("mill") for line in step["lines"]]:
            stops = tuple(dict.fromkeys(point for line in lines for point in line))
            takes = any(after.steps("capture") for after in turn.decisions[by + 1 : by + 2])
            return Seen(len(lines), stops, by + takes, MILL * len(lines), by=by)
    return None


def _leaves_no_move(turn: Turn) -> Seen | None:
    """Return the other role's stones if they are all blocked, so that it must pass or has lost."""
    facts, other = turn.end.facts(), OTHER[turn.role]
    stones = tuple(point for point, owner in facts["points"].items() if owner == other)
    passes = any(step["do"] == "pass" and step["role"] == other for step in turn.decisions[-1].trace)
    lost = len(stones) >= FLYING and decides(turn) is not None and "step" not in facts
    if facts["heap"][other] or not (passes or lost):
        return None
    last = len(turn.decisions) - 1
    by = last - 1 if last and turn.decisions[last].steps("capture") else last
    return Seen(len(stones), stones, last, DECISIVE + 1 if lost else MILL + 1, by=by)


MOTIFS = (Motif("block", _leaves_no_move), Motif("wins", decides), Motif("mill", _closes))


def motifs(_game: Morris) -> tuple[Motif, ...]:
    """Return what players name in a turn, in every rule set."""
    return MOTIFS
