"""The tactics of mancala: tips on good decisions, and the themes of puzzles."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games_app.games.mancala.parameters import OTHER
from games_app.games.mancala.rules import Mancala, MancalaState
from games_app.games.motifs import Motif, captures, collects, decides, moves_again
from games_app.games.tactics import (
    DecisionTrace,
    SolutionTrace,
    Theme,
    Tip,
    always,
    at_once,
    does,
    does_not,
    ends,
    is_long,
    rescued,
    sacrifices,
    taken,
    takes,
    wins,
)


def _store(decision: DecisionTrace) -> list[str]:
    return [f"pwin{decision.role}"]


def _captures(decision: DecisionTrace) -> bool:
    return bool(taken(decision))


def _rescued(decision: DecisionTrace) -> list[str]:
    other = OTHER[decision.role]
    return rescued(decision, replace(cast("MancalaState", decision.start), control=other), other)


def _rescues(decision: DecisionTrace) -> bool:
    return bool(_rescued(decision))


CLEARING = Tip(does("collect"), _("Your opponent's pits are empty. The rest is yours."))
TIPS = (
    Tip(wins, _("You can end the game now, and win it.")),
    CLEARING,
    Tip(does("again"), _("One of your pits reaches your store exactly."), _store),
    Tip(_captures, _("You can capture these stones."), taken),
    Tip(_rescues, _("Your opponent can capture here. You can prevent it."), _rescued),
    Tip(always, _("Look for a quiet move: the one that leaves your opponent the least.")),
)


def tips(game: Mancala) -> tuple[Tip, ...]:
    """Return the tips of a rule set. Where the rest is swept up, nobody clears pits."""
    return tuple(tip for tip in TIPS if tip is not CLEARING or not game.parameters.sweeps)


def _saves(solution: SolutionTrace) -> bool:
    return bool(solution.turn.end.to_move) and _rescues(solution.turn)


def _defends(solution: SolutionTrace) -> bool:
    """Return whether the first move only saves stones."""
    return _takes_nothing(solution) and _saves(solution)


def _is_quiet(solution: SolutionTrace) -> bool:
    return _takes_nothing(solution) and not _saves(solution)


_takes_nothing = does_not("capture", "again", "collect")

THEMES = (
    Theme("capture", pgettext_lazy("theme of puzzles", "Capture"), at_once("capture")),
    Theme("again", _("Move again"), at_once("again")),
    Theme("defence", _("Defence"), _defends),
    Theme("sacrifice", _("Sacrifice"), sacrifices),
    Theme("quiet", _("Quiet move"), _is_quiet),
    Theme("end", _("To the end"), ends),
    Theme("one", _("One move"), takes(1)),
    Theme("two", _("Two moves"), takes(2)),
    Theme("long", _("Three moves or more"), is_long),
)


MOTIFS = (
    Motif("wins", decides),
    Motif("capture", captures),
    Motif("again", moves_again),
    Motif("collect", collects),
)


def motifs(_game: Mancala) -> tuple[Motif, ...]:
    """Return what players name in a turn, in every rule set."""
    return MOTIFS
