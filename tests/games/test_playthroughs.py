"""The golden playthroughs: changed rules, legal actions, traces or drawings in text show as a difference.

If the change is wanted, set GOLDEN=new in the environment, and read the difference before you commit it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from games_app.rules import GAMES
from tests.games.playthrough import again, goldens, main, write

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


def test_a_golden_game_is_added_in_a_new_folder_and_says_whether_it_ends(tmp_path: Path) -> None:
    said = main(["mancala", "second", "3"], tmp_path)
    text = (tmp_path / "mancala" / "golden" / "second.txt").read_text(encoding="utf-8")
    assert again(text) == text
    assert ("the game ends" in said) == ("goals: " in text)


def test_a_golden_game_that_is_there_is_never_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["mancala", "second", "3"], tmp_path)
    file = tmp_path / "mancala" / "golden" / "second.txt"
    file.write_text("kept", encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["mancala", "second", "4"], tmp_path)
    assert "is there already. Choose another name, or remove it first." in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["bao", "x", "1"], "invalid choice: 'bao'"),
        (["mancala", "x", "one"], "invalid int value: 'one'"),
        (["congkak", "x", "1", "rounds=9"], "rounds can't be '9'; allowed: match, 1, 3, 5"),
    ],
)
def test_a_golden_game_that_can_not_be_played_is_refused_in_a_sentence(
    wrong: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(wrong, tmp_path)
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
