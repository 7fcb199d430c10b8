"""What manage.py does before anything is installed, on a clone whose Django is a stand-in of one file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.server import ROOT

PYTHON = getattr(sys, "_base_executable", sys.executable)
"""The Python that the tests' own environment was made with: it has nothing installed that they rely on."""

STAND_IN = """
import sys
def execute_from_command_line(argv):
    print("Django runs", *argv[1:], "in", sys.prefix)
"""


def wheel(folder: Path, name: str, files: dict[str, str]) -> str:
    """Make a package that pip can install without network; the requirement line for it."""
    info = f"{name}-1.dist-info"
    files |= {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    path = folder / f"{name}-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in files.items():
            archive.writestr(file, text)
        archive.writestr(f"{info}/RECORD", "".join(f"{file},,\n" for file in [*files, f"{info}/RECORD"]))
    return f"{name} @ {path.as_uri()}\n"


def clone(folder: Path) -> Path:
    """A checkout with nothing but the entrance and requirements of its own."""
    folder.mkdir(exist_ok=True)
    shutil.copy(ROOT / "manage.py", folder)
    packages = {
        "django/__init__.py": "",
        "django/core/__init__.py": "",
        "django/core/management.py": STAND_IN,
    }
    (folder / "requirements.txt").write_text("# comment\n" + wheel(folder, "tests_runtime", packages))
    (folder / "requirements-dev.txt").write_text(wheel(folder, "tests_development", {"tests_dev.py": ""}))
    return folder


def start(folder: Path, *arguments: str, python: str | Path = PYTHON, **env: str) -> tuple[int, str, str]:
    """Run manage.py from elsewhere in an emptied environment: exit code, output, errors."""
    run = subprocess.run(
        [python, folder / "manage.py", *arguments],
        cwd="/",
        env={"PATH": os.environ["PATH"], **env},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout, run.stderr


def test_the_first_start_prepares_and_each_start_installs_only_what_changed(tmp_path):
    folder = clone(tmp_path / "clone")
    runs = f"Django runs serve --port 1 in {folder / '.venv'}\n"
    preparing = "Preparing .venv from requirements.txt: once, a minute or two ...\n"
    assert start(folder, "serve", "--port", "1") == (0, runs, preparing)
    assert start(folder, "serve", "--port", "1") == (0, runs, "")

    code, out, said = start(folder, "test", "-k", "alice")
    assert (code, out) == (0, f"Django runs test -k alice in {folder / '.venv'}\n")
    assert said == "Preparing .venv from requirements-dev.txt: once, a minute or two ...\n"

    for command in ("soak", "bench", "shots"):
        (folder / ".venv" / "requirements-dev.txt.installed").unlink()
        assert start(folder, command) == (0, f"Django runs {command} in {folder / '.venv'}\n", said)

    with (folder / "requirements.txt").open("a") as requirements:
        requirements.write(wheel(folder, "tests_added", {"tests_added.py": ""}))
    assert start(folder, "serve", "--port", "1") == (0, runs, preparing)
    assert start(folder, "test", "-k", "alice") == (0, out, "")
    assert list(folder.glob(".venv/lib/*/site-packages/tests_added.py"))

    (folder / "constraints.txt").write_text("tests_brought_along==2\n")
    assert start(folder, "serve", "--port", "1") == (0, runs, preparing)


def test_of_two_first_starts_at_once_the_second_uses_what_the_first_has_prepared(tmp_path):
    folder = clone(tmp_path / "clone")
    with ThreadPoolExecutor(2) as starts:
        ran = [one.result() for one in [starts.submit(start, folder, "check") for _ in range(2)]]
    assert [(code, out) for code, out, _ in ran] == [(0, f"Django runs check in {folder / '.venv'}\n")] * 2
    assert sum(said.count("Preparing .venv") for _, _, said in ran) == 1


def test_an_interrupted_preparation_is_done_again(tmp_path):
    folder = clone(tmp_path / "clone")
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "bin" / "python").write_text("half a file")
    code, out, _ = start(folder, "check")
    assert (code, out) == (0, f"Django runs check in {folder / '.venv'}\n")


def test_an_environment_whose_python_is_gone_is_made_anew_with_all_that_is_needed_now(tmp_path):
    folder = clone(tmp_path / "clone")
    assert start(folder, "serve")[0] == 0
    python = folder / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to(tmp_path / "of a version that was removed")
    code, out, said = start(folder, "test")
    assert (code, out) == (0, f"Django runs test in {folder / '.venv'}\n")
    assert said.startswith("Preparing .venv from requirements.txt and requirements-dev.txt: once, ")
    for module in ("django", "tests_dev.py"):
        assert list(folder.glob(f".venv/lib/*/site-packages/{module}")), module


def test_what_cannot_be_installed_is_shown_and_nothing_runs(tmp_path):
    folder = clone(tmp_path / "clone")
    (folder / "requirements.txt").write_text(
        f"tests_absent @ {(folder / 'absent-1-py3-none-any.whl').as_uri()}\n"
    )
    code, out, said = start(folder, "serve")
    assert (code, out) == (1, "")
    assert "absent-1-py3-none-any.whl" in said
    assert said.endswith(
        "The environment could not be prepared; see above. Then give the same command again.\n"
    )


def test_a_python_without_venv_names_the_package_to_install(tmp_path):
    folder = clone(tmp_path / "clone")
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.machinery as machinery\n"
        "find = machinery.PathFinder.find_spec\n"
        "machinery.PathFinder.find_spec = staticmethod(\n"
        "    lambda name, *rest: None if name == 'ensurepip' else find(name, *rest)\n"
        ")\n"
    )
    code, out, said = start(folder, "serve", PYTHONPATH=str(tmp_path))
    assert (code, out) == (1, "")
    assert "python3-venv (apt install python3-venv), then give the same command again.\n" in said


