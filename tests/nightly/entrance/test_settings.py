"""Settings in the environment take effect, or end a start with a sentence."""

from __future__ import annotations

import os
import sys

import pytest

from tests.backing.management import manage
from tests.backing.processes import run
from tests.web_server import ROOT


@pytest.mark.parametrize(("https", "seconds"), [("0", 0), ("1", 86400)])
def test_with_https_browsers_keep_to_it_for_a_day(https, seconds):
    program = "from django.conf import settings; print(settings.SECURE_HSTS_SECONDS)"
    env = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "boardgames.settings", "HTTPS": https}
    code, said = run([sys.executable, "-c", program], cwd=ROOT, env=env)
    assert (code, said) == (0, f"{seconds}\n")


def test_a_wrong_setting_ends_the_start_with_its_sentence_alone(tmp_path):
    code, said = manage("serve", data=tmp_path / "data", HTTPS="yes")
    assert (code, said) == (1, "HTTPS must be 0 or 1, not 'yes'\n")
    code, said = manage("status", "--traceback", data=tmp_path / "data", HTTPS="yes")
    assert "Traceback" in said, "who looks for a fault in the code can have all of it"
