"""The golden playthroughs: changed rules, legal actions, traces or drawings in text show as a difference.

If the change is wanted, set GOLDEN=new in the environment, and read the difference before you commit it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from games_app.games.rules import GAMES
from tests.games.playthrough import again, goldens, write

FILES = goldens()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]} {path.stem}")
def test_the_game_plays_as_it_was_written_down(path: Path) -> None:
    if os.environ.get("GOLDEN") == "new":
        write(path)
    text = path.read_text(encoding="utf-8")
    assert again(text) == text


@pytest.mark.parametrize("slug", GAMES)
def test_each_game_is_written_down_to_its_end(slug: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in FILES if path.parts[-3] == slug]
    assert any("goals: " in text for text in texts)
