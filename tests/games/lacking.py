"""Parts that a game does without. No test demands them; a run of the tests names them at its end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from games_app import games
from games_app.games import SLUGS, part
from games_app.games.catalogue import COURSES, GUIDES, SETUPS
from games_app.games.engine.levels import LEVELS
from tests.games.recorded import HERE, SAMPLE

ROOM = Path(games.__file__).parent


def lacking(slug: str) -> list[str]:
    """Return the optional parts that a game lacks, each with what its players miss."""
    there = {
        "engine (analysis)": part(slug, "engine"),
        "LEVELS in engine (the computer as opponent)": slug in LEVELS,
        "guide (first steps)": slug in GUIDES,
        "course (lessons of strategy)": slug in COURSES,
        "setup (positions set up by hand)": slug in SETUPS,
        "puzzles.json (puzzles)": (ROOM / slug / "puzzles.json").exists(),
        "recorded.jsonl.gz (games of another implementation)": (HERE / slug / SAMPLE).exists(),
    }
    return [name for name, found in there.items() if not found]


def notes() -> Iterator[str]:
    """Yield a line for each game that lacks something."""
    for slug in SLUGS:
        if lacks := lacking(slug):
            yield f"{slug} does without {', '.join(lacks)}"
