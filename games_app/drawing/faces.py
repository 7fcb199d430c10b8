"""Drawings of the players' faces, from the file that browsers get too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

FILE = Path(__file__).resolve().parents[2] / "static" / "icons" / "faces.svg"
BOX = "0 0 64 64"


def framed(key: str, x: float, y: float, size: float) -> str:
    """Return the face as part of a picture; empty for a key that has none."""
    drawn = _faces().get(key)
    place = f'x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"'
    return f'<svg {place} viewBox="{BOX}">{drawn}</svg>' if drawn else ""


def symbols(keys: Iterable[str]) -> str:
    """Return symbols with the ids ``face-KEY``, once each, for a page that shows few faces."""
    drawn = {key: _faces()[key] for key in keys if key in _faces()}
    return "".join(f'<symbol id="face-{key}" viewBox="{BOX}">{face}</symbol>' for key, face in drawn.items())


@cache
def _faces() -> Mapping[str, str]:
    """Return the content of each symbol by its id."""
    found = re.findall(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', FILE.read_text(encoding="utf-8"), re.S)
    return {key: re.sub(r"\s*\n\s*", "", drawn) for key, drawn in found}
