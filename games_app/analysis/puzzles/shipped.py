"""Puzzles that come with the site, in a file of each game, so that a new site has some."""

from __future__ import annotations

from pathlib import Path

import msgspec

from games_app import games
from games_app.analysis.jobs.models import Plain
from games_app.analysis.puzzle_search import drop_shipped, keep_shipped
from games_app.games.rules import GAMES

FOLDER = Path(games.__file__).parent


def file_of(slug: str) -> Path:
    return FOLDER / slug / "puzzles.json"


WITH_PUZZLES = tuple(slug for slug in GAMES if file_of(slug).exists())
"""The games that come with puzzles, in catalogue order."""


def shipped(slug: str) -> list[Plain]:
    """Return the puzzles in the folder of a game; none if it has no such file."""
    file = file_of(slug)
    puzzles: list[Plain] = msgspec.json.decode(file.read_bytes()) if file.exists() else []
    return [puzzle | {"game": slug} for puzzle in puzzles]


def load() -> None:
    """Store the puzzles of all games as this version has them."""
    for slug in GAMES:
        puzzles = shipped(slug)
        keep_shipped(puzzles)
        drop_shipped(slug, but=puzzles)


def write(slug: str, puzzles: list[Plain]) -> None:
    """Write a game's file, easy puzzles first, one line each."""
    ordered = sorted(puzzles, key=lambda plain: float(plain["rating"]))
    lines = [
        msgspec.json.encode({name: plain[name] for name in plain if name != "game"}) for plain in ordered
    ]
    file_of(slug).write_bytes(b"[\n" + b",\n".join(lines) + b"\n]\n")
