"""The tactics of congkak: tips on good decisions, and the themes of puzzles.

A choice that the other player has sealed is never known here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from django.utils.translation import gettext_lazy as _

from games_app.games.congkak.parameters import ROLES
from games_app.games.congkak.rules import Congkak
from games_app.games.congkak.rules.state import CongkakState
from games_app.games.motifs import Motif, captures, collects, decides, moves_again
from games_app.games.tactics import (
    DecisionTrace,
    SolutionTrace,
    Theme,
    Tip,
    always,
    captures_of,
    does,
    does_not,
    ends,
    is_long,
    taken,
    takes,
    wins,
)

STOREHOUSE = {"south": "A", "north": "B"}


def _is_relayed(decision: DecisionTrace) -> bool:
    return any(step.get("relays") for step in decision.steps("scoop"))


def _goes_on(decision: DecisionTrace) -> bool:
    return bool(decision.steps("again")) and _is_relayed(decision)


def _captures(decision: DecisionTrace) -> bool:
    return bool(taken(decision))


def _storehouse(decision: DecisionTrace) -> list[str]:
    return [STOREHOUSE[decision.role]]


IN_SECRET = Tip(
    does("seal"),
    _("You both choose at once. Look for a house that does well whatever your opponent chooses."),
)
CAPTURE = Tip(_captures, _("You can capture these shells."), taken)
TIPS = (
    IN_SECRET,
    Tip(wins, _("You can end the round now, and win it.")),
    Tip(_goes_on, _("One of your sowings goes on and ends in your storehouse."), _storehouse),
    Tip(does("again"), _("One of your houses reaches your storehouse exactly."), _storehouse),
    CAPTURE,
    Tip(_is_relayed, _("One of your sowings goes on and on. Count where its last shell falls.")),
    Tip(always, _("Look for a quiet move: the one that leaves your opponent the least.")),
)


def tips(game: Congkak) -> tuple[Tip, ...]:
    """Return the tips of a rule set.

    Where one side begins alone, nobody chooses in secret. Where a turn goes on after a capture, that is told
    first: the sowing need not have reached the storehouse.
    """
    of = game.rules.parameters
    fitting = [tip for tip in TIPS if of.at_once or tip is not IN_SECRET]
    if of.captures_go_on:
        fitting.remove(CAPTURE)
        fitting.insert(1, CAPTURE)
    return tuple(fitting)


CHAIN = 4
"""Number of scoops in a long turn."""
LAPS = 5
"""Number of houses that a sowing that goes on and on takes up."""
LARGE = 8
"""Number of shells in a large capture."""


def _goes_on_and_on(solution: SolutionTrace) -> bool:
    return any(1 + len(step.get("relays", ())) >= LAPS for step in solution.turn.steps("scoop"))


def _captures_many(solution: SolutionTrace) -> bool:
    captures = solution.turn.steps("capture")
    return any(sum(n for _stop, n in step["from"]) >= LARGE for step in captures)


def _leaves_nothing(solution: SolutionTrace) -> bool:
    """Return whether the other role could take shells before the first turn, and none after it."""
    turn, side = solution.turn, 1 - ROLES.index(solution.role)
    if not turn.end.to_move:
        return False
    turned = replace(cast("CongkakState", turn.start), control=side, choosing=(side,))
    return bool(captures_of(turned, ROLES[side])) and not captures_of(turn.end, ROLES[side])


def _has_burnt_house(solution: SolutionTrace) -> bool:
    return bool(solution.facts["burnt"])


THEMES = (
    Theme("chain", _("Long turn"), lambda solution: len(solution.turn.steps("scoop")) >= CHAIN),
    Theme("single", _("One sowing"), lambda solution: len(solution.turn.steps("scoop")) == 1),
    Theme("laps", _("Sowing on and on"), _goes_on_and_on),
    Theme("large", _("Large capture"), _captures_many),
    Theme("quiet", _("Quiet turn"), does_not("capture")),
    Theme("defence", _("Leave nothing"), _leaves_nothing),
    Theme("burnt", _("Burnt house"), _has_burnt_house),
    Theme("end", _("To the end of the round"), ends),
    Theme("one", _("One move"), takes(1)),
    Theme("two", _("Two moves"), takes(2)),
    Theme("long", _("Three moves or more"), is_long),
)


MOTIFS = (
    Motif("round", decides),
    Motif("capture", captures),
    Motif("again", moves_again),
    Motif("collect", collects),
)


def motifs(_game: Congkak) -> tuple[Motif, ...]:
    """Return what players name in a turn, in every rule set."""
    return MOTIFS
