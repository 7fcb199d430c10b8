"""Analyses of single positions that are kept, by the whole position and the version of the engine."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from games_app.engine_jobs.models import Evaluation


def kept(engine: str, limit: str, positions: Collection[str]) -> dict[str, Any]:
    """Return what is known of these positions."""
    rows = Evaluation.objects.filter(engine=engine, limit=limit, position__in=list(positions))
    return dict(rows.values_list("position", "found"))


def keep(engine: str, limit: str, found: Mapping[str, Any]) -> None:
    """Keep what was found of positions; what is known of one already stays."""
    rows = [
        Evaluation(engine=engine, limit=limit, position=position, found=each)
        for position, each in found.items()
    ]
    Evaluation.objects.bulk_create(rows, ignore_conflicts=True)
