"""A clone of next year gets the tested packages: every version is exact, also of indirect requirements."""

from __future__ import annotations

import re
import tomllib
from itertools import product

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import manage
from boardgames import __version__
from tests.web_server import ROOT

REQUIREMENTS = ["requirements.txt", "requirements-dev.txt"]
CONSTRAINTS = "constraints.txt"
SYSTEMS = [
    {"sys_platform": "linux", "platform_system": "Linux", "platform_machine": "x86_64", "os_name": "posix"},
    {"sys_platform": "linux", "platform_system": "Linux", "platform_machine": "aarch64", "os_name": "posix"},
    {"sys_platform": "darwin", "platform_system": "Darwin", "platform_machine": "arm64", "os_name": "posix"},
    {"sys_platform": "win32", "platform_system": "Windows", "platform_machine": "AMD64", "os_name": "nt"},
]


def lines(file: str) -> list[Requirement]:
    text = re.sub(r"#.*", "", (ROOT / file).read_text())
    return [Requirement(line) for line in text.splitlines() if line.strip() and not line.startswith("-")]


def locked(file: str) -> list[Requirement]:
    """Return the packages that the lock file of these requirements installs on any system."""
    text = (ROOT / file).with_suffix(".lock").read_text()
    return [Requirement(line) for line in re.findall(r"^(\w.*) \\$", text, re.MULTILINE)]


def on(system: dict[str, str], python: str, said: list[Requirement]) -> set[tuple[str, str]]:
    """Return the names and versions among these that apply there."""
    there = system | {"python_version": python, "python_full_version": f"{python}.9"}
    return {
        (canonicalize_name(one.name), str(one.specifier))
        for one in said
        if one.marker is None or one.marker.evaluate(there)
    }


@pytest.mark.parametrize("file", [*REQUIREMENTS, CONSTRAINTS])
def test_every_version_is_exact(file):
    assert [str(line) for line in lines(file) if not re.fullmatch(r"==[\w.]+", str(line.specifier))] == []


@pytest.mark.parametrize("file", REQUIREMENTS)
def test_lock_file_is_what_the_requirements_and_constraints_say_on_every_system(file):
    wanted, said = lines(file), [line for one in (*REQUIREMENTS, CONSTRAINTS) for line in lines(one)]
    assert len(locked(file)) > len(wanted)
    for system, python in product(SYSTEMS, ("3.11", "3.12", "3.13", "3.14", "3.15")):
        installed = on(system, python, locked(file))
        assert on(system, python, wanted) <= installed <= on(system, python, said), "run `manage.py lock`"
        assert len({name for name, _ in installed}) == len(installed), "one version of each"


@pytest.mark.parametrize("file", REQUIREMENTS)
def test_each_locked_version_has_the_hashes_of_its_files_and_no_registry_is_named(file):
    text = (ROOT / file).with_suffix(".lock").read_text()
    one = r"\w.* \\\n(    --hash=sha256:[0-9a-f]{64} \\\n)*    --hash=sha256:[0-9a-f]{64}\n"
    assert re.fullmatch(rf"# [^\n]*\n({one})+", text)
    assert "://" not in text


def test_the_version_is_said_alike_everywhere():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    newest = re.search(
        r"^## \[(\d\S*)\] - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE
    )
    assert newest
    assert project["version"] == newest[1] == __version__
    assert project["requires-python"] == f">={'.'.join(map(str, manage.OLDEST))}"
