"""Analyses as plain data, the form in jobs and pages."""

from __future__ import annotations

from typing import Any

import msgspec

from games_app.games.engine.analysis import Analysis, Loss, Value
from games_app.games.rules import Facts

Plain = dict[str, Any]


def plain_value(value: Value) -> Plain:
    """Return {"kind", "score", "outcome"}: ``outcome`` is 1, 0 or -1 if it is proved, otherwise None."""
    return {"kind": value.kind, "score": value.score, "outcome": value.outcome}


def plain_analysis(found: Analysis) -> Plain:
    """Return the analysis for ``role``; each action of "actions" has its "loss" against the best."""
    return {
        "role": found.role,
        "scope": found.scope,
        "unit": found.value.unit,
        "value": plain_value(found.value),
        "best": list(found.best),
        "actions": {
            action: plain_value(value) | {"loss": plain_loss(found.given_away(action))}
            for action, value in found.actions.items()
        },
        "line": found.line,
        "line_proved": found.line_proved,
        "nodes": found.work.nodes,
        "stopped": found.work.stopped,
    }


def plain_loss(loss: Loss) -> Plain:
    return {"kind": loss.kind, "score": loss.score}


def position_text(facts: Facts) -> str:
    """Return the facts as one text, the same for equal facts."""
    return msgspec.json.encode(facts, order="sorted").decode()
