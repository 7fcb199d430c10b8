"""A clone of the checkout in which manage.py has made an environment, for all tests that begin with one."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.nightly.entrance.clones import clone, start


@dataclass(frozen=True)
class Preparations:
    """Two simultaneous first starts in a clone whose very first preparation was interrupted."""

    folder: Path
    ran: list[tuple[int, str, str]]
    """The result of each: exit code, output, errors."""


@pytest.fixture(scope="session")
def preparations(tmp_path_factory: pytest.TempPathFactory) -> Preparations:
    folder = clone(tmp_path_factory.mktemp("first") / "clone")
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "bin" / "python").write_text("half a file")
    with ThreadPoolExecutor(2) as starts:
        ran = [one.result() for one in [starts.submit(start, folder, "serve") for _ in range(2)]]
    return Preparations(folder, ran)


@pytest.fixture
def started(preparations: Preparations, tmp_path: Path) -> Path:
    """A clone for this test that was started before: making an environment takes seconds."""
    return Path(shutil.copytree(preparations.folder, tmp_path / "clone", symlinks=True))
