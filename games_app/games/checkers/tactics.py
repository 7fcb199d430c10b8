"""The tactics of checkers: tips on good decisions, and the themes of puzzles."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import cast

from django.utils.translation import gettext_lazy as _

from games_app.games.checkers.rules import LAST_STEP, OTHER, Checkers, CheckersState
from games_app.games.motifs import DECISIVE, Motif, Seen, Turn, crowns, decides, takes_pieces
from games_app.games.tactics import (
    DecisionTrace,
    SolutionTrace,
    Theme,
    Tip,
    always,
    captures_of,
    does,
    ends,
    is_long,
    occurs,
    rescued,
    sacrifices,
    taken,
    takes,
)


def _rescued(decision: DecisionTrace) -> list[str]:
    other = OTHER[decision.role]
    return rescued(decision, replace(cast("CheckersState", decision.start), control=other), other)


def _rescues(decision: DecisionTrace) -> bool:
    return bool(_rescued(decision))


def _pawn(decision: DecisionTrace) -> list[str]:
    return [step["from"] for step in decision.steps("move")]


TIPS = (
    Tip(does("capture"), _("You can jump over this pawn."), taken),
    Tip(_rescues, _("Your opponent threatens to jump over this pawn. You can prevent it."), _rescued),
    Tip(always, _("There is nothing to jump over. Look for a good step with this pawn."), _pawn),
)


def _threatens(solution: SolutionTrace) -> bool:
    """Return whether the solver could take a piece after its first step if it were its turn again."""
    turn = solution.turn
    if turn.steps("capture") or not turn.end.to_move:
        return False
    turned = replace(cast("CheckersState", turn.end), control=solution.role)
    return bool(captures_of(turned, solution.role))


def _waits(solution: SolutionTrace) -> bool:
    """Return whether the first step threatens nothing, so that the other's own moves lose a piece soon."""
    quiet = not solution.turn.steps("capture") and not _threatens(solution)
    return quiet and not sacrifices(solution) and not _counts(solution)


STEPS = 3
"""Number of the solver's steps before a capture that one has to count."""


def _counts(solution: SolutionTrace) -> bool:
    """Return whether the solver makes so many steps before anything is taken."""
    quiet = takewhile(lambda decision: not decision.steps("capture"), solution.line)
    return sum(decision.role == solution.role for decision in quiet) >= STEPS


def _defends(solution: SolutionTrace) -> bool:
    return bool(solution.turn.end.to_move) and _rescues(solution.turn)


def _is_outnumbered(solution: SolutionTrace) -> bool:
    pieces = list(solution.facts["pawns"].values())
    return pieces.count(solution.role) < pieces.count(OTHER[solution.role])


THEMES = (
    Theme("threat", _("Attack"), _threatens),
    Theme("wait", _("Waiting move"), _waits),
    Theme("count", _("Count the steps"), _counts),
    Theme("defence", _("Defence"), _defends),
    Theme("sacrifice", _("Sacrifice"), sacrifices),
    Theme("several", _("Several jumps"), occurs("capture", 2)),
    Theme("fewer", _("With fewer pawns"), _is_outnumbered),
    Theme("end", _("To the end"), ends),
    Theme("one", _("One move"), takes(1)),
    Theme("two", _("Two moves"), takes(2)),
    Theme("long", _("Three moves or more"), is_long),
)


def _blocks(turn: Turn) -> Seen | None:
    """Return the other role's pieces if they end the game because none of them can move."""
    facts, other = turn.end.facts(), OTHER[turn.role]
    left = tuple(cell for cell, piece in facts["pawns"].items() if piece.startswith(other))
    moves_left = facts.get("step", 0) < LAST_STEP and "over" in {s["do"] for s in turn.decisions[-1].trace}
    if not left or not moves_left or facts["control"] != other or not _won(turn):
        return None
    return Seen(len(left), left, len(turn.decisions) - 1, DECISIVE + 1)


def _won(turn: Turn) -> bool:
    return decides(turn) is not None


MOTIFS = (
    Motif("block", _blocks),
    Motif("wins", decides),
    Motif("capture", takes_pieces),
    Motif("crown", crowns),
)


def motifs(_game: Checkers) -> tuple[Motif, ...]:
    """Return what players name in a turn, in every rule set."""
    return MOTIFS
