"""Grades of mistakes in a review, and each player's figures for a match: docs/review.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from games_app.services.engine.serialization import Plain

Grade = Literal["turning", "margin", "estimated", ""]

NOTABLE = {"margin": 1, "goal": 5}
"""Minimum estimated loss, by its unit, that counts."""
KEPT, HALF, ALL = 100, 50, 0
"""Points of a decision in the accuracy: it kept the outcome, gave half of it away, or all of it."""
COUNTED = (KEPT, HALF, ALL)
"""The same points by the steps from win to draw to loss that a decision lost."""


def graded(decisions: Sequence[Plain]) -> list[Plain]:
    """Return the decisions, each with its "grade"."""
    return [each | {"grade": grade(each)} for each in decisions]


def grade(decision: Plain) -> Grade:
    """Return the kind of a mistake: "turning", "margin", "estimated", or "" for none.

    "turning": a win or draw was provably given away. "margin": something else was. "estimated": the loss is
    not proved.
    """
    played = _played(decision)
    if played is None:
        return ""
    if _steps_lost(decision):
        return "turning"
    loss, unit = played["loss"], decision["found"]["unit"]
    if loss["kind"] == "estimate":
        return "estimated" if loss["score"] >= NOTABLE[unit] else ""
    return "margin" if loss["score"] > 0 else ""


def summary(decisions: Sequence[Plain]) -> dict[str, Plain]:
    """Return {role: {"accuracy", "at_stake", "turning", "margin", "estimated", "lost"}}.

    "accuracy" is None if the outcome was never at stake; "lost" is the proved minimum that was given away.
    """
    found: dict[str, Plain] = {}
    for role in {each["role"]: None for each in decisions}:
        own = [each for each in decisions if each["role"] == role]
        counted = [COUNTED[_steps_lost(each)] for each in own if _is_at_stake(each)]
        grades = [grade(each) for each in own]
        found[role] = {
            "accuracy": round(sum(counted) / len(counted)) if counted else None,
            "at_stake": len(counted),
            **{name: grades.count(name) for name in ("turning", "margin", "estimated")},
            "lost": sum(_proved_loss(each) for each in own),
        }
    return found


def _played(decision: Plain) -> Plain | None:
    """Return the known value of the chosen action."""
    found = decision["found"]
    played: Plain | None = found["actions"].get(decision["action"]) if found else None
    return played


def _proved_loss(decision: Plain) -> float:
    played = _played(decision)
    return played["loss"]["score"] if played and played["loss"]["kind"] != "estimate" else 0


def _steps_lost(decision: Plain) -> int:
    """Return the proved steps from win to draw to loss that a decision lost: 0, 1 or 2."""
    played = _played(decision)
    if played is None:
        return 0
    before, after = decision["found"]["value"]["outcome"], played["outcome"]
    return 0 if before is None or after is None else max(0, int(before) - int(after))


def _is_at_stake(decision: Plain) -> bool:
    """Return whether it is proved that some action kept the outcome, some did not, and what was chosen."""
    played = _played(decision)
    if played is None or played["outcome"] is None:
        return False
    before = decision["found"]["value"]["outcome"]
    outcomes = [value["outcome"] for value in decision["found"]["actions"].values()]
    return before is not None and any(each is not None and each < before for each in outcomes)
