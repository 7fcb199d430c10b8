"""Games recorded by a reference implementation, which ours must replay exactly.

Samples are in ``recorded.jsonl.gz`` of a game's folder. If a folder ``shared/traces`` is beside the checkout,
its additional games are played too.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games_app.games.rules import GAMES

HERE = Path(__file__).resolve().parent
SAMPLE = "recorded.jsonl.gz"
MORE = HERE.parents[2] / "shared" / "traces"
RECORDED = tuple(slug for slug in GAMES if (HERE / slug / SAMPLE).exists())
"""The games that have a reference implementation."""


def recorded(slug: str) -> list[dict[str, Any]]:
    """Return every recorded game of ``slug``: options, plies with the position of each, the end."""
    lines = _lines(HERE / slug / SAMPLE)
    more = MORE / f"{slug}.jsonl.gz"
    if more.exists():
        lines |= _lines(more)
    return [json.loads(line) for line in lines]


def played(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield each decision of a recorded game, forced plies included, with the facts before and after it."""
    state = GAMES[record["game"]].initial_state(**record["options"])
    before, plies = state.facts(), []
    for ply in record["plies"]:
        state = state.apply(ply["role"], ply["action"])
        plies.append({"role": ply["role"], "action": ply["action"], "trace": state.trace})
        if not state.forced():
            yield {"before": before, "plies": plies, "then": state.facts()}
            before, plies = state.facts(), []


def _lines(file: Path) -> dict[str, None]:
    with gzip.open(file, "rt", encoding="utf-8") as text:
        return dict.fromkeys(text)
