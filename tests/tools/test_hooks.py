"""The hook before a commit checks what a run of all tests checks beside them."""

from __future__ import annotations

import os
import re

from django.conf import settings

from tools.linting import CHECKS

HOOK = settings.BASE_DIR / ".githooks" / "pre-commit"


def test_it_runs_the_checks_of_python():
    checks = [arguments for name, arguments in CHECKS.items() if name != "tsc"]
    run = [line.split() for line in re.findall(r'^"\$bin/(\w+.*)$', HOOK.read_text(), re.MULTILINE)]
    assert [{part.strip('"') for part in line} - {"."} for line in run] == [set(check) for check in checks]


def test_git_can_start_it():
    assert os.access(HOOK, os.X_OK)
