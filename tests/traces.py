"""The sample playouts by a reference, in ``shared`` beside the checkout."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

TRACES = Path(__file__).resolve().parents[2] / "shared" / "traces"


def playouts(game: str) -> list[dict[str, Any]]:
    """Every playout of ``game``. A missing folder is an error: these tests must not pass without it."""
    file = TRACES / f"{game}.jsonl.gz"
    if not file.exists():
        raise FileNotFoundError(f"The reference playouts are missing: put the shared folder at {TRACES.parent}")
    with gzip.open(file, "rt") as lines:
        return [json.loads(line) for line in lines]
