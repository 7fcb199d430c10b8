"""The hook before a commit makes the same checks of the code as the tests."""

from __future__ import annotations

import os
import re

from django.conf import settings

from tests.house import test_python

HOOK = settings.BASE_DIR / ".githooks" / "pre-commit"


def test_it_runs_the_same_checks():
    (checks,) = (mark.args[1] for mark in test_python.test_is_clean.pytestmark)
    run = [line.split() for line in re.findall(r'^"\$bin/(\w+.*)$', HOOK.read_text(), re.MULTILINE)]
    assert [{part.strip('"') for part in line} - {"."} for line in run] == [set(check) for check in checks]


def test_git_can_start_it():
    assert os.access(HOOK, os.X_OK)
