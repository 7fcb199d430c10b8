"""Proved values of a position without a new search: openings of the site, and stored analyses."""

from __future__ import annotations

from typing import Any

from games_app.analysis.jobs import queue
from games_app.analysis.jobs.models import Plain, position_text
from games_app.analysis.review import LIMIT, POSITION_ANALYSIS
from games_app.explorer.openings import proved_opening
from games_app.games.engine.analyse import engine_name
from games_app.games.rules import State


def stored_proof(state: State) -> Plain | None:
    """Return {"role", "scope", "unit", "value", "actions"} of a position of ``played_from``.

    ``value``, and those by action, are {"kind", "score", "outcome"} if the outcome is proved. None if nothing
    is.
    """
    analyses = [proved_opening(state), *_stored(state)]
    return max(filter(None, map(_proved_part, analyses)), key=_number_proved, default=None)


def _stored(state: State) -> list[Plain]:
    engine, text = engine_name(state.slug), position_text(state.facts())
    stored = (queue.kept_evaluation(engine, limit, [text]) for limit in (POSITION_ANALYSIS, LIMIT))
    return [found[text] for found in stored if text in found]


def _proved_part(analysis: Plain | None) -> Plain | None:
    if analysis is None:
        return None
    value = _proved(analysis["value"])
    actions = {action: proved for action, each in analysis["actions"].items() if (proved := _proved(each))}
    if value is None and not actions:
        return None
    named = {name: analysis[name] for name in ("role", "scope", "unit")}
    return named | {"value": value, "actions": actions}


def _proved(value: dict[str, Any]) -> Plain | None:
    return (
        {name: value[name] for name in ("kind", "score", "outcome")} if value["outcome"] is not None else None
    )


def _number_proved(proof: Plain) -> int:
    return len(proof["actions"]) + (proof["value"] is not None)
