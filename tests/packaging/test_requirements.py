"""A clone of next year gets what was tested: every version is exact, of what others bring along too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import distribution

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.server import ROOT

REQUIREMENTS = ["requirements.txt", "requirements-dev.txt"]
CONSTRAINTS = "constraints.txt"


def lines(file: str) -> list[Requirement]:
    text = re.sub(r"#.*", "", (ROOT / file).read_text())
    return [Requirement(line) for line in text.splitlines() if line.strip() and not line.startswith("-c")]


def names(file: str) -> set[str]:
    return {canonicalize_name(line.name) for line in lines(file)}


def needed_by(wanted: Requirement) -> Iterator[Requirement]:
    """What the package as it is installed here asks for, for itself and its extras that are wanted."""
    for line in distribution(wanted.name).requires or []:
        need = Requirement(line)
        if need.marker is None or any(
            need.marker.evaluate({"extra": extra}) for extra in ("", *wanted.extras)
        ):
            yield need


def brought_along() -> set[str]:
    waiting = [line for file in REQUIREMENTS for line in lines(file)]
    found: dict[str, set[str]] = {}
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name not in found or wanted.extras - found[name]:
            found[name] = found.get(name, set()) | wanted.extras
            waiting.extend(needed_by(wanted))
    return set(found).difference(*map(names, REQUIREMENTS))


@pytest.mark.parametrize("file", [*REQUIREMENTS, CONSTRAINTS])
def test_every_version_is_exact(file):
    assert [str(line) for line in lines(file) if not re.fullmatch(r"==[\w.]+", str(line.specifier))] == []


@pytest.mark.parametrize("file", REQUIREMENTS)
def test_the_constraints_hold_wherever_the_requirements_are_installed(file):
    assert f"\n-c {CONSTRAINTS}\n" in (ROOT / file).read_text()


def test_whatever_the_requirements_bring_along_is_held_too():
    assert brought_along() - names(CONSTRAINTS) == set()
    assert len(brought_along()) > 40


def test_no_version_is_said_twice():
    said = [name for file in (*REQUIREMENTS, CONSTRAINTS) for name in names(file)]
    assert len(said) == len(set(said))
