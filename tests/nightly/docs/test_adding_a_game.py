"""The steps of docs/adding-a-game.md, done in a copy of the site, are all it takes to make a playable game.

After "New:", a file of the example, tests/nightly/docs/subtraction, is put in its place. The block of ``sh``
is the command of the last step; the tests of it that need no browser are run.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings

ROOT = settings.BASE_DIR
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "tests" / "nightly" / "docs" / "subtraction"
COPIED = ["boardgames", "clients", "docs", "games_app", "static", "templates", "tests", "tools"]
FILES = ["manage.py", "pyproject.toml", "requirements.txt", "requirements-dev.txt"]

NAMED = re.compile(r"`((?:[\w.-]+/)+[\w.-]*|\w+\.md)`")
"""A path, as opposed to a word in backticks."""

NEW = re.compile(r"New: `([^`]+)`")
COMMAND = re.compile(r"```sh\n(.*?)\n```", re.DOTALL)

GENERATED = {"docs/protocol.md", "docs/facts.md"}

PROVING = [
    "tests/games",
    "tests/pages",
    "tests/drawing",
    "tests/archive/test_verify.py",
    "tests/archive/test_verify_command.py",
    "tests/archive/test_export_command.py",
    "tests/analysis/test_puzzles.py",
    "tests/analysis/test_try_action.py",
    "tests/house/test_registries.py",
    "tests/generated/test_protocol.py",
]
OF_ALL = (
    "catalogue or registry or folder or boards or first_page or means_the_same"
    " or sound_matches or every_match"
)
"""Tests that cover all games at once."""
PROVED = [
    "tests/games/test_every_game.py::test_the_catalogue_lists_the_games_in_its_order_with_who_moves_first",
    "tests/games/test_every_game.py::test_the_trace_leads_from_the_facts_before_to_the_facts_after[subtraction]",
    "tests/games/test_perft.py::test_the_rules_allow_as_many_sequences_as_is_known[subtraction]",
    "tests/games/test_playthroughs.py::test_the_game_plays_as_it_was_written_down[subtraction full_game]",
    "tests/games/test_refusals.py::test_a_code_means_the_same_in_every_game",
    "tests/games/test_schemas.py::test_facts_and_views_are_those_of_the_schema[subtraction]",
    "tests/games/subtraction/test_rules.py::test_player_who_takes_the_last_stone_wins",
    "tests/archive/test_verify.py::test_a_match_as_it_was_played_replays[subtraction]",
    "tests/archive/test_verify_command.py::test_sound_matches_are_counted",
    "tests/archive/test_export_command.py::test_every_match_that_has_begun_is_a_line",
    "tests/pages/test_new_match.py::test_the_form_as_it_is_offered_makes_a_match[subtraction]",
    "tests/pages/test_rules_pages.py::test_the_page_holds_every_line_and_every_goal[subtraction]",
    "tests/analysis/test_try_action.py::test_every_position_of_a_whole_game_can_be_tried_from[subtraction]",
    "tests/drawing/test_board.py::test_a_drawing_holds_what_the_position_has[subtraction]",
    "tests/drawing/test_picture.py::test_a_board_alone_keeps_its_shape_lying_and_upright[subtraction]",
    "tests/generated/test_protocol.py::test_the_generated_parts_of_the_page_are_what_the_code_gives",
]


@dataclass(frozen=True)
class Step:
    number: int
    title: str
    text: str

    def do(self, site: Path) -> None:
        """Put the new files of the step in their places in a copy of the site."""
        for path in NEW.findall(self.text):
            assert not (site / path).exists(), f"{path} is not new"
            (site / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(EXAMPLE / path, site / path)


def _command() -> tuple[dict[str, str], str]:
    """Return the environment that the last step's command sets, and the tests that it chooses."""
    (line,) = COMMAND.findall(PAGE)
    setting, *command, chosen = shlex.split(line)
    assert command == ["python3", "manage.py", "test", "-k"]
    name, _, value = setting.partition("=")
    return {name: value}, chosen


def _succeeds(site: Path, environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=site,
        env=os.environ | {"DATA_DIR": str(site / "data"), "PYTHONDONTWRITEBYTECODE": "1"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def steps() -> list[Step]:
    _, *parts = re.split(
        r"^### (\d+)\. (.+)\n", PAGE.partition("\n## Which test finds what")[0], flags=re.MULTILINE
    )
    return [
        Step(int(n), title, text) for n, title, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    ]


def examples() -> Iterator[str]:
    for path in EXAMPLE.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(EXAMPLE).as_posix()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the site in which all steps of the page have been done."""
    copy = tmp_path_factory.mktemp("site")
    for folder in COPIED:
        # Exclude the example; compiled modules with rewritten assertions are reused.
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns(EXAMPLE.name))
    for file in FILES:
        shutil.copy(ROOT / file, copy / file)
    for step in steps():
        step.do(copy)
    return copy


@pytest.fixture(scope="module")
def said(site: Path) -> str:
    """The output of the last step's command about every test in PROVING."""
    environment, chosen = _command()
    options = ["-p", "no:cacheprovider", "-rp", "-k", f"{chosen} or {OF_ALL}"]
    return _succeeds(site, environment, "-m", "pytest", *options, *PROVING)


def test_every_file_that_the_page_names_is_there() -> None:
    named = set(NAMED.findall(PAGE))
    written = {path for example in examples() for path in (example, f"{Path(example).parent.as_posix()}/")}
    written |= {"static/games/", "tests/games/subtraction/golden/"}
    assert len(named) > 30
    assert [path for path in named if not (ROOT / path).exists() and path not in written] == []


def test_every_file_of_the_example_is_new_in_one_step() -> None:
    assert sorted(NEW.findall(PAGE)) == sorted(examples())


def test_a_game_added_by_the_steps_passes_the_tests_of_every_game(said: str) -> None:
    passed = {line.removeprefix("PASSED ") for line in said.splitlines()}
    assert set(PROVED) <= passed, said


@pytest.mark.usefixtures("said")
def test_a_new_game_changes_no_file_but_those_that_are_generated(site: Path) -> None:
    changed = {
        file.relative_to(ROOT).as_posix()
        for folder in COPIED
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and EXAMPLE not in file.parents and "__pycache__" not in file.parts
        if file.read_bytes() != (site / file.relative_to(ROOT)).read_bytes()
    }
    assert changed == GENERATED


def test_its_drawing_passes_the_tests_of_every_drawing(site: Path) -> None:
    _succeeds(site, {}, "-m", "pytest", "-p", "no:cacheprovider", "tests/js/layout.test.mjs")