@pytest.fixture
def own_environment(tmp_path) -> Path:
    """A virtual environment of the developer's own, without pip; its Python."""
    subprocess.run([PYTHON, "-m", "venv", "--without-pip", tmp_path / "own"], check=True)
    return tmp_path / "own" / "bin" / "python"


def install(python: Path, archive: Path) -> None:
    (packages,) = python.parent.parent.glob("lib/*/site-packages")
    with zipfile.ZipFile(archive) as files:
        files.extractall(packages)


def test_an_environment_that_has_everything_is_used_as_it_is(tmp_path, own_environment):
    folder = clone(tmp_path / "clone")
    install(own_environment, folder / "tests_runtime-1-py3-none-any.whl")
    code, out, said = start(folder, "serve", python=own_environment)
    assert (code, out, said) == (0, f"Django runs serve in {tmp_path / 'own'}\n", "")
    assert not (folder / ".venv").exists()


def test_an_own_environment_that_lacks_something_is_told_what(tmp_path, own_environment):
    folder = clone(tmp_path / "clone")
    install(own_environment, folder / "tests_runtime-1-py3-none-any.whl")
    code, out, said = start(folder, "test", python=own_environment)
    assert (code, out) == (1, "")
    assert said.startswith("Your virtual environment lacks tests_development. Install what is needed with\n")
    assert "-m pip install -r requirements.txt -r requirements-dev.txt\n" in said


def test_what_only_other_systems_need_is_not_missed(tmp_path, own_environment):
    folder = clone(tmp_path / "clone")
    install(own_environment, folder / "tests_runtime-1-py3-none-any.whl")
    with (folder / "requirements.txt").open("a") as requirements:
        requirements.write('tests_elsewhere==1; sys_platform == "elsewhere"  # a comment\n')
    code, out, said = start(folder, "serve", python=own_environment)
    assert (code, out, said) == (0, f"Django runs serve in {tmp_path / 'own'}\n", "")
