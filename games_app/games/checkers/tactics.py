"""The tactics of checkers: tips on good decisions, and the themes of puzzles."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games_app.games.checkers.rules import LAST_STEP, OTHER, Checkers, CheckersState
from games_app.games.motifs import DECISIVE, Motif, Seen, Turn, crowns, decides, takes_pieces
from games_app.games.tactics import (
    DecisionTrace,
    SolutionTrace,
    Theme,
    Tip,
    always,
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
    Tip(always, _("There is nothing to jump over. This pawn has a good step."), _pawn),
)


def _chooses_jump(solution: SolutionTrace) -> bool:
    return any(each["do"] == "capture" for each in solution.trace[:2])


def _is_quiet(solution: SolutionTrace) -> bool:
    return solution.first("capture") is None


THEMES = (
    Theme("capture", pgettext_lazy("theme of puzzles", "Jump"), occurs("capture")),
    Theme("choice", _("Choice of jumps"), _chooses_jump),
    Theme("sacrifice", _("Sacrifice"), sacrifices),
    Theme("several", _("Several jumps"), occurs("capture", 2)),
    Theme("one", _("One move"), takes(1)),
    Theme("two", _("Two moves"), takes(2)),
    Theme("long", _("Three moves or more"), is_long),
    Theme("step", _("Quiet step"), _is_quiet),
    Theme("end", _("To the end"), ends),
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
